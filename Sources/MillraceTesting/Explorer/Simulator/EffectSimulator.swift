import MillraceInspection
import Millrace

/// Takes turns as an engine does, one step of an exploration at a time, with values.
///
/// An ``EffectMachine`` decides about effects, as in an engine. Clocks stand for all times at once. It knows none of the
/// feature's types, so that one copy of it is compiled for all: states and actions are numbers of a ``TransitionTable``.
@usableFromInline final class EffectSimulator {
    // Unchecked, because a check costs more than the access. Safe: one task uses it, and no access calls another one.
    @exclusivity(unchecked) var machine = EffectMachine()
    @exclusivity(unchecked) var clocks = Clocks()
    /// The timers and the last call of each effect, by its slot.
    @exclusivity(unchecked) var timers: [EffectTimers] = []
    @exclusivity(unchecked) var callNumbers: [Int64] = []
    /// The state while a step is taken, and then where it led.
    @exclusivity(unchecked) @usableFromInline var state: Int32 = 0
    let table: any TransitionMaker
    /// How often a handler was called.
    @exclusivity(unchecked) var calls: Int64 = 0
    /// What the clocks did in this step.
    @exclusivity(unchecked) var clockChanges: [ClockChange] = []
    /// The faults of this step.
    @exclusivity(unchecked) var faults: [Fault] = []
    /// Whether the step would go on without end.
    @exclusivity(unchecked) var isEndless = false
    @exclusivity(unchecked) var isPerformingSteps = false

    // The turns that are to come.
    @exclusivity(unchecked) var queue: [QueuedTurn] = []
    @exclusivity(unchecked) var head = 0

    // The world that steps begin from.
    @exclusivity(unchecked) @usableFromInline private(set) var firstState: Int32 = 0
    @exclusivity(unchecked) private var firstMachine = EffectMachine()
    @exclusivity(unchecked) var firstEffects: WorldEffects?
    @exclusivity(unchecked) private var firstTimers: [EffectTimers] = []
    @exclusivity(unchecked) private var firstCalls: [Int64] = []

    /// The machine of the world, once a step needs it.
    @exclusivity(unchecked) private var isLoaded = false
    /// The steps that were taken; `nil` where each is taken anew.
    @exclusivity(unchecked) var known: KnownSteps?
    /// How many lists of actions were reduced in this step.
    @exclusivity(unchecked) var turnCount = 0
    /// Whether the step depended on the state in another way.
    @exclusivity(unchecked) var isStateDependent = false

    // The effects after the step.
    /// The effects, if they were made already.
    @exclusivity(unchecked) var effects: WorldEffects?
    @exclusivity(unchecked) private var form = CanonicalForm()
    @exclusivity(unchecked) private var labels: [CanonicalForm.Label] = []
    /// Whether nothing is in flight after the step.
    @exclusivity(unchecked) var isIdle = true
    @exclusivity(unchecked) var digest: UInt64 = 0

    /// What becomes of a clock in a step.
    enum ClockChange {
        case added(Int64)
        case removed(Int)
    }

    /// A step of an exploration.
    @usableFromInline enum Move {
        /// A user sends the action of this index among those that may be sent.
        case send(Int)
        /// A user sends these actions.
        case reduce(Int32)
        /// An effect of the world has an outcome, which has this number among those that may be tried.
        case answer(Int, TransitionTable.PreparedOutcome, number: Int)
        /// A clock fires.
        case fire(Int)
        /// The application ends and starts anew.
        case restart
    }

    /// A turn that is to come.
    struct QueuedTurn {
        enum Input {
            case sent(Int)
            case actions(Int32)
            /// An output, or a fact without listeners.
            case nothing
            /// A command's handler is called.
            case command(EffectHandle)
        }

        let input: Input
        let scope: Int32
    }

    /// How many turns a step may have.
    static var limit: Int { 10_000 }

    /// - Parameter remembers: whether a step that was taken is not taken again. What the clocks did in it, and in which
    ///   order handlers were called, is not known then.
    init(_ table: any TransitionMaker, remembers: Bool) {
        self.table = table
        known = remembers ? KnownSteps() : nil
    }

    /// The problem of this step, if there is one.
    @usableFromInline var report: String? {
        isEndless ? "The step goes on without end: \(Self.limit) turns were not enough." : faults.first.map { "\($0)" }
    }

    // MARK: Worlds

    /// The steps that follow begin from a world. Its effects have the slots of their numbers.
    @usableFromInline func begin(from state: Int32, _ effects: WorldEffects?) {
        if known != nil, known?.steps.count ?? 0 > KnownSteps.limit { known = KnownSteps() }
        firstState = state
        if effects !== firstEffects || effects == nil { isLoaded = false }
        firstEffects = effects
    }

    /// Makes the machine of the world.
    private func load() {
        isLoaded = true
        firstMachine = EffectMachine()
        firstTimers.removeAll(keepingCapacity: true)
        firstCalls.removeAll(keepingCapacity: true)
        guard let effects = firstEffects else {
            _ = firstMachine.openStore()
            return
        }
        do throws(EffectMachine.LoadingError) {
            try firstMachine.load(effects.words, count: effects.machineEnd)
        } catch {
            preconditionFailure("A world has the words of a machine: \(error)")
        }
        for index in 0..<effects.count {
            firstTimers.append(EffectTimers(word: effects.words[effects.machineEnd + index]))
            firstCalls.append(effects.words[effects.machineEnd + effects.count + index])
        }
    }

    /// All that may happen in the world besides what a user sends, always in the same order.
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
            // Of two that are the same it does not matter which is answered.
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

    /// Takes a step from the world, with the machine.
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
    func launch(_ state: Int32) {
        reset()
        (self.state, clocks, timers, callNumbers) = (state, Clocks(), [], [])
        machine = EffectMachine()
        _ = machine.openStore()
        if table.hasActive { updateActive() }
        // As an engine does, all that comes of one before the next.
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
    }

    /// Takes the turns that wait, and computes the fingerprint. Any time passes in which no timer fires.
    private func finish() {
        drain()
        isIdle = machine.isEmpty
        if isIdle { return }
        clocks.pass()
        labels.removeAll(keepingCapacity: true)
        makeRoom(for: machine.effects.count)
        for slot in 0..<machine.effects.count { labels.append(label(Int32(slot))) }
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

    private func label(_ slot: Int32) -> CanonicalForm.Label {
        let effect = machine.effects[Int(slot)]
        var label = CanonicalForm.Label()
        (label.keepsOrder, label.keepsQueueOrder) = (false, false)
        label.word = timers[Int(slot)].word
        if effect.stage == .free || effect.stage == .ended { return label }
        label.keepsQueueOrder = effect.scope != 0 || (effect.flow >= 0 && table.sendsCancellation(effect.flow))
        label.keepsOrder = effect.child >= 0 && outlivesChild(effect)
        return label
    }

    /// Whether something follows the effect in a sequence that does not end with the effect's child. Children that are
    /// removed together end in the order in which they began, and the order of what follows is that one.
    private func outlivesChild(_ effect: EffectMachine.Effect) -> Bool {
        var scope = effect.scope
        while scope != 0 {
            let rest = machine.rest(of: scope)
            if rest >= 0, table.rests[Int(rest)].child != effect.child { return true }
            scope = machine.parent(of: scope)
        }
        return false
    }
}
