import MillraceHistory
import Millrace

/// Takes turns as an engine does, with values, one step of an exploration at a time.
///
/// An ``EffectMachine`` decides about effects, as in an engine. ``Clocks`` represent all possible times. The simulator
/// does not know the types of the feature, so it is compiled only once: states and actions are numbers of a
/// ``TransitionTable``.
@usableFromInline final class EffectSimulator {
    // Unchecked, because a check costs more than the access. Safe: only one task uses a simulator, and no access calls
    // another.
    @exclusivity(unchecked) var machine = EffectMachine()
    @exclusivity(unchecked) var clocks = Clocks()
    /// The timers and the last handler call of each effect, by slot.
    @exclusivity(unchecked) var timers: [EffectTimers] = []
    @exclusivity(unchecked) var callNumbers: [Int64] = []
    /// The state during the step, and then the state after it.
    @exclusivity(unchecked) @usableFromInline var state: Int32 = 0
    let table: any TransitionMaker
    /// The number of handler calls.
    @exclusivity(unchecked) var calls: Int64 = 0
    /// The changes of the clocks in this step.
    @exclusivity(unchecked) var clockChanges: [ClockChange] = []
    /// The faults of this step.
    @exclusivity(unchecked) var faults: [Fault] = []
    /// The reductions of this step, in order. Empty without ``logsTurns``.
    @exclusivity(unchecked) var turnLog: [LoggedTurn] = []
    let logsTurns: Bool
    /// Whether the step exceeded the maximum number of turns.
    @exclusivity(unchecked) var isEndless = false
    @exclusivity(unchecked) var isPerformingSteps = false
    /// The group of the flow that is being performed.
    @exclusivity(unchecked) var group = EffectHandle.none

    // The queued turns.
    @exclusivity(unchecked) var queue: [QueuedTurn] = []
    @exclusivity(unchecked) var head = 0

    // The world from which steps begin.
    @exclusivity(unchecked) @usableFromInline private(set) var firstState: Int32 = 0
    @exclusivity(unchecked) private var firstMachine = EffectMachine()
    @exclusivity(unchecked) var firstEffects: WorldEffects?
    @exclusivity(unchecked) private var firstTimers: [EffectTimers] = []
    @exclusivity(unchecked) private var firstCalls: [Int64] = []

    /// Whether the machine of the world is loaded. A step loads it when needed.
    @exclusivity(unchecked) private var isLoaded = false
    /// The cached steps. `nil` if each step is simulated.
    @exclusivity(unchecked) var known: KnownSteps?
    /// The number of reductions in this step.
    @exclusivity(unchecked) var turnCount = 0
    /// Whether the step depended on the state other than by its reductions.
    @exclusivity(unchecked) var isStateDependent = false

    // The effects after the step.
    /// The effects, if they were created already.
    @exclusivity(unchecked) var effects: WorldEffects?
    @exclusivity(unchecked) private var form = CanonicalForm()
    @exclusivity(unchecked) var labels: [CanonicalForm.Label] = []
    /// Whether no effect is in flight after the step.
    @exclusivity(unchecked) var isIdle = true
    @exclusivity(unchecked) var digest: UInt64 = 0

    /// A change of the clocks in a step.
    enum ClockChange {
        case added(ClosedRange<Int64>)
        case removed(Int)
    }

    /// A step of an exploration.
    @usableFromInline enum Move {
        /// The user sends the action of this index.
        case send(Int)
        /// The user sends this list of actions.
        case reduce(Int32)
        /// The effect at an index of the world has an outcome. `number` is its index among the possible outcomes.
        case answer(Int, TransitionTable.PreparedOutcome, number: Int)
        /// A timer fires.
        case fire(Int)
        /// The application ends and restarts.
        case restart
    }

    /// A turn that reduced actions, or a restart.
    struct LoggedTurn {
        /// The actions, as a `send` or a `reduce`, or the restart.
        let move: Move
        /// The state after the turn.
        let state: Int32
    }

    /// A queued turn.
    struct QueuedTurn {
        enum Input {
            case sent(Int)
            case actions(Int32)
            /// An output, or a fact without listeners. Nothing is reduced.
            case nothing
            /// A call of a command's handler.
            case command(EffectHandle)
        }

        let input: Input
        let scope: Int32
    }

    /// The maximum number of turns in a step.
    static var limit: Int { 10_000 }

    /// - Parameter remembers: Whether steps are cached. If they are, `clockChanges` and `calls` are not reliable.
    init(_ table: any TransitionMaker, remembers: Bool, logsTurns: Bool) {
        (self.table, self.logsTurns) = (table, logsTurns)
        known = remembers ? KnownSteps() : nil
    }

    /// The problem of this step. `nil` if there is none.
    @usableFromInline var report: String? {
        isEndless ? "The step does not end: it has more than \(Self.limit) turns." : faults.first.map { "\($0)" }
    }

    // MARK: Worlds

    /// Sets the world from which the next steps begin. The slots of its effects are their indices.
    @usableFromInline func begin(from state: Int32, _ effects: WorldEffects?) {
        if known != nil, known?.steps.count ?? 0 > KnownSteps.limit { known = KnownSteps() }
        firstState = state
        if effects !== firstEffects || effects == nil { isLoaded = false }
        firstEffects = effects
    }

    /// Loads the machine of the world.
    private func load() {
        isLoaded = true
        firstMachine = EffectMachine()
        firstTimers.removeAll(keepingCapacity: true)
        firstCalls.removeAll(keepingCapacity: true)
        guard let effects = firstEffects else {
            _ = firstMachine.openStore()
            return
        }
        firstMachine.load(effects.words, count: effects.machineEnd)
        for index in 0..<effects.count {
            firstTimers.append(EffectTimers(word: effects.words[effects.machineEnd + index]))
            firstCalls.append(effects.words[effects.machineEnd + effects.count + index])
        }
    }

    /// All possible moves in the world except the user's actions, in a fixed order.
    @usableFromInline func moves(hasRestart: Bool) -> [Move] {
        var moves = firstEffects.map { effectMoves(in: $0) } ?? []
        if hasRestart { moves.append(.restart) }
        return moves
    }

    private func effectMoves(in effects: WorldEffects) -> [Move] {
        if known != nil, known?.movesTable != table.id {
            known?.moves.removeAll()
            known?.movesTable = table.id
        }
        if let moves = known?.moves[effects.digest] { return moves }
        var (moves, isDependent) = ([Move](), false)
        for index in 0..<effects.count {
            let effect = effects[index]
            // Skips an effect that equals the one before it: an outcome of either has the same result.
            guard effect.isPending, index == 0 || !effects.areSame(index - 1, index) else { continue }
            let entry = table.entries[Int(effect.saved.flow)]
            if entry.isDependent { isDependent = true }
            let outcomes = table.outcomes(of: entry, in: firstState)
            for number in outcomes.indices { moves.append(.answer(index, outcomes[number], number: number)) }
        }
        for clock in 0..<effects.clocks.count { moves.append(.fire(clock)) }
        if !isDependent { known?.moves[effects.digest] = moves }
        return moves
    }

    // MARK: Steps

    /// Simulates a step from the world with the machine.
    func simulate(_ move: Move) -> Bool {
        if !isLoaded { load() }
        (state, clocks) = (firstState, firstEffects?.clocks ?? Clocks())
        machine.assign(firstMachine)
        (timers, callNumbers) = (firstTimers, firstCalls)
        switch move {
        case .fire(let clock):
            guard clocks.letFire(clock) else { return false }
            fire(clock)
        case .send(let index):
            guard clocks.letHappen() else { return false }
            enqueue(.sent(index), scope: 0)
        case .reduce(let actions):
            guard clocks.letHappen() else { return false }
            enqueue(.actions(actions), scope: 0)
        case .answer(let index, let outcome, _):
            guard clocks.letHappen() else { return false }
            answer(index, with: outcome)
        case .restart: break
        }
        finish()
        return true
    }

    /// Starts the application.
    func launch(_ state: Int32, isRestart: Bool = false) {
        reset()
        if logsTurns, isRestart { turnLog.append(LoggedTurn(move: .restart, state: state)) }
        (self.state, clocks, timers, callNumbers) = (state, Clocks(), [], [])
        machine = EffectMachine()
        _ = machine.openStore()
        if table.hasActive { updateActive() }
        // As an engine does: all effects of one action before the next.
        drain()
        if let start = table.makeStart(in: self.state) { perform(start, 0) }
        for actions in table.makeLaunch() {
            drain()
            enqueue(.actions(actions), scope: 0)
        }
        finish()
    }

    func reset() {
        clockChanges.removeAll(keepingCapacity: true)
        (isEndless, turnCount, isStateDependent, effects) = (false, 0, false, nil)
        if !faults.isEmpty { faults = [] }
        if logsTurns { turnLog.removeAll(keepingCapacity: true) }
    }

    /// Takes the queued turns, lets time pass in which no timer fires, and computes the digest.
    private func finish() {
        drain()
        isIdle = machine.isEmpty
        if isIdle { return }
        clocks.pass()
        labels.removeAll(keepingCapacity: true)
        makeRoom(for: machine.effects.count)
        let (table, state) = (table, state)
        machine.shortenSequences { table.rest(of: $0, from: $1, in: state) }
        for slot in 0..<machine.effects.count { labels.append(label(Int32(slot))) }
        keepOrderOfTypes()
        form.write(machine, labels: labels)
        digest = 0
        form.words.withUnsafeBufferPointer { words in
            for word in words { digest = mixed(digest ^ UInt64(bitPattern: word)) }
        }
        for slot in form.slots { digest = mixed(digest ^ UInt64(bitPattern: timers[Int(slot)].word)) }
        if clocks.count > 0 { digest = mixed(digest ^ UInt64(bitPattern: Int64(clocks.hashValue))) }
    }

    /// The fingerprint of the world after the step.
    @usableFromInline var fingerprint: UInt64 {
        let hash = table.fingerprint(state, isIdle: isIdle)
        return isIdle ? hash : WorldEffects.fingerprint(hash, digest)
    }

    /// The effects after the step.
    @usableFromInline func makeEffects() -> WorldEffects? {
        if isIdle { return nil }
        if let effects { return effects }
        let slots = form.slots
        var words: [Int64] = []
        words.reserveCapacity(form.words.count + 2 * slots.count)
        words += form.words
        for slot in slots { words.append(timers[Int(slot)].word) }
        for slot in slots { words.append(callNumbers[Int(slot)]) }
        effects = WorldEffects(words, count: slots.count, clocks, table.entries, digest: digest)
        return effects
    }
}
