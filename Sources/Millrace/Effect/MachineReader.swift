/// Reads an ``EffectMachine`` from words, and trusts none of them: what it has read cannot make the machine trap later.
struct MachineReader {
    private let words: UnsafeBufferPointer<Int64>
    private var place = 0

    /// The most that a counter may be, so that it can go on counting.
    private static let most = Int32.max / 2

    init(_ words: UnsafeBufferPointer<Int64>) { self.words = words }

    mutating func read(into machine: inout EffectMachine) throws(EffectMachine.LoadingError) {
        guard words.count > 0 else { throw .wrongLength }
        guard words[0] == EffectMachine.savedVersion else { throw .unknownVersion(words[0]) }
        guard words.count >= SavedLayout.header else { throw .wrongLength }
        let (effects, scopes, stores, active) = (try count(1), try count(2), try count(3), try count(4))
        let (freeEffects, freeScopes, freeStores, steps) = (try count(5), try count(6), try count(7), try count(8))
        let length =
            SavedLayout.header + effects * SavedLayout.effect + scopes * SavedLayout.scope
            + stores * SavedLayout.store + active * SavedLayout.active + freeEffects + freeScopes + freeStores
            + steps * SavedLayout.step
        guard length == words.count else { throw .wrongLength }
        machine.removeAll()
        place = SavedLayout.header + effects * SavedLayout.effect
        try readScopes(scopes, &machine)
        let afterScopes = place
        for _ in 0..<stores { machine.stores.append(StoreEffects(isOpen: try flag())) }
        let afterStores = place
        place = SavedLayout.header
        try readEffects(effects, &machine)
        place = afterStores
        try readActive(active, &machine)
        try readFree(freeEffects, freeScopes, freeStores, &machine)
        let afterFree = place
        try linkScopes(at: afterScopes - scopes * SavedLayout.scope, &machine)
        try linkEffects(&machine)
        place = afterFree
        for _ in 0..<steps { machine.emit(try step(machine)) }
    }

    // MARK: Words

    private func count(_ index: Int) throws(EffectMachine.LoadingError) -> Int {
        guard words[index] >= 0, words[index] <= words.count else { throw .wrongLength }
        return Int(words[index])
    }

    private mutating func next() -> Int64 {
        place += 1
        return words[place - 1]
    }

    private mutating func pair() -> (Int32, Int32) {
        let word = next()
        return (SavedLayout.low(word), SavedLayout.high(word))
    }

    private mutating func flag() throws(EffectMachine.LoadingError) -> Bool {
        let word = next()
        try demand(word == 0 || word == 1)
        return word == 1
    }

    private func demand(_ isValid: Bool) throws(EffectMachine.LoadingError) {
        guard isValid else { throw .invalid(at: place - 1) }
    }

    // MARK: Records

    private mutating func readEffects(
        _ count: Int, _ machine: inout EffectMachine
    ) throws(EffectMachine.LoadingError) {
        machine.effects.reserveCapacity(count)
        for _ in 0..<count {
            let (stage, generation) = pair()
            let kind = EffectMachine.Kind(rawValue: UInt8(truncatingIfNeeded: stage))
            let step = EffectMachine.Stage(rawValue: UInt8(truncatingIfNeeded: stage >> 8))
            guard let kind, let step, stage >> 16 >= 0, stage >> 16 <= 3 else { throw .invalid(at: place - 1) }
            var effect = EffectMachine.Effect(generation: UInt32(bitPattern: generation), stage: step, kind: kind)
            (effect.hasTimer, effect.hasTimeout) = (stage & 1 << 16 != 0, stage & 2 << 16 != 0)
            (effect.flow, effect.child) = pair()
            let name: Int32
            (effect.scope, name) = pair()
            let nextInQueue: Int32
            (effect.attempt, nextInQueue) = pair()
            (effect.active, effect.heldEvents) = pair()
            effect.timer = next()
            (effect.store, effect.limit) = pair()
            let (nextInStore, nextInScope) = pair()
            effect.timeout = next()
            effect.retries.attempts = Int32(truncatingIfNeeded: next())
            effect.retries.delay = next()
            effect.retries.factor = Double(bitPattern: UInt64(bitPattern: next()))
            effect.inStore.next = nextInStore
            effect.inScope.next = nextInScope
            effect.inQueue.next = nextInQueue
            try demand(isValid(effect, name, machine))
            if effect.isInFlight {
                machine.count += 1
                if name != 0 { effect.queue = machine.findOrOpenQueue(effect.store, name) }
            }
            machine.effects.append(effect)
        }
    }

    private func isValid(_ effect: EffectMachine.Effect, _ name: Int32, _ machine: borrowing EffectMachine) -> Bool {
        if effect.stage == .free { return true }
        let isCounted =
            effect.attempt >= 0 && effect.attempt <= Self.most && effect.heldEvents >= 0
            && effect.heldEvents <= Self.most && effect.limit >= 1
        let isPlaced =
            effect.store >= 0 && effect.store < machine.stores.count && effect.scope >= 0
            && effect.scope < machine.scopes.count && name >= 0
        return isCounted && isPlaced && effect.flow >= -1 && effect.child >= -1
            && effect.retries.factor.isFinite
    }

    private mutating func readScopes(
        _ count: Int, _ machine: inout EffectMachine
    ) throws(EffectMachine.LoadingError) {
        for _ in 0..<count {
            var scope = EffectScope()
            let flags: Int32
            (scope.open, flags) = pair()
            (scope.parent, scope.rest) = pair()
            scope.inParent.next = Int32(clamping: next())
            try demand(
                scope.open >= 0 && scope.open <= Self.most && flags >= 0 && flags <= 7 && scope.parent >= 0
                    && scope.parent <= count && scope.rest >= -1 && scope.inParent.next >= 0
                    && scope.inParent.next <= count)
            (scope.hasFailedBefore, scope.hasFailed, scope.isCancelled) = (
                flags & 1 != 0, flags & 2 != 0, flags & 4 != 0
            )
            machine.scopes.append(scope)
        }
    }

    private mutating func readActive(
        _ count: Int, _ machine: inout EffectMachine
    ) throws(EffectMachine.LoadingError) {
        for _ in 0..<count {
            let (store, name) = pair()
            let (flow, _) = pair()
            let (slot, generation) = pair()
            try demand(
                store >= 0 && store < machine.stores.count && flow >= -1 && slot >= -1
                    && slot < machine.effects.count)
            let effect = EffectHandle(slot: slot, generation: UInt32(bitPattern: generation))
            machine.active.append(ActiveEffect(store: store, name: name, flow: flow, effect: effect))
        }
    }

    /// What is free must be so in its record, and everything that is free must be named once.
    private mutating func readFree(
        _ effects: Int, _ scopes: Int, _ stores: Int, _ machine: inout EffectMachine
    ) throws(EffectMachine.LoadingError) {
        for _ in 0..<effects {
            let slot = next()
            try demand(slot >= 0 && slot < machine.effects.count && machine.effects[Int(slot)].stage == .free)
            // Marked by what no other slot has.
            try demand(machine.effects[Int(slot)].queue == -1)
            machine.effects[Int(slot)].queue = -2
            machine.freeEffects.append(Int32(slot))
        }
        try demand(machine.effects.count { $0.stage == .free } == effects)
        for slot in machine.freeEffects {
            machine.effects[Int(slot)] = EffectMachine.Effect(generation: machine.effects[Int(slot)].generation)
        }
        for _ in 0..<scopes {
            let scope = next()
            try demand(scope > 0 && scope < machine.scopes.count && machine.scopes[Int(scope)].open == 0)
            // Marked by what no scope in use has.
            machine.scopes[Int(scope)].open = -1
            machine.freeScopes.append(Int32(scope))
        }
        for _ in 0..<stores {
            let store = next()
            try demand(store >= 0 && store < machine.stores.count && !machine.stores[Int(store)].isOpen)
            try demand(machine.stores[Int(store)].count == 0)
            machine.stores[Int(store)].count = -1
            machine.freeStores.append(Int32(store))
        }
    }

    // MARK: Lists

    /// Makes the lists of inner scopes.
    private mutating func linkScopes(
        at start: Int, _ machine: inout EffectMachine
    ) throws(EffectMachine.LoadingError) {
        place = start + 1
        if machine.scopes.count == 1 { return }
        var lengths = [Int32](repeating: 0, count: machine.scopes.count)
        for index in 1..<machine.scopes.count {
            let scope = machine.scopes[index]
            if scope.open < 0 {
                machine.scopes[index] = EffectScope(open: -1)
                continue
            }
            if scope.parent == 0 {
                try demand(scope.inParent.next == 0)
                machine.scopes[index].inParent.next = -1
                continue
            }
            try demand(machine.scopes[Int(scope.parent)].open > 0)
            lengths[Int(scope.parent)] += 1
            if scope.inParent.next == 0 {
                try demand(machine.scopes[Int(scope.parent)].scopes.last < 0)
                machine.scopes[Int(scope.parent)].scopes.last = Int32(index)
                machine.scopes[index].inParent.next = -1
                continue
            }
            let next = Int(scope.inParent.next)
            try demand(
                machine.scopes[next].parent == scope.parent && machine.scopes[next].inParent.previous < 0
                    && machine.scopes[next].open >= 0)
            machine.scopes[next].inParent.previous = Int32(index)
        }
        for index in 1..<machine.scopes.count where lengths[index] > 0 {
            var (scope, length) = (machine.scopes[index].scopes.last, Int32(0))
            while scope >= 0 {
                length += 1
                machine.scopes[index].scopes.first = scope
                scope = machine.scopes[Int(scope)].inParent.previous
                try demand(length <= lengths[index])
            }
            try demand(length == lengths[index] && machine.scopes[index].open >= length)
        }
        try demandTree(machine)
    }

    /// No scope may be within itself.
    private func demandTree(_ machine: borrowing EffectMachine) throws(EffectMachine.LoadingError) {
        var visits = [Int32](repeating: 0, count: machine.scopes.count)
        for index in 1..<machine.scopes.count {
            var scope = index
            while scope != 0, visits[scope] == 0 {
                visits[scope] = Int32(index)
                scope = Int(machine.scopes[scope].parent)
            }
            try demand(scope == 0 || visits[scope] != Int32(index))
        }
    }

    /// The lists that an effect can be in.
    private enum List { case store, scope, queue }

    /// Makes the lists of effects: of each store, scope and queue.
    private mutating func linkEffects(_ machine: inout EffectMachine) throws(EffectMachine.LoadingError) {
        var (inScopes, inQueues) = (0, 0)
        for index in machine.effects.indices {
            place = SavedLayout.header + index * SavedLayout.effect + 1
            let effect = machine.effects[index]
            if !effect.isInFlight {
                machine.effects[index].inStore = Links()
                machine.effects[index].inScope = Links()
                machine.effects[index].inQueue = Links()
                continue
            }
            let store = Int(effect.store)
            try demand(machine.stores[store].count >= 0)
            machine.stores[store].count += 1
            if effect.child >= 0 { machine.stores[store].children += 1 }
            if try isLast(index, .store, effect, &machine) {
                try demand(machine.stores[store].effects.last < 0)
                machine.stores[store].effects.last = Int32(index)
            }
            if effect.scope == 0 {
                try demand(effect.inScope.next < 0)
            } else {
                let scope = Int(effect.scope)
                inScopes += 1
                try demand(machine.scopes[scope].open > 0)
                if try isLast(index, .scope, effect, &machine) {
                    try demand(machine.scopes[scope].effects.last < 0)
                    machine.scopes[scope].effects.last = Int32(index)
                }
            }
            if effect.queue < 0 {
                try demand(effect.inQueue.next < 0)
            } else {
                let queue = Int(effect.queue)
                inQueues += 1
                if effect.stage != .waiting { machine.queues[queue].running += 1 }
                if try isLast(index, .queue, effect, &machine) {
                    try demand(machine.queues[queue].members.last < 0)
                    machine.queues[queue].members.last = Int32(index)
                }
            }
        }
        place = SavedLayout.header + 1
        for index in machine.stores.indices {
            if machine.stores[index].count < 0 { machine.stores[index].count = 0 }
            let length = try length(of: &machine.stores[index].effects, .store, machine.effects)
            try demand(length == machine.stores[index].count)
        }
        for index in machine.scopes.indices {
            let length = try length(of: &machine.scopes[index].effects, .scope, machine.effects)
            inScopes -= length
            if machine.scopes[index].open < 0 { machine.scopes[index].open = 0 }
            try demand(machine.scopes[index].open >= length)
        }
        for index in machine.queues.indices {
            inQueues -= try length(of: &machine.queues[index].members, .queue, machine.effects)
        }
        // Those in rings were not met.
        try demand(inScopes == 0 && inQueues == 0)
    }

    /// Makes an effect the one before the next in a list.
    ///
    /// - Returns: whether it is the last one.
    private func isLast(
        _ index: Int, _ list: List, _ effect: EffectMachine.Effect, _ machine: inout EffectMachine
    ) throws(EffectMachine.LoadingError) -> Bool {
        let next =
            switch list {
            case .store: Int(effect.inStore.next)
            case .scope: Int(effect.inScope.next)
            case .queue: Int(effect.inQueue.next)
            }
        if next < 0 { return true }
        try demand(next < machine.effects.count && machine.effects[next].isInFlight)
        switch list {
        case .store:
            try demand(machine.effects[next].store == effect.store && machine.effects[next].inStore.previous < 0)
            machine.effects[next].inStore.previous = Int32(index)
        case .scope:
            try demand(machine.effects[next].scope == effect.scope && machine.effects[next].inScope.previous < 0)
            machine.effects[next].inScope.previous = Int32(index)
        case .queue:
            try demand(machine.effects[next].queue == effect.queue && machine.effects[next].inQueue.previous < 0)
            machine.effects[next].inQueue.previous = Int32(index)
        }
        return false
    }

    /// Finds the first member of a list whose last is known, and counts the members.
    private func length(
        of members: inout SlotList, _ list: List, _ effects: [EffectMachine.Effect]
    ) throws(EffectMachine.LoadingError) -> Int {
        var (slot, count) = (members.last, 0)
        while slot >= 0 {
            count += 1
            members.first = slot
            slot =
                switch list {
                case .store: effects[Int(slot)].inStore.previous
                case .scope: effects[Int(slot)].inScope.previous
                case .queue: effects[Int(slot)].inQueue.previous
                }
            try demand(count <= effects.count)
        }
        return count
    }

    // MARK: Steps

    private mutating func step(
        _ machine: borrowing EffectMachine
    ) throws(EffectMachine.LoadingError) -> EffectMachine.Step {
        let tag = next()
        let (slot, generation) = pair()
        let nanoseconds = next()
        let effect = EffectHandle(slot: slot, generation: UInt32(bitPattern: generation))
        let isScope = slot > 0 && slot < machine.scopes.count
        if tag < 6 { try demand(slot >= 0 && slot < machine.effects.count) }
        switch tag {
        case 0: return .run(effect)
        case 1: return .schedule(effect, .wait, nanoseconds: nanoseconds)
        case 2: return .schedule(effect, .timeout, nanoseconds: nanoseconds)
        case 3: return .unschedule(effect, .wait)
        case 4: return .unschedule(effect, .timeout)
        case 5: return .stop(effect)
        case 6 where isScope: return .proceed(slot)
        case 7 where isScope: return .ended(slot)
        case 8: return .release(slot)
        default: throw .invalid(at: place - 3)
        }
    }
}
