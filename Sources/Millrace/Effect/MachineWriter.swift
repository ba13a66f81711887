/// Writes an ``EffectMachine`` as words, its effects and scopes in an order of choice.
struct MachineWriter {
    /// The effects, by their slots, and the number of each slot; -1 for one that is left out.
    var slots: [Int32] = []
    var numbers: [Int32] = []
    /// The scopes but for number 0, and the number of each; 0 for one that is left out.
    var scopes: [Int32] = []
    var scopeNumbers: [Int32] = []
    /// The active commands, by their places.
    var active: [Int32] = []
    /// Whether free slots are left out, and generations with them.
    var isCompact = false

    /// Writes everything in its own order.
    mutating func numberAll(_ machine: borrowing EffectMachine) {
        slots = machine.effects.indices.map { Int32($0) }
        numbers = slots
        scopeNumbers = machine.scopes.indices.map { Int32($0) }
        scopes = Array(scopeNumbers.dropFirst())
        active = machine.active.indices.map { Int32($0) }
    }

    func write(_ machine: borrowing EffectMachine, to words: inout [Int64]) {
        words.removeAll(keepingCapacity: true)
        words.append(EffectMachine.savedVersion)
        let (freeEffects, freeScopes) = isCompact ? (0, 0) : (machine.freeEffects.count, machine.freeScopes.count)
        let pending = machine.pendingSteps
        words.append(Int64(slots.count))
        words.append(Int64(scopes.count))
        words.append(Int64(machine.stores.count))
        words.append(Int64(active.count))
        words.append(Int64(freeEffects))
        words.append(Int64(freeScopes))
        words.append(Int64(machine.freeStores.count))
        words.append(Int64(pending.count))
        for slot in slots { append(machine.effects[Int(slot)], name: machine.name(ofSlot: slot), to: &words) }
        let start = words.count
        for scope in scopes { append(machine.scopes[Int(scope)], to: &words) }
        for store in machine.stores { words.append(store.isOpen ? 1 : 0) }
        for place in active {
            let entry = machine.active[Int(place)]
            words.append(SavedLayout.pair(entry.store, entry.name))
            words.append(SavedLayout.pair(entry.flow, 0))
            words.append(handle(entry.effect, machine.isLive(entry.effect)))
        }
        if !isCompact {
            for slot in machine.freeEffects { words.append(Int64(slot)) }
            for scope in machine.freeScopes {
                words.append(Int64(scope))
                // What a free scope was does not matter.
                for word in 0..<SavedLayout.scope { words[start + (Int(scope) - 1) * SavedLayout.scope + word] = 0 }
                words[start + (Int(scope) - 1) * SavedLayout.scope + 1] = SavedLayout.pair(0, -1)
            }
        }
        for store in machine.freeStores { words.append(Int64(store)) }
        for step in pending { append(step, to: &words) }
    }

    private func handle(_ handle: EffectHandle, _ isLive: Bool) -> Int64 {
        if !isCompact { return SavedLayout.pair(handle.slot, Int32(bitPattern: handle.generation)) }
        return SavedLayout.pair(isLive ? numbers[Int(handle.slot)] : -1, 0)
    }

    private func number(_ slot: Int32) -> Int32 { slot < 0 ? -1 : numbers[Int(slot)] }

    func append(_ effect: EffectMachine.Effect, name: Int32, to words: inout [Int64]) {
        let flags: Int32 = (effect.hasTimer ? 1 : 0) | (effect.hasTimeout ? 2 : 0)
        let stage = Int32(effect.kind.rawValue) | Int32(effect.stage.rawValue) << 8 | flags << 16
        words.append(SavedLayout.pair(stage, isCompact ? 0 : Int32(bitPattern: effect.generation)))
        words.append(SavedLayout.pair(effect.flow, effect.child))
        words.append(SavedLayout.pair(scopeNumbers[Int(effect.scope)], name))
        words.append(SavedLayout.pair(effect.attempt, number(effect.inQueue.next)))
        words.append(SavedLayout.pair(effect.active, effect.heldEvents))
        words.append(effect.timer)
        words.append(SavedLayout.pair(effect.store, effect.limit))
        words.append(SavedLayout.pair(number(effect.inStore.next), number(effect.inScope.next)))
        words.append(effect.timeout)
        words.append(Int64(effect.retries.attempts))
        words.append(effect.retries.delay)
        words.append(Int64(bitPattern: effect.retries.factor.bitPattern))
    }

    private func append(_ scope: EffectScope, to words: inout [Int64]) {
        let flags: Int32 = (scope.hasFailedBefore ? 1 : 0) | (scope.hasFailed ? 2 : 0) | (scope.isCancelled ? 4 : 0)
        words.append(SavedLayout.pair(scope.open, flags))
        words.append(SavedLayout.pair(scopeNumbers[Int(scope.parent)], scope.rest))
        words.append(Int64(scope.inParent.next < 0 ? 0 : scopeNumbers[Int(scope.inParent.next)]))
    }

    private func append(_ step: EffectMachine.Step, to words: inout [Int64]) {
        func add(_ tag: Int64, _ handle: EffectHandle, _ nanoseconds: Int64 = 0) {
            words.append(tag)
            words.append(SavedLayout.pair(handle.slot, Int32(bitPattern: handle.generation)))
            words.append(nanoseconds)
        }
        switch step {
        case .run(let effect): add(0, effect)
        case .schedule(let effect, .wait, let nanoseconds): add(1, effect, nanoseconds)
        case .schedule(let effect, .timeout, let nanoseconds): add(2, effect, nanoseconds)
        case .unschedule(let effect, .wait): add(3, effect)
        case .unschedule(let effect, .timeout): add(4, effect)
        case .stop(let effect): add(5, effect)
        case .proceed(let scope): add(6, EffectHandle(slot: scope, generation: 0))
        case .ended(let scope): add(7, EffectHandle(slot: scope, generation: 0))
        case .release(let flow): add(8, EffectHandle(slot: flow, generation: 0))
        }
    }
}

extension EffectMachine {
    /// The name of an effect; 0 for none.
    package func name(of id: EffectHandle) -> Int32 { name(ofSlot: id.slot) }

    func name(ofSlot slot: Int32) -> Int32 {
        let effect = effects[Int(slot)]
        guard effect.queue >= 0, effect.stage != .free, effect.stage != .ended else { return 0 }
        return queues[Int(effect.queue)].name
    }
}
