public import Millrace

/// Searches all that can happen to a feature for what must not.
///
/// The reducer itself is searched, not a model of it. What it is told besides is what comes from outside: the actions that
/// a user may send in a state, and what may become of each command. Then it visits every system state that can be reached, the
/// nearest first: the state, with what is under way, in every order in which commands may be answered, fail, be cancelled
/// and be overtaken, in every order of the delays that their times allow, and with a restart anywhere.
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
/// A violation is reported with the shortest way to it, as the source of a test.
///
/// States are distinguished by their `Hashable` conformance. States without one are compared part by part, which takes
/// about ten times as long. A field that `hash(into:)` leaves out distinguishes no states. Nothing runs: no handler, no
/// clock, no engine. An explorer is a value; each function returns another one.
///
/// The reducer and all closures are called on the task that explores. They must be pure: the result of a state and an
/// action is computed once and used again.
public struct Explorer<R: Reducer> {
    var model: Model<R>
    var properties: [Property<R>] = []
    var bounds = Bounds()
    /// What it is called in the source of tests.
    let name: String
    var cases: ((R.State) -> String)?
    var isCovered = true
    var isChecked = true
    /// Whether only system states that are equal are one.
    private(set) var isExact = true
    private var canonical: (@Sendable (R.State) -> R.State)?
    private var hashState: (R.State, inout Hasher) -> Void
    /// Hashes all of a state, and compares two.
    let hashAll: (R.State, inout Hasher) -> Void
    let areEqual: (R.State, R.State) -> Bool
    /// The functions for each step, compiled for the feature.
    let edges: FeatureTable<R>.Edges
    var sources: [ObjectIdentifier: (Any) -> String] = [:]

    /// An explorer of what can happen to `reducer` from `state` on.
    ///
    /// - Parameters:
    ///   - state: what is known at the start.
    ///   - reducer: the feature, as the application runs it.
    ///   - launch: what the application sends when it starts, in order, before anything else happens.
    ///   - name: the expression by which tests that are printed get at the explorer.
    @inlinable
    public init(_ state: R.State, _ reducer: R, launch: [R.Action] = [], called name: String = "explorer")
    where R.State: Hashable {
        // Made here, where the type is known, so that it is compiled for it.
        self.init(state, reducer, launch, name, hash: { $0.hash(into: &$1) }, areEqual: { $0 == $1 }, edges: .init())
    }

    /// An explorer of what can happen to `reducer` from `state` on, whose states are hashed part by part.
    ///
    /// - Parameters:
    ///   - state: what is known at the start.
    ///   - reducer: the feature, as the application runs it.
    ///   - launch: what the application sends when it starts, in order, before anything else happens.
    ///   - name: the expression by which tests that are printed get at the explorer.
    @inlinable
    public init(_ state: R.State, _ reducer: R, launch: [R.Action] = [], called name: String = "explorer") {
        self.init(
            state, reducer, launch, name, hash: { hashParts(of: $0, into: &$1) }, areEqual: { _, _ in true },
            edges: .init())
    }

    @usableFromInline init(
        _ state: R.State, _ reducer: R, _ launch: [R.Action], _ name: String,
        hash: @escaping (R.State, inout Hasher) -> Void, areEqual: @escaping (R.State, R.State) -> Bool,
        edges: FeatureTable<R>.Edges
    ) {
        self.edges = edges
        model = Model(state, reducer)
        model.launch = launch
        (self.name, hashState, hashAll, self.areEqual) = (name, hash, hash, areEqual)
        properties = [.noFault(), .deterministic()]
    }

    /// Hashes what a state is told apart by, where nothing is under way.
    var hash: (R.State, inout Hasher) -> Void {
        guard let canonical else { return hashState }
        return { [hashState] state, hasher in hashState(canonical(state), &hasher) }
    }

    /// Hashes what a state is told apart by, where something is under way: that is not made canonical, so the state must
    /// not be.
    var hashAtWork: (R.State, inout Hasher) -> Void { hashState }

    func with(_ change: (inout Explorer) -> Void) -> Explorer {
        var copy = self
        change(&copy)
        return copy
    }

    // MARK: What comes from outside

    /// The actions that a user may send in a state. Defaults to none.
    ///
    /// That one may be sent twice, or while another is under way, is a matter of whether it is among them then.
    public func actions(_ offered: @escaping @Sendable (R.State) -> [R.Action]) -> Explorer {
        with { $0.model.sent = offered }
    }

    /// What may become of a command of this type.
    ///
    /// Each is tried whenever the command is pending. An empty list is for a command that need never end; a type for which
    /// nothing is told stays pending too, and ``check(fileID:filePath:line:column:)`` fails because of it.
    public func outcomes<C: Command>(
        of type: C.Type, _ outcomes: @escaping @Sendable (C) -> [Outcome<C>]
    ) -> Explorer {
        with { $0.model.declare(type, isDependent: false) { command, _ in outcomes(command) } }
    }

    /// What may become of a command of this type while the state is as it is: what a server knows by then, say, where the
    /// state of what is searched holds that too.
    public func outcomes<C: Command>(
        of type: C.Type, _ outcomes: @escaping @Sendable (C, R.State) -> [Outcome<C>]
    ) -> Explorer {
        with { $0.model.declare(type, isDependent: true, outcomes) }
    }

    /// Has the feature reduce every event of commands of this type, as `Store.listen(to:as:)` does.
    public func listen<C: Command>(
        to type: C.Type, as respond: @escaping @Sendable (Event<C>) -> R.Action
    ) -> Explorer {
        with { $0.model.listen(to: type, respond) }
    }

    /// Has the feature reduce every fact of this type that it posts, as `Store.listen(to:as:)` does.
    public func listen<F: Fact>(to type: F.Type, as respond: @escaping @Sendable (F) -> R.Action) -> Explorer {
        with { $0.model.listen(to: type, respond) }
    }

    /// The application may end at any point and start anew, with the state that `restarted` makes of the one before: what
    /// is on the disk, say. What is under way is lost. Where it returns `nil`, there is no restart.
    public func restart(_ restarted: @escaping @Sendable (R.State) -> R.State?) -> Explorer {
        with { $0.model.restarted = restarted }
    }

    // MARK: What makes two system states one

    /// States that are alike but for names that mean nothing are one: `canonical` gives the same for all of them.
    ///
    /// It is used where nothing is under way; elsewhere commands and delays may hold the names too, and all states count.
    public func symmetry(_ canonical: @escaping @Sendable (R.State) -> R.State) -> Explorer {
        with {
            $0.canonical = canonical
            $0.isExact = false
        }
    }

    /// States of which `projection` gives the same are one.
    ///
    /// What differs between them is then searched from the first that is met, and from no other: a property holds of what
    /// was searched, and no longer of everything.
    public func projection<Part: Hashable>(_ projection: @escaping @Sendable (R.State) -> Part) -> Explorer {
        with {
            $0.hashState = { state, hasher in hasher.combine(projection(state)) }
            $0.isExact = false
        }
    }

    // MARK: How far, and what is kept

    /// Ends the search where one of these is reached; the report says so. Unless told, a million system states, or the first
    /// violation.
    ///
    /// - Parameters:
    ///   - depth: how many steps from the start.
    ///   - states: how many system states.
    ///   - time: how long it may take; it is looked at each thousand system states.
    ///   - stopsAtViolation: whether the search ends with the system states that are as near as the first violation. Else it
    ///     goes on, to find the others; a feature with a mistake often has no end of system states.
    public func limit(
        depth: Int = .max, states: Int = 1_000_000, time: Duration? = nil, stopsAtViolation: Bool = true
    ) -> Explorer {
        with {
            // Situations are numbered by 32 bits.
            let states = max(1, min(states, Int(UInt32.max) - 1))
            $0.bounds = Bounds(depth: max(0, depth), states: states, time: time, stopsAtViolation: stopsAtViolation)
        }
    }

    /// The case of a state, for the coverage; without it, that of its enum, or one for all.
    public func cases(_ cases: @escaping @Sendable (R.State) -> String) -> Explorer { with { $0.cases = cases } }

    /// Whether to count which steps are tried in which case of the state. It takes about a tenth of the time.
    public func coverage(_ isCovered: Bool) -> Explorer { with { $0.isCovered = isCovered } }

    /// Whether the steps of some system states are taken twice, to find a reducer that is not deterministic.
    public func determinism(_ isChecked: Bool) -> Explorer { with { $0.isChecked = isChecked } }

    /// How a value of this type is written in the source of a test, where it cannot be made from its parts by their names.
    public func source<Value>(of type: Value.Type, _ write: @escaping @Sendable (Value) -> String) -> Explorer {
        with { $0.sources[ObjectIdentifier(type)] = { ($0 as? Value).map(write) ?? "" } }
    }
}

/// Hashes what a value consists of: what is `Hashable` as that says, everything else part by part.
@usableFromInline func hashParts(of value: Any, into hasher: inout Hasher) {
    if let value = value as? any Hashable { return value.hash(into: &hasher) }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .enum { hasher.combine(caseName(of: value)) }
    if mirror.displayStyle == .dictionary || mirror.displayStyle == .set {
        // Whatever order they come in.
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
