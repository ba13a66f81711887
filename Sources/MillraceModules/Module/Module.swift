public import Millrace

/// A feature with its own screen: a reducer with the data that it requires, an input, and a router.
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
/// A ``Navigator`` creates a ``Navigator/Scene`` and a ``Store`` for each module that is presented, and removes both together.
/// All functions of a module except ``listen(_:)`` are pure, as a reducer is (law 4). The navigator calls them on the engine's
/// actor.
public protocol Module: Reducer {
    /// The data that is needed to present the module. Defaults to `Void`: none.
    associatedtype Requirement = Void
    /// The type of the inputs that its presenter can send to it. Defaults to `Never`: none.
    associatedtype Input = Never

    /// Returns the initial state of a scene that is presented with `requirement`.
    func state(for requirement: Requirement) -> State

    /// Registers listeners of the module's store: `store.listen(to: MailDeleted.self, as: Action.deleted)`, or
    /// `store.add(Worker())`.
    ///
    /// Called once, when the scene is added or restored, before any flow is performed. The registrations end with the store.
    /// The default implementation registers nothing.
    func listen(_ store: Store<Self>)

    /// Returns the flow to perform when a scene of the module is added.
    ///
    /// Called once, in the turn that adds the scene. The receipt of that turn's message includes the flow.
    ///
    /// Not called when the scene is restored with a stored state; see ``resume(_:)``. Defaults to ``Flow/none``.
    func start(_ state: State) -> Flow<Self>

    /// Returns the flow to perform when a scene of the module is restored with a stored state: it restarts the lost work.
    ///
    /// Active commands start automatically, and the scenes that the module had presented are restored too. Defaults to
    /// ``Flow/none``.
    func resume(_ state: State) -> Flow<Self>

    /// Returns the action to reduce for an input. Called in the input's own turn.
    func receive(_ input: Input) -> Action

    /// Returns the route of a transition. Called in the transition's turn. A module navigates only with this function.
    ///
    /// The navigator performs the route's operations in order when this function returns. The same transition must give the
    /// same route, because this function is called again when a stored tree is restored.
    func route(_ transition: Transition) -> Route<Self>

    /// Returns whether the user may leave the module: by a swipe back, by closing the window, or by the browser's Back
    /// button.
    ///
    /// Called in the turn of the host's ``Navigator/Request`` for each scene that would be removed, newest first, until one
    /// does not allow it. Not called when a router removes the scene. Defaults to ``DismissalDecision/allow``.
    func dismissalDecision(for state: State) -> DismissalDecision<Action>

    /// The module's name in stored trees. Defaults to the name of the type.
    static var moduleName: String { get }
}

extension Module {
    /// Registers nothing.
    public func listen(_ store: Store<Self>) {}

    /// Returns ``Flow/none``.
    public func start(_ state: State) -> Flow<Self> { .none }

    /// Returns ``Flow/none``.
    public func resume(_ state: State) -> Flow<Self> { .none }

    /// Returns ``DismissalDecision/allow``.
    public func dismissalDecision(for state: State) -> DismissalDecision<Action> { .allow }

    /// The name of the type.
    public static var moduleName: String { "\(Self.self)" }
}

extension Module where Input == Never {
    /// Never called, because there are no inputs.
    public func receive(_ input: Never) -> Action {}
}

extension Module where Transition == Never {
    /// Never called, because there are no transitions.
    public func route(_ transition: Never) -> Route<Self> {}
}
