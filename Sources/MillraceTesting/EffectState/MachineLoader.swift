import Millrace

/// Creates an ``EffectMachine`` from untrusted words. No input creates a machine that traps later.
///
/// It rebuilds the lists of the machine by adding effects and scopes in the order of their saved positions.
struct MachineLoader {
    private let words: UnsafeBufferPointer<Int64>
    /// The index of the next record.
    private var place = 0
    /// The groups that continue after the links of sequences, by scope.
    private var linkGroups: [Int32] = [-1]

    /// The maximum value of a counter in a saved machine, so that it cannot overflow soon.
    private static let maximumCount = Int32.max / 2

    init(_ words: UnsafeBufferPointer<Int64>) { self.words = words }

    mutating func load(into machine: inout EffectMachine) throws(EffectMachine.LoadingError) {
        guard let version = words.first else { throw .wrongLength }
        guard version == EffectMachine.savedVersion else { throw .unknownVersion(version) }
        guard words.count >= SavedLayout.header else { throw .wrongLength }
        let (effects, scopes, stores) = (try count(1), try count(2), try count(3))
        let (active, steps) = (try count(4), try count(5))
        let length =
            SavedLayout.header + effects * EffectRecord.length + scopes * ScopeRecord.length + stores
            + active * ActiveRecord.length + steps * StepRecord.length
        guard length == words.count else { throw .wrongLength }
        place += SavedLayout.header + effects * EffectRecord.length
        try loadScopes(scopes, &machine)
        for _ in 0..<stores { try loadStore(&machine) }
        let afterStores = place
        place = SavedLayout.header
        try loadEffects(effects, &machine)
        place = afterStores
        for _ in 0..<active { try loadActive(&machine) }
        for _ in 0..<steps { try loadStep(&machine) }
    }

    private func count(_ index: Int) throws(EffectMachine.LoadingError) -> Int {
        let count = words[index]
        guard count >= 0, count <= words.count else { throw .wrongLength }
        return Int(count)
    }

    /// The words of the next record.
    private mutating func next(_ length: Int) -> UnsafeBufferPointer<Int64> {
        place += length
        return UnsafeBufferPointer(rebasing: words[(place - length)..<place])
    }

    private func validate(_ isValid: Bool) throws(EffectMachine.LoadingError) {
        guard isValid else { throw .invalid(at: place) }
    }

    /// Calls `body` with the numbers below `count`, sorted by rank and then by number.
    private func forEach(
        _ count: Int, by rank: (Int) -> Int32, _ body: (Int) throws(EffectMachine.LoadingError) -> Void
    )
        throws(EffectMachine.LoadingError)
    {
        if (0..<count).allSatisfy({ rank($0) == 0 }) {
            for number in 0..<count { try body(number) }
        } else {
            for number in (0..<count).sorted(by: { (rank($0), $0) < (rank($1), $1) }) { try body(number) }
        }
    }

    // MARK: Scopes and stores

    private mutating func loadScopes(
        _ count: Int, _ machine: inout EffectMachine
    ) throws(EffectMachine.LoadingError) {
        if count == 0 { return }
        var (parents, flags, ranks) = ([Int32(0)], [ScopeRecord.free], [Int32(0)])
        for number in 1...count {
            let record = next(ScopeRecord.length)
            var scope = EffectScope()
            (scope.open, scope.sequence) = (SavedLayout.high(record[0]), SavedLayout.high(record[1]))
            (scope.next, scope.count) = (SavedLayout.high(record[3]), SavedLayout.low(record[3]))
            flags.append(SavedLayout.low(record[0]))
            try validate(scope.sequence >= 0 || SavedLayout.high(record[2]) == -1 && record[3] == 0)
            try validate(scope.next >= 0 && scope.next <= scope.count)
            parents.append(SavedLayout.low(record[1]))
            ranks.append(SavedLayout.low(record[2]))
            linkGroups.append(flags[number] == ScopeRecord.free ? -1 : SavedLayout.high(record[2]))
            try validate(scope.open >= 0 && scope.open <= Self.maximumCount && scope.sequence >= -1)
            try validate(
                parents[number] >= 0 && parents[number] <= count && (0...ScopeRecord.free).contains(flags[number]))
            machine.scopes.append(scope)
        }
        try forEach(count + 1, by: { ranks[$0] }) { number throws(EffectMachine.LoadingError) in
            if flags[number] == ScopeRecord.free || parents[number] == 0 { return }
            try validate(flags[Int(parents[number])] != ScopeRecord.free)
            machine.join(Int32(number), parents[number])
        }
        try validateTree(parents)
        for number in (1...count).reversed() {
            machine.scopes[number].hasFailedBefore = flags[number] & 1 != 0
            machine.scopes[number].hasFailed = flags[number] & 2 != 0
            machine.scopes[number].isCancelled = flags[number] & 4 != 0
            machine.scopes[number].ignoresFailure = flags[number] & 8 != 0
            if flags[number] == ScopeRecord.free { machine.freeScopes.append(Int32(number)) }
        }
    }

    /// Throws an error if a scope or a group, counted from 1, is its own ancestor.
    private func validateTree(_ parents: [Int32]) throws(EffectMachine.LoadingError) {
        var visits = [Int](repeating: 0, count: parents.count)
        for number in parents.indices.dropFirst() {
            var scope = number
            while scope != 0, visits[scope] == 0 {
                visits[scope] = number
                scope = Int(parents[scope])
            }
            try validate(scope == 0 || visits[scope] != number)
        }
    }

    private mutating func loadStore(_ machine: inout EffectMachine) throws(EffectMachine.LoadingError) {
        let word = next(1)[0]
        try validate((0...2).contains(word))
        var store = StoreEffects()
        store.isOpen = word == 1
        if word == 2 { machine.freeStores.append(Int32(machine.stores.count)) }
        machine.stores.append(store)
    }

    // MARK: Effects

    private mutating func loadEffects(
        _ count: Int, _ machine: inout EffectMachine
    ) throws(EffectMachine.LoadingError) {
        var lists: [(scope: Int32, ranks: EffectRanks.Ranks)] = []
        lists.reserveCapacity(count)
        let (freeScopes, freeStores) = (machine.freeScopes.numbers, machine.freeStores.numbers)
        for _ in 0..<count {
            guard let record = EffectRecord.read(next(EffectRecord.length)) else { throw .invalid(at: place) }
            var effect = record.effect
            try validate(isValid(effect, record.scope, machine))
            if effect.isInFlight {
                try validate(!freeStores.contains(effect.store) && !freeScopes.contains(record.scope))
            } else {
                effect.scope = record.scope
            }
            machine.effects.append(effect)
            lists.append((record.scope, record.ranks))
        }
        try validateGroups(machine)
        try forEach(count, by: { lists[$0].ranks.store }) { slot in
            if machine.effects[slot].isInFlight { machine.joinStore(Int32(slot)) }
        }
        try forEach(count, by: { lists[$0].ranks.group }) { slot in
            if machine.effects[slot].isInFlight, machine.effects[slot].group >= 0 { machine.joinGroup(Int32(slot)) }
        }
        for (scope, group) in linkGroups.enumerated() where group != -1 {
            let isLive = group >= 0 && Int(group) < count && machine.effects[group].isInFlight
            try validate(isLive ? machine.effects[group].kind == .group : group == ScopeRecord.endedGroup)
            // No slot has this number.
            let ended = EffectHandle(slot: .max, generation: 0)
            machine.join(link: Int32(scope), isLive ? machine.handle(group) : ended)
        }
        try forEach(count, by: { lists[$0].ranks.queue }) { slot in
            if machine.effects[slot].isInFlight { machine.joinQueue(Int32(slot)) }
        }
        try forEach(count, by: { lists[$0].ranks.scope }) { slot in
            if machine.effects[slot].isInFlight { machine.move(Int32(slot), to: lists[slot].scope) }
        }
        for slot in (0..<count).reversed() where machine.effects[slot].stage == .free {
            machine.freeEffects.append(Int32(slot))
        }
    }

    /// Throws an error if the group of an effect is not a group in flight, or is its own ancestor.
    private func validateGroups(_ machine: borrowing EffectMachine) throws(EffectMachine.LoadingError) {
        var parents: [Int32] = [0]
        for slot in 0..<machine.effects.count {
            let group = machine.effects[slot].isInFlight ? machine.effects[slot].group : -1
            // An effect that has ended has left its group.
            try validate(machine.effects[slot].rule != .runner || group >= 0 || !machine.effects[slot].isInFlight)
            try validate(group >= -1 && Int(group) < machine.effects.count)
            if group >= 0 {
                let outer = machine.effects[group]
                try validate(outer.kind == .group && (outer.stage == .running || outer.stage == .ending))
                try validate(outer.store == machine.effects[slot].store)
            }
            parents.append(group + 1)
        }
        try validateTree(parents)
    }

    private func isValid(_ effect: EffectMachine.Effect, _ scope: Int32, _ machine: borrowing EffectMachine) -> Bool {
        if effect.stage == .free { return true }
        let isCounted =
            (0...Self.maximumCount).contains(effect.attempt) && (0...Self.maximumCount).contains(effect.heldEvents)
            && effect.limit >= 1
        let isPlaced =
            effect.store >= 0 && effect.store < machine.stores.count && scope >= 0 && scope < machine.scopes.count
        return isCounted && isPlaced && effect.name >= 0 && effect.flow >= -1 && effect.child >= -1
    }

    private mutating func loadActive(_ machine: inout EffectMachine) throws(EffectMachine.LoadingError) {
        let record = next(ActiveRecord.length)
        let (owner, flow, handle) = (
            record[0], record[1], record[2]
        )
        let (store, slot) = (SavedLayout.high(owner), SavedLayout.high(handle))
        try validate(store >= 0 && store < machine.stores.count && slot >= -1 && slot < machine.effects.count)
        try validate(flow >= -1 && flow <= Int32.max)
        let effect = EffectHandle(slot: slot, generation: UInt32(bitPattern: SavedLayout.low(handle)))
        let command = ActiveCommand(name: SavedLayout.low(owner), flow: Int32(flow), effect: effect)
        machine.addActive(command, of: store)
    }

    private mutating func loadStep(_ machine: inout EffectMachine) throws(EffectMachine.LoadingError) {
        let record = next(StepRecord.length)
        let step = StepRecord.read(record, effects: machine.effects.count, scopes: machine.scopes.count)
        guard let step else { throw .invalid(at: place) }
        machine.emit(step)
    }
}
