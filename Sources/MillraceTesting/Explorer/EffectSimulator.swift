import Millrace

/// Runs an ``EffectMachine`` with values: clocks that stand for all times at once, and a queue of turns.
///
/// It does for one step what an engine does with tasks and timers. It knows of none of the feature's own types, so that
/// one copy of it is compiled for all.
final class EffectSimulator {
    // Unchecked, because a check costs more than the access. Safe: one task uses it, and no access calls another one.
    @exclusivity(unchecked) var machine = EffectMachine()
    @exclusivity(unchecked) private(set) var clocks = Clocks()
    /// The timers and the last call of each effect, by its slot.
    @exclusivity(unchecked) private var timers: [EffectTimers] = []
    @exclusivity(unchecked) private var callNumbers: [Int64] = []
    /// The turns that are to come.
    @exclusivity(unchecked) private var queue: [QueuedTurn] = []
    @exclusivity(unchecked) private var head = 0
    /// How often a handler was called.
    private var calls: Int64 = 0
    /// What the clocks did in this step.
    private(set) var clockChanges: [ClockChange] = []
    private let entries: StableTable<AnyEntry>
    private let rests: StableTable<AnySequenceRest>
    @exclusivity(unchecked) private var form = CanonicalForm()
    @exclusivity(unchecked) private var labels: [CanonicalForm.Label] = []

    /// What becomes of a clock in a step.
    enum ClockChange {
        case added(Int64)
        case removed(Int)
    }

    /// A turn that is to come.
    struct QueuedTurn {
        enum Input {
            /// Actions are reduced: the next that wait.
            case actions
            /// An output, or a fact without listeners.
            case nothing
            /// A command's handler is called.
            case command(EffectHandle)
        }

        let input: Input
        let scope: Int32
    }

    /// A step of the machine for which the feature's types are needed.
    enum Step {
        /// A link of a sequence has ended.
        case proceed(Int32)
        /// An effect was cancelled.
        case stop(EffectHandle)
    }

    init(_ entries: StableTable<AnyEntry>, _ rests: StableTable<AnySequenceRest>) {
        (self.entries, self.rests) = (entries, rests)
    }

    // MARK: Worlds

    /// Begins a step from the effects of a world. They have the slots of their numbers.
    func begin(with effects: WorldEffects?) {
        clockChanges.removeAll(keepingCapacity: true)
        timers.removeAll(keepingCapacity: true)
        callNumbers.removeAll(keepingCapacity: true)
        guard let effects else {
            machine = EffectMachine()
            _ = machine.openStore()
            clocks = Clocks()
            return
        }
        do throws(EffectMachine.LoadingError) {
            try machine.load(effects.words[..<effects.machineEnd])
        } catch {
            preconditionFailure("A world has the words of a machine: \(error)")
        }
        clocks = effects.clocks
        for index in 0..<effects.count {
            timers.append(EffectTimers(word: effects.words[effects.machineEnd + index]))
            callNumbers.append(effects.words[effects.machineEnd + effects.count + index])
        }
    }

    /// The effects when the step is over. Any time passes in which no timer fires.
    func end() -> WorldEffects? {
        if machine.isEmpty { return nil }
        clocks.pass()
        labels.removeAll(keepingCapacity: true)
        makeRoom(for: machine.effects.count)
        for slot in 0..<machine.effects.count { labels.append(label(Int32(slot))) }
        form.write(machine, labels: labels)
        let slots = form.slots
        var words: [Int64] = []
        words.reserveCapacity(form.words.count + 2 * slots.count)
        words += form.words
        for slot in slots { words.append(timers[Int(slot)].word) }
        for slot in slots { words.append(callNumbers[Int(slot)]) }
        return WorldEffects(words, count: slots.count, clocks, entries)
    }

    private func label(_ slot: Int32) -> CanonicalForm.Label {
        let effect = machine.effects[Int(slot)]
        var label = CanonicalForm.Label()
        (label.keepsOrder, label.keepsQueueOrder) = (false, false)
        label.word = timers[Int(slot)].word
        if effect.stage == .free || effect.stage == .ended { return label }
        label.keepsQueueOrder = effect.scope != 0 || (effect.flow >= 0 && entries[Int(effect.flow)].sendsCancellation)
        label.keepsOrder = effect.child >= 0 && outlivesChild(effect)
        return label
    }

    /// Whether something follows the effect in a sequence that does not end with the effect's child. Children that are
    /// removed together end in the order in which they began, and the order of what follows is that one.
    private func outlivesChild(_ effect: EffectMachine.Effect) -> Bool {
        var scope = effect.scope
        while scope != 0 {
            let rest = machine.rest(of: scope)
            if rest >= 0, rests[Int(rest)].child != effect.child { return true }
            scope = machine.parent(of: scope)
        }
        return false
    }

    // MARK: Turns

    func enqueue(_ input: QueuedTurn.Input, scope: Int32) {
        machine.retain(scope)
        queue.append(QueuedTurn(input: input, scope: scope))
    }

    func nextTurn() -> QueuedTurn? {
        guard head < queue.count else {
            forgetTurns()
            return nil
        }
        head += 1
        return queue[head - 1]
    }

    func forgetTurns() {
        queue.removeAll(keepingCapacity: true)
        head = 0
    }

    // MARK: Steps

    /// Takes the steps of the machine, up to the next one for which the feature's types are needed.
    func nextStep() -> Step? {
        while let step = machine.nextStep() {
            switch step {
            case .run(let effect): enqueue(.command(effect), scope: machine[effect].scope)
            case .schedule(let effect, let timer, let nanoseconds): schedule(effect, timer, nanoseconds)
            case .unschedule(let effect, let timer): removeClock(of: effect, timer)
            case .stop(let effect): return .stop(effect)
            case .proceed(let scope): return .proceed(scope)
            case .ended(let scope): machine.close(scope)
            // What was requested is kept as long as the exploration.
            case .release: break
            }
        }
        return nil
    }

    /// Calls the handler of a command.
    func beginAttempt(_ effect: EffectHandle) {
        machine.beginAttempt(effect)
        calls += 1
        makeRoom(for: Int(effect.slot) + 1)
        callNumbers[Int(effect.slot)] = calls
    }

    // MARK: Clocks

    private func makeRoom(for slots: Int) {
        while timers.count < slots { timers.append(EffectTimers()) }
        while callNumbers.count < slots { callNumbers.append(0) }
    }

    private func schedule(_ effect: EffectHandle, _ timer: EffectMachine.Timer, _ nanoseconds: Int64) {
        makeRoom(for: Int(effect.slot) + 1)
        clockChanges.append(.added(nanoseconds))
        let clock = Int32(clocks.add(nanoseconds))
        if timer == .wait { timers[Int(effect.slot)].clock = clock } else { timers[Int(effect.slot)].timeout = clock }
    }

    private func removeClock(of effect: EffectHandle, _ timer: EffectMachine.Timer) {
        guard Int(effect.slot) < timers.count else { return }
        let slot = Int(effect.slot)
        let clock = timer == .wait ? timers[slot].clock : timers[slot].timeout
        if clock < 0 { return }
        if timer == .wait { timers[slot].clock = -1 } else { timers[slot].timeout = -1 }
        clocks.remove(Int(clock))
        clockChanges.append(.removed(Int(clock)))
        for other in timers.indices {
            if timers[other].clock > clock { timers[other].clock -= 1 }
            if timers[other].timeout > clock { timers[other].timeout -= 1 }
        }
    }

    /// Has a clock fire, which is then no longer waited for.
    ///
    /// - Returns: whose timer it is, and what becomes of that effect.
    func fire(_ clock: Int) -> (EffectHandle, EffectMachine.Firing)? {
        guard let slot = timers.firstIndex(where: { $0.clock == clock || $0.timeout == clock }) else { return nil }
        let effect = machine.handle(Int32(slot))
        let timer: EffectMachine.Timer = timers[slot].clock == clock ? .wait : .timeout
        removeClock(of: effect, timer)
        return (effect, machine.fire(effect, timer))
    }

    /// Whether it can be that something happens before a timer fires.
    func letHappen() -> Bool { clocks.letHappen() }

    /// Whether it can be that this clock fires next.
    func letFire(_ clock: Int) -> Bool { clocks.letFire(clock) }
}
