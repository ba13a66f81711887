import Millrace

/// What a feature does, by numbers: its code runs once for each distinct transition, and everything else works on integers.
///
/// States and lists of actions have numbers, which mean something until ``forget()``. ``FeatureTable`` knows the types.
@usableFromInline class TransitionTable {
    /// Where a list of actions leads from a state.
    final class Transition {
        let state: Int32
        let plan: RequestPlan
        /// A number that depends on what is asked for; `nil` if that depends on the state, or was not performed yet.
        var signature: UInt64? {
            if known == nil { known = plan.signature }
            return known
        }
        private var known: UInt64?

        init(state: Int32, plan: RequestPlan) { (self.state, self.plan) = (state, plan) }
    }

    /// An outcome of a command.
    @usableFromInline struct PreparedOutcome {
        let verb: Verb
        /// The number of its label.
        @usableFromInline let label: Int32
        /// The actions that are reduced then; -1 for none.
        let actions: Int32
    }

    /// Distinguishes the numbers of this table from those of others, and from those before ``forget()``.
    @exclusivity(unchecked) @usableFromInline private(set) final var id: UInt32 = 0
    let entries: StableTable<AnyEntry>
    let rests: StableTable<AnySequenceRest>
    /// Whether the reducer declares active commands.
    let hasActive: Bool
    private let makeID: () -> UInt32
    /// The newest state of each hash.
    @exclusivity(unchecked) private final var newestStates = NumberMap()
    @exclusivity(unchecked) fileprivate final var transitions = NumberedValues<Transition>()
    /// The transitions of the actions that a user may send, by the state.
    @exclusivity(unchecked) fileprivate final var sent: [[Transition?]] = []
    @exclusivity(unchecked) fileprivate final var outcomes = NumberedValues<[PreparedOutcome]>()
    @exclusivity(unchecked) fileprivate final var delayed: [UInt64: RequestPlan] = [:]
    @exclusivity(unchecked) fileprivate final var sequences: [UInt64: SequencePlan] = [:]
    @exclusivity(unchecked) fileprivate final var isThere: [UInt64: Bool] = [:]
    @exclusivity(unchecked) fileprivate final var active: [Int32: [EffectMachine.Request]] = [:]
    /// The actions that are sent when an entry is cancelled, and when it takes too long; -1 for none.
    @exclusivity(unchecked) fileprivate final var cancelled: [Int32: Int32] = [:]
    @exclusivity(unchecked) fileprivate final var timeouts: [Int32: Int32] = [:]
    /// Whether an action is sent when an entry is cancelled. Entries keep their numbers.
    @exclusivity(unchecked) private final var cancellations: [Bool] = []
    /// The labels of outcomes. They keep their numbers.
    @exclusivity(unchecked) @usableFromInline private(set) final var labels: [String] = []
    @exclusivity(unchecked) private final var labelNumbers: [String: Int32] = [:]

    init(
        _ entries: StableTable<AnyEntry>, _ rests: StableTable<AnySequenceRest>, hasActive: Bool,
        makeID: @escaping () -> UInt32
    ) {
        (self.entries, self.rests, self.hasActive, self.makeID) = (entries, rests, hasActive, makeID)
        id = makeID()
    }

    /// Releases all numbers but those of labels.
    @usableFromInline func forget() {
        id = makeID()
        newestStates = NumberMap()
        transitions.removeAll()
        sent.removeAll(keepingCapacity: true)
        outcomes.removeAll()
        delayed.removeAll(keepingCapacity: true)
        sequences.removeAll(keepingCapacity: true)
        isThere.removeAll(keepingCapacity: true)
        active.removeAll(keepingCapacity: true)
        cancelled.removeAll(keepingCapacity: true)
        timeouts.removeAll(keepingCapacity: true)
    }

    /// The newest state with a hash; -1 for none.
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

    /// Whether an action is sent when the command is cancelled.
    final func sendsCancellation(_ flow: Int32) -> Bool {
        while cancellations.count <= flow { cancellations.append(entries[cancellations.count].sendsCancellation) }
        return cancellations[Int(flow)]
    }
}

/// What a table computes with the types of its feature; each result is kept, so that it is computed once.
protocol TransitionMaker: TransitionTable {
    func makeTransition(_ actions: Int32, in state: Int32) -> TransitionTable.Transition
    func makeTransition(sending index: Int, in state: Int32) -> TransitionTable.Transition
    func makeOutcomes(of entry: AnyEntry, in state: Int32) -> [TransitionTable.PreparedOutcome]
    func makeDelayed(_ flow: Int32, in state: Int32) -> RequestPlan
    func makeSequence(_ rest: Int32, in state: Int32) -> SequencePlan
    func makeIsThere(_ child: Int32, in state: Int32) -> Bool
    func makeActive(in state: Int32) -> [EffectMachine.Request]
    func makeCancelled(_ flow: Int32) -> Int32
    func makeTimeout(_ flow: Int32) -> Int32
    /// Whether two requests are the same, but perhaps for the actions that are made of their events.
    func areSame(_ one: Int32, _ other: Int32) -> Bool
    /// The fingerprint of a state, where nothing is in flight and where something is.
    func fingerprint(_ state: Int32, isIdle: Bool) -> UInt64
    /// The state after a restart; -1 where there is none.
    func restarted(_ state: Int32) -> Int32
    /// What is performed at the start, and what is sent then.
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

    /// Where the action of this index among those that a user may send leads.
    func transition(sending index: Int, in state: Int32) -> TransitionTable.Transition {
        while sent.count <= state { sent.append([]) }
        if index < sent[Int(state)].count, let known = sent[Int(state)][index] { return known }
        let transition = makeTransition(sending: index, in: state)
        while sent[Int(state)].count <= index { sent[Int(state)].append(nil) }
        sent[Int(state)][index] = transition
        return transition
    }

    /// The outcomes of a command that may be tried in a state.
    func outcomes(of entry: AnyEntry, in state: Int32) -> [TransitionTable.PreparedOutcome] {
        let key = TransitionTable.key(entry.isDependent ? state : -1, entry.request.flow)
        if let known = outcomes[key] { return known }
        let made = makeOutcomes(of: entry, in: state)
        outcomes[key] = made
        return made
    }

    /// What is performed when a delay or an interval is over.
    func delayed(_ flow: Int32, in state: Int32) -> RequestPlan {
        let key = TransitionTable.key(state, flow)
        if let known = delayed[key] { return known }
        let plan = makeDelayed(flow, in: state)
        delayed[key] = plan
        return plan
    }

    /// What follows in a sequence.
    func sequence(_ rest: Int32, in state: Int32) -> SequencePlan {
        let key = TransitionTable.key(state, rest)
        if let known = sequences[key] { return known }
        let plan = makeSequence(rest, in: state)
        sequences[key] = plan
        return plan
    }

    /// Whether a child is in a state, and the same.
    func isThere(_ child: Int32, in state: Int32) -> Bool {
        if child < 0 { return true }
        let key = TransitionTable.key(state, child)
        if let known = isThere[key] { return known }
        let result = makeIsThere(child, in: state)
        isThere[key] = result
        return result
    }

    /// The commands that are active in a state.
    func active(in state: Int32) -> [EffectMachine.Request] {
        if let known = active[state] { return known }
        let requests = makeActive(in: state)
        active[state] = requests
        return requests
    }

    /// The actions that are sent when a command is cancelled; -1 for none.
    func cancelled(_ flow: Int32) -> Int32 {
        if let known = cancelled[flow] { return known }
        let actions = makeCancelled(flow)
        cancelled[flow] = actions
        return actions
    }

    /// The actions that are reduced when a command takes too long; -1 for none.
    func timeout(_ flow: Int32) -> Int32 {
        if let known = timeouts[flow] { return known }
        let actions = makeTimeout(flow)
        timeouts[flow] = actions
        return actions
    }
}
