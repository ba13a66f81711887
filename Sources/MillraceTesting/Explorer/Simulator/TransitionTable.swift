import Millrace

/// The transitions of a feature. The feature's code runs once for each transition, and everything else uses numbers.
///
/// States and lists of actions have numbers, which are valid until ``forget()``. ``FeatureTable`` knows their types.
@usableFromInline class TransitionTable {
    /// The result of reducing a list of actions in a state.
    final class Transition {
        let state: Int32
        let plan: RequestPlan
        /// A hash of the requests. `nil` if it depends on the state, or if a part was not performed yet.
        var signature: UInt64? {
            if known == nil { known = plan.signature }
            return known
        }
        private var known: UInt64?

        init(state: Int32, plan: RequestPlan) { (self.state, self.plan) = (state, plan) }
    }

    /// An outcome of a command.
    @usableFromInline struct PreparedOutcome {
        let verb: OutcomeKind
        /// The number of the label.
        @usableFromInline let label: Int32
        /// The list of actions that are reduced. -1 if there are none.
        let actions: Int32
    }

    /// Distinguishes the numbers of this table from those of other tables, and from those before ``forget()``.
    @exclusivity(unchecked) @usableFromInline private(set) final var id: UInt32 = 0
    let entries: StableTable<AnyEntry>
    /// Whether the reducer declares active commands.
    let hasActive: Bool
    /// Whether outcomes depend on earlier requests.
    @usableFromInline let hasMemory: Bool
    private let makeID: () -> UInt32
    /// The newest state with each hash.
    @exclusivity(unchecked) private final var newestStates = NumberMap()
    @exclusivity(unchecked) fileprivate final var transitions = NumberedValues<Transition>()
    /// The transitions of the user's actions, by state.
    @exclusivity(unchecked) fileprivate final var sent: [[Transition?]] = []
    @exclusivity(unchecked) fileprivate final var outcomes = NumberedValues<[PreparedOutcome]>()
    @exclusivity(unchecked) fileprivate final var kept: [UInt64: RequestPlan] = [:]
    /// The numbers of the remaining links of sequences. Entries keep their numbers after ``forget()``.
    @exclusivity(unchecked) fileprivate final var rests: [UInt64: Int32] = [:]
    @exclusivity(unchecked) fileprivate final var isThere: [UInt64: Bool] = [:]
    @exclusivity(unchecked) fileprivate final var active: [Int32: [EffectMachine.Request]] = [:]
    /// The lists of actions that the cancellation of an entry sends, and those that its timeout sends. -1 if there are none.
    @exclusivity(unchecked) fileprivate final var cancelled: [UInt64: [Int32]] = [:]
    @exclusivity(unchecked) fileprivate final var timeouts: [Int32: Int32] = [:]
    /// Whether the cancellation of each entry sends an action. Entries keep their numbers after ``forget()``.
    @exclusivity(unchecked) private final var cancellations: [Bool] = []
    /// The labels of outcomes. They keep their numbers after ``forget()``.
    @exclusivity(unchecked) @usableFromInline private(set) final var labels: [String] = []
    @exclusivity(unchecked) private final var labelNumbers: [String: Int32] = [:]

    init(
        _ entries: StableTable<AnyEntry>, hasActive: Bool, hasMemory: Bool, makeID: @escaping () -> UInt32
    ) {
        (self.entries, self.hasActive, self.hasMemory, self.makeID) = (entries, hasActive, hasMemory, makeID)
        id = makeID()
    }

    /// Makes all numbers invalid, except those of labels.
    @usableFromInline func forget() {
        id = makeID()
        newestStates = NumberMap()
        transitions.removeAll()
        sent.removeAll(keepingCapacity: true)
        outcomes.removeAll()
        kept.removeAll(keepingCapacity: true)
        isThere.removeAll(keepingCapacity: true)
        active.removeAll(keepingCapacity: true)
        cancelled.removeAll(keepingCapacity: true)
        timeouts.removeAll(keepingCapacity: true)
    }

    /// The newest state with a hash. -1 if there is none.
    @usableFromInline final func newestState(ofHash hash: UInt64) -> Int32 { newestStates.find(hash) }

    @usableFromInline final func setNewestState(_ state: Int32, ofHash hash: UInt64) { newestStates.set(hash, state) }

    fileprivate static func key(_ one: Int32, _ other: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: one)) << 32 | UInt64(UInt32(bitPattern: other))
    }

    final func number(ofLabel label: String) -> Int32 {
        if let number = labelNumbers[label] { return number }
        labelNumbers[label] = Int32(labels.count)
        labels.append(label)
        return Int32(labels.count - 1)
    }

    /// Whether the cancellation of the command, or of the first commands of the flow, sends an action.
    final func sendsCancellation(_ flow: Int32) -> Bool {
        while cancellations.count <= flow { cancellations.append(entries[cancellations.count].sendsCancellation) }
        return cancellations[Int(flow)]
    }
}

/// Computes the contents of a table, with the types of its feature. The table caches each result.
protocol TransitionMaker: TransitionTable {
    func makeTransition(_ actions: Int32, in state: Int32) -> TransitionTable.Transition
    func makeTransition(sending index: Int, in state: Int32) -> TransitionTable.Transition
    func makeOutcomes(of entry: AnyEntry, in state: Int32) -> [TransitionTable.PreparedOutcome]
    func makeKept(_ flow: Int32, in state: Int32) -> RequestPlan
    func makeRest(of flow: Int32, from link: Int32, in state: Int32) -> Int32
    func makeIsThere(_ child: Int32, in state: Int32) -> Bool
    func makeActive(in state: Int32) -> [EffectMachine.Request]
    func makeCancelled(_ flow: Int32, in state: Int32) -> [Int32]
    func makeTimeout(_ flow: Int32) -> Int32
    /// Whether two requests are equal, ignoring the actions for their events.
    func areSame(_ one: Int32, _ other: Int32) -> Bool
    /// The fingerprint of a state, without or with effects in flight.
    func fingerprint(_ state: Int32, isIdle: Bool) -> UInt64
    /// The state in which the command of `flow` counts as requested.
    func requested(_ flow: Int32, in state: Int32) -> Int32
    /// The state after a restart. -1 if a restart is not possible.
    func restarted(_ state: Int32) -> Int32
    /// The requests at the start, and the actions that are sent then.
    func makeStart(in state: Int32) -> RequestPlan?
    func makeLaunch() -> [Int32]
}

extension TransitionMaker {
    func transition(_ actions: Int32, in state: Int32) -> TransitionTable.Transition {
        let key = TransitionTable.key(state, actions)
        if let known = transitions[key] { return known }
        let transition = makeTransition(actions, in: state)
        transitions[key] = transition
        return transition
    }

    /// The transition of the user's action of this index.
    func transition(sending index: Int, in state: Int32) -> TransitionTable.Transition {
        while sent.count <= state { sent.append([]) }
        if index < sent[Int(state)].count, let known = sent[Int(state)][index] { return known }
        let transition = makeTransition(sending: index, in: state)
        while sent[Int(state)].count <= index { sent[Int(state)].append(nil) }
        sent[Int(state)][index] = transition
        return transition
    }

    /// The possible outcomes of a command in a state.
    func outcomes(of entry: AnyEntry, in state: Int32) -> [TransitionTable.PreparedOutcome] {
        let key = TransitionTable.key(entry.isDependent ? state : -1, entry.request.flow)
        if let known = outcomes[key] { return known }
        let made = makeOutcomes(of: entry, in: state)
        outcomes[key] = made
        return made
    }

    /// The requests of a kept flow or, for a sequence, of its first link.
    func kept(_ flow: Int32, in state: Int32) -> RequestPlan {
        let key = TransitionTable.key(state, flow)
        if let known = kept[key] { return known }
        let plan = makeKept(flow, in: state)
        kept[key] = plan
        return plan
    }

    /// The number of the links of a sequence from an index on.
    func rest(of flow: Int32, from link: Int32, in state: Int32) -> Int32 {
        if link == 0 { return flow }
        let key = TransitionTable.key(flow, link)
        if let known = rests[key] { return known }
        let rest = makeRest(of: flow, from: link, in: state)
        rests[key] = rest
        return rest
    }

    /// Whether a child exists in a state with the same identity.
    func isThere(_ child: Int32, in state: Int32) -> Bool {
        if child < 0 { return true }
        let key = TransitionTable.key(state, child)
        if let known = isThere[key] { return known }
        let result = makeIsThere(child, in: state)
        isThere[key] = result
        return result
    }

    /// The active commands in a state.
    func active(in state: Int32) -> [EffectMachine.Request] {
        if let known = active[state] { return known }
        let requests = makeActive(in: state)
        active[state] = requests
        return requests
    }

    /// The lists of actions that the cancellation of a command, or of the first commands of a flow, sends in a state. Each list is
    /// reduced in a turn of its own.
    func cancelled(_ flow: Int32, in state: Int32) -> [Int32] {
        let isCommand = entries[Int(flow)].request.kind == .command
        let key = TransitionTable.key(isCommand ? -1 : state, flow)
        if let known = cancelled[key] { return known }
        let actions = makeCancelled(flow, in: state)
        cancelled[key] = actions
        return actions
    }

    /// The list of actions that the timeout of a command sends. -1 if there are none.
    func timeout(_ flow: Int32) -> Int32 {
        if let known = timeouts[flow] { return known }
        let actions = makeTimeout(flow)
        timeouts[flow] = actions
        return actions
    }
}
