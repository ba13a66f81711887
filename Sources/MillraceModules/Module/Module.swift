public import Millrace

/// A feature with a screen of its own: a reducer with the data that it requires, an input, and a router.
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
/// A ``Navigator`` makes a ``Navigator/Scene`` and a ``Store`` for each module that is presented, and removes both together. All
/// these functions are pure, as a reducer is (law 4), and run on the engine's actor.
public protocol Module: Reducer {
    /// The data that is needed to present it. `Void` if ``state(for:)`` takes nothing.
    associatedtype Requirement = Void
    /// What its presenter can tell it. Defaults to `Never`.
    associatedtype Input = Never

    /// Returns the initial state.
    func state(for requirement: Requirement) -> State

    /// Registers listeners of its store: `store.listen(to: MailDeleted.self, as: Action.deleted)`, or `store.add(Worker())`.
    ///
    /// Called once, when the scene is added or restored, before any flow is performed. The registrations end with the store.
    /// Defaults to none.
    func listen(_ store: Store<Self>)

    /// Returns the flow to perform when its scene is added: once, in the turn that adds it. The receipt of that turn's message
    /// includes it.
    ///
    /// Not called when the scene is restored; see ``resume(_:)``. Defaults to none.
    func start(_ state: State) -> Flow<Self>

    /// Returns the flow to perform when its scene is restored with a stored state: it starts the lost work again.
    ///
    /// Active commands start by themselves, and what it had presented is restored too. Defaults to none.
    func resume(_ state: State) -> Flow<Self>

    /// Returns the action to reduce for an input, in the input's own turn.
    func receive(_ input: Input) -> Action

    /// Returns the route of a transition, in the transition's turn: the only place that navigates.
    ///
    /// The navigator performs its operations in order when this returns. The same transition must give the same route: it is
    /// called again when a stored tree is restored.
    func route(_ transition: Transition) -> Route<Self>

    /// Returns whether the person may leave: by a swipe back, by closing the window, by the browser's Back button.
    ///
    /// Called in the turn of the host's ``Navigator/Request`` for each scene that would be removed, the newest first. Not called
    /// when a router removes it. Defaults to ``DismissalDecision/allow``.
    func dismissalDecision(for state: State) -> DismissalDecision<Action>

    /// Its name in stored trees. Defaults to the name of the type.
    static var moduleName: String { get }
}

extension Module {
    /// Registers nothing.
    public func listen(_ store: Store<Self>) {}

    /// Performs nothing.
    public func start(_ state: State) -> Flow<Self> { .none }

    /// Performs nothing.
    public func resume(_ state: State) -> Flow<Self> { .none }

    /// The person may leave.
    public func dismissalDecision(for state: State) -> DismissalDecision<Action> { .allow }

    /// The name of the type.
    public static var moduleName: String { "\(Self.self)" }
}

extension Module where Input == Never {
    /// There are no inputs.
    public func receive(_ input: Never) -> Action {}
}

extension Module where Transition == Never {
    /// There are no transitions.
    public func route(_ transition: Never) -> Route<Self> {}
}
