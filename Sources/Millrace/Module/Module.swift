/// A feature that can stand on the screen by itself: a reducer with the data that it requires, an input, and a router.
///
/// ```swift
/// struct Profile: Module {
///     struct State { let id: Int; var name: String? }
///     enum Action { case fetched(Event<FetchUser>), tappedFriends }
///     enum Transition { case friends(of: Int) }
///
///     func state(for id: Int) -> State { State(id: id) }  // required: presenting it without an Int does not compile
///     func start(_ state: State) -> Flow<Self> { .execute(FetchUser(id: state.id), as: Action.fetched) }
///     func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { … }
///     func route(_ transition: Transition) -> Route<Self> {
///         switch transition { case .friends(let id): .show(Friends(), with: id) }
///     }
/// }
/// ```
/// A ``Navigator`` gives each module that is presented a ``Navigator/Scene`` and a ``Store``, and ends both together. All that is
/// declared here is pure, as a reducer is (law 4), and runs on the engine's actor.
public protocol Module: Reducer {
    /// What must be given to present it; `Void` where ``state(for:)`` takes nothing.
    associatedtype Requirement = Void
    /// What whoever presented it can tell it; `Never` unless declared.
    associatedtype Input = Never

    /// The state that it begins with.
    func state(for requirement: Requirement) -> State

    /// Has its store listen: `store.listen(to: MailDeleted.self, as: Action.deleted)`, or `store.add(Worker())`.
    ///
    /// Called once, when the scene begins or is restored, before anything is performed; what listens ends with the store.
    /// Nothing unless declared.
    func listen(_ store: Store<Self>)

    /// What happens when its scene begins: performed once, in the turn that places it, on behalf of whoever asked for it.
    ///
    /// It is not asked when the scene is restored; see ``resume(_:)``. Nothing unless declared.
    func start(_ state: State) -> Flow<Self>

    /// What happens when its scene is restored with a state that was stored: the work that was lost begins again.
    ///
    /// Standing work begins by itself, and what it had presented is restored too. Nothing unless declared.
    func resume(_ state: State) -> Flow<Self>

    /// The action that it folds when it is told `input`, in the input's own turn.
    func receive(_ input: Input) -> Action

    /// Returns the route of a transition, in the transition's turn: the only place that navigates.
    ///
    /// The navigator performs its operations in order when this returns. The same transition must give the same route: it is
    /// called again when a stored tree is restored.
    func route(_ transition: Transition) -> Route<Self>

    /// What comes of it when the person asks to leave: by a swipe back, by closing the window, by the browser's button.
    ///
    /// Asked in the turn of the host's ``Navigator/Request`` for each scene that would go, the newest first; not asked where a
    /// router closes it. Allowed unless declared.
    func leave(_ state: State) -> Leave<Action>

    /// The name by which stored trees know it; that of the type unless declared.
    static var moduleName: String { get }
}

extension Module {
    /// It listens to nobody.
    public func listen(_ store: Store<Self>) {}

    /// Nothing happens first.
    public func start(_ state: State) -> Flow<Self> { .none }

    /// Nothing begins again.
    public func resume(_ state: State) -> Flow<Self> { .none }

    /// It lets the person leave.
    public func leave(_ state: State) -> Leave<Action> { .allow }

    /// The name of the type.
    public static var moduleName: String { "\(Self.self)" }
}

extension Module where Input == Never {
    /// Nobody can tell it anything.
    public func receive(_ input: Never) -> Action {}
}

extension Module where Transition == Never {
    /// It has no transitions.
    public func route(_ transition: Never) -> Route<Self> {}
}

/// What a module says when the person asks to leave it.
public enum Leave<Action> {
    /// It lets them.
    case allow
    /// It stays.
    case refuse
    /// It stays, and folds the action: to ask what shall become of a text that is not saved, say.
    case instead(Action)
}

extension Leave: Equatable where Action: Equatable {}
extension Leave: Sendable where Action: Sendable {}
