import MillraceExtras
public import Millrace

/// Searches all system states that a feature can reach, and checks properties in each.
///
/// The search runs the reducer itself, not a model of it. You declare what comes from outside: the actions that a user
/// may send in a state, and the possible outcomes of each command. A system state is the state with the effects in
/// flight. The search visits every reachable one, breadth-first. It tries every order in which commands can have
/// outcomes, be cancelled or be replaced, every possible order of timers, and a restart at any point.
///
/// ```swift
/// extension Cart {
///     static var explorer: Explorer<Cart> {
///         Explorer(State(), Cart(), called: "Cart.explorer")
///             .actions { $0.isSubmitting ? [] : [.add, .submit] }
///             .outcomes(of: PlaceOrder.self) { _ in [.complete(()), .fail(.offline)] }
///             .always("at most one order") { $0.state.orders <= 1 }
///             .eventually("an end", from: { $0.state.isSubmitting }) { !$0.state.isSubmitting }
///     }
/// }
///
/// @Test @MainActor func orders() { Cart.explorer.check() }
/// ```
/// A violation is reported with its shortest counterexample, as the source of a test.
///
/// States are distinguished by their `Hashable` conformance. States without it are compared property by property, by
/// reflection, which takes about ten times as long. A field that `hash(into:)` omits does not distinguish states. There
/// is no handler, clock or engine. An explorer is a value; each method returns a copy.
///
/// The reducer and all closures are called on the task that searches. They must be pure, because the result of a state
/// and an action is computed once and used again.
public struct Explorer<R: Reducer> {
    var model: Model<R>
    var properties: [Property<R>] = []
    var bounds = Bounds()
    /// The expression for this explorer in printed tests.
    let name: String
    var cases: ((R.State) -> String)?
    var isCovered = true
    var isChecked = true
    var onProgress: (@Sendable (SearchProgress) -> Void)?
    var incompleteSearch = IncompleteSearch.failure
    /// Whether two system states are merged only if they are equal.
    private(set) var isExact = true
    private var canonical: (@Sendable (R.State) -> R.State)?
    /// Returns the part of a state that distinguishes it, if a projection is set.
    private(set) var projected: ((R.State) -> Any)?
    private var hashState: (R.State, inout Hasher) -> Void
    /// Hashes a whole state, and compares two, even if a projection is set.
    let hashAll: (R.State, inout Hasher) -> Void
    let areEqual: (R.State, R.State) -> Bool
    /// The functions for each step, specialized for the feature.
    let functions: FeatureTable<R>.Functions
    var sources: [ObjectIdentifier: (Any) -> String] = [:]

    /// Creates an explorer of a feature.
    ///
    /// - Parameters:
    ///   - state: The initial state.
    ///   - reducer: The feature, as the application uses it.
    ///   - launch: The actions that the application sends when it starts, in order, before anything else happens.
    ///   - name: The expression for this explorer in printed tests.
    @inlinable
    public init(_ state: R.State, _ reducer: R, launch: [R.Action] = [], called name: String = "explorer")
    where R.State: Hashable {
        // These closures are created here, where the type is known, so that the compiler specializes them.
        self.init(
            state, reducer, launch, name, hash: { $0.hash(into: &$1) }, areEqual: { areSame($0, $1) },
            functions: .init())
    }

    /// Creates an explorer of a feature whose states are not `Hashable`. They are hashed property by property, by reflection.
    ///
    /// - Parameters:
    ///   - state: The initial state.
    ///   - reducer: The feature, as the application uses it.
    ///   - launch: The actions that the application sends when it starts, in order, before anything else happens.
    ///   - name: The expression for this explorer in printed tests.
    @inlinable
    public init(_ state: R.State, _ reducer: R, launch: [R.Action] = [], called name: String = "explorer") {
        self.init(
            state, reducer, launch, name, hash: { hashParts(of: $0, into: &$1) }, areEqual: { _, _ in true },
            functions: .init())
    }

    @usableFromInline init(
        _ state: R.State, _ reducer: R, _ launch: [R.Action], _ name: String,
        hash: @escaping (R.State, inout Hasher) -> Void, areEqual: @escaping (R.State, R.State) -> Bool,
        functions: FeatureTable<R>.Functions
    ) {
        self.functions = functions
        model = Model(state, reducer)
        model.launch = launch
        model.declare(Interval.self, isDependent: false, isNamed: false) { _, _ in
            [.data(Interval.Tick()), .data(Interval.Tick(missed: 1))]
        }
        (self.name, hashState, hashAll, self.areEqual) = (name, hash, hash, areEqual)
        properties = [.noFault(), .deterministic()]
    }

    /// Hashes the distinguishing part of a state if no effect is in flight.
    var hash: (R.State, inout Hasher) -> Void {
        guard let canonical else { return hashState }
        return { [hashState] state, hasher in hashState(canonical(state), &hasher) }
    }

    /// Hashes the distinguishing part of a state if an effect is in flight. It does not use the canonical state,
    /// because effects have no canonical form.
    var hashAtWork: (R.State, inout Hasher) -> Void { hashState }

    func with(_ change: (inout Explorer) -> Void) -> Explorer {
        var copy = self
        change(&copy)
        return copy
    }

    // MARK: Inputs from outside

    /// The actions that a user may send in a state. Defaults to none.
    ///
    /// They also decide whether a user can send an action twice, or while a command is pending.
    public func actions(_ offered: @escaping @Sendable (R.State) -> [R.Action]) -> Explorer {
        with { $0.model.userActions = offered }
    }

    /// The possible outcomes of commands of this type.
    ///
    /// The search tries each outcome whenever the command is pending. Return an empty array for a command that need
    /// never end. A type without declared outcomes stays pending too, but then ``check(fileID:filePath:line:column:)``
    /// fails. The outcomes of an `Interval` default to a tick without missed ones and a tick with one missed. A reducer
    /// that ignores `missed` therefore has a path on which its time is wrong.
    ///
    /// Handlers do not run in a search, so their waits on the engine's clock do not take part: each outcome can come at
    /// any moment after the command.
    public func outcomes<C: Command>(
        of type: C.Type, _ outcomes: @escaping @Sendable (C) -> [Outcome<C>]
    ) -> Explorer {
        with { $0.model.declare(type, isDependent: false) { command, _ in outcomes(command) } }
    }

    /// The possible outcomes of commands of this type in a state.
    ///
    /// The outcomes can depend on the state, for example if it contains a model of the server.
    public func outcomes<C: Command>(
        of type: C.Type, _ outcomes: @escaping @Sendable (C, R.State) -> [Outcome<C>]
    ) -> Explorer {
        with { $0.model.declare(type, isDependent: true) { outcomes($0, $1.state) } }
    }

    /// The possible outcomes of commands of this type, which depend on what was requested before.
    ///
    /// For example, a server answers with what was stored, or refuses entries after a request to close:
    ///
    /// ```swift
    /// .outcomes(of: AddEntry.self, after: CloseBook.self) { _, closings in
    ///     closings.isEmpty ? [.complete(()), .fail(.offline)] : [.fail(.closed)]
    /// }
    /// ```
    /// The closure receives the commands of the type `earlier` whose handlers were called since the start, also before a
    /// restart. They have the order of their last calls, and equal commands appear once. Two system states are different if
    /// these commands are, so each different command multiplies the number of system states.
    public func outcomes<C: Command, Earlier: Command>(
        of type: C.Type, after earlier: Earlier.Type,
        _ outcomes: @escaping @Sendable (C, [Earlier]) -> [Outcome<C>]
    ) -> Explorer {
        with {
            $0.model.declare(type, isDependent: true, after: earlier) { command, context in
                outcomes(command, context.earlier.compactMap { $0 as? Earlier })
            }
        }
    }

    /// Maps every event of commands of this type to an action, as `Store.listen(to:as:)` does.
    public func listen<C: Command>(
        to type: C.Type, as respond: @escaping @Sendable (Event<C>) -> R.Action
    ) -> Explorer {
        with { $0.model.listen(to: type, respond) }
    }

    /// Maps every fact of this type that the feature posts to an action, as `Store.listen(to:as:)` does.
    public func listen<F: Fact>(to type: F.Type, as respond: @escaping @Sendable (F) -> R.Action) -> Explorer {
        with { $0.model.listen(to: type, respond) }
    }

    /// Declares that the application can end and restart at any point, with the state that `restarted` returns.
    ///
    /// That state contains what survives, such as the contents of the disk. Effects in flight are lost. If `restarted`
    /// returns `nil`, a restart is not possible in that state.
    public func restart(_ restarted: @escaping @Sendable (R.State) -> R.State?) -> Explorer {
        with { $0.model.restarted = restarted }
    }

    // MARK: Merging system states

    /// Merges states that differ only in meaningless names. `canonical` returns the same state for all of them.
    ///
    /// Applies only if no effect is in flight. Otherwise commands and delays may contain the names, so the states are
    /// not merged.
    public func symmetry(_ canonical: @escaping @Sendable (R.State) -> R.State) -> Explorer {
        with {
            $0.canonical = canonical
            $0.isExact = false
        }
    }

    /// Merges states for which `projection` returns the same value.
    ///
    /// The search continues only from the first of these states. A property is then proven only for the searched
    /// states, not for all.
    public func projection<Part: Hashable>(_ projection: @escaping @Sendable (R.State) -> Part) -> Explorer {
        with {
            $0.hashState = { state, hasher in hasher.combine(projection(state)) }
            $0.projected = projection
            $0.isExact = false
        }
    }

    // MARK: Limits and results

    /// Sets the limits of the search. The result says which limit ended it. Defaults to a million system states, or the
    /// first violation.
    ///
    /// A search that reached its limit of system states or of time names the members that kept growing, such as
    /// `items.count`; see ``Exploration/growingMembers``.
    ///
    /// - Parameters:
    ///   - depth: The maximum number of steps from the start.
    ///   - states: The maximum number of system states. Defaults to a million, and to 100,000 for a graph, because a graph
    ///     needs more memory for each.
    ///   - time: The maximum duration. It is checked every 1,024 system states.
    ///   - stopsAtViolation: Whether to stop after the level of the first violation. Otherwise the search continues, to
    ///     find other violations. A feature with a bug often has infinitely many system states.
    public func limit(
        depth: Int = .max, states: Int? = nil, time: Duration? = nil, stopsAtViolation: Bool = true
    ) -> Explorer {
        with {
            // System states are numbered with 32 bits.
            let states = states.map { max(1, min($0, Int(UInt32.max) - 1)) }
            $0.bounds = Bounds(depth: max(0, depth), states: states, time: time, stopsAtViolation: stopsAtViolation)
        }
    }

    /// Sets what a check does if the search is incomplete or vacuous. Defaults to failing the test.
    ///
    /// A search is incomplete if a limit, a cancellation or an interrupt ended it. It is vacuous if it took no step, or if
    /// the start condition of a property added with `eventually` was never true. Then the check proves less than it seems
    /// to.
    public func incompleteSearch(_ report: IncompleteSearch) -> Explorer { with { $0.incompleteSearch = report } }

    /// Calls `report` after each level of the search. A search with one task also calls it within a level, after at most
    /// 65,536 further steps.
    ///
    /// It is called on the task that searches. It does not affect the search. Defaults to no call.
    public func progress(_ report: @escaping @Sendable (SearchProgress) -> Void) -> Explorer {
        with { $0.onProgress = report }
    }

    /// Sets the name of a state's case in the coverage. Defaults to its enum case, or to one name for all states.
    public func cases(_ cases: @escaping @Sendable (R.State) -> String) -> Explorer { with { $0.cases = cases } }

    /// Whether to count the steps in each case of the state. Defaults to `true`. It adds about a tenth to the search
    /// time.
    public func coverage(_ isCovered: Bool) -> Explorer { with { $0.isCovered = isCovered } }

    /// Whether to repeat the steps of some system states, to find a reducer that is not deterministic. Defaults to
    /// `true`.
    public func determinism(_ isChecked: Bool) -> Explorer { with { $0.isChecked = isChecked } }

    /// The source of values of this type in printed tests.
    ///
    /// Needed for values that a memberwise initializer cannot create.
    public func source<Value>(of type: Value.Type, _ write: @escaping @Sendable (Value) -> String) -> Explorer {
        with { $0.sources[ObjectIdentifier(type)] = { ($0 as? Value).map(write) ?? "" } }
    }
}

/// Hashes a value: with its `Hashable` conformance if it has one, otherwise property by property, by reflection.
@usableFromInline func hashParts(of value: Any, into hasher: inout Hasher) {
    if let value = value as? any Hashable { return value.hash(into: &hasher) }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .enum { hasher.combine(caseName(of: value)) }
    if mirror.displayStyle == .dictionary || mirror.displayStyle == .set {
        // Independent of the order of the elements.
        let hashes = mirror.children.map { child in
            var hasher = Hasher()
            hashParts(of: child.value, into: &hasher)
            return hasher.finalize()
        }
        return hasher.combine(hashes.sorted())
    }
    hasher.combine(mirror.children.count)
    for child in mirror.children { hashParts(of: child.value, into: &hasher) }
}
