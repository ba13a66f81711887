extension EffectMachine {
    /// The machine as words that are the same for every machine that will decide the same: they do not tell numbers of
    /// slots, generations, nor free places. ``init(loading:)`` makes a machine of them, with the effects in the slots from 0
    /// on, in the order of the words.
    ///
    /// The order of effects in a queue, store and scope is kept. ``CanonicalForm`` leaves it out where the runner knows that
    /// it makes no difference.
    ///
    /// No step may be pending.
    package borrowing func canonicalForm() -> [Int64] {
        var form = CanonicalForm()
        form.write(self)
        return form.words
    }
}

/// Writes machines in canonical form, and uses its memory again for the next.
package struct CanonicalForm {
    /// What the runner knows of an effect.
    package struct Label {
        /// What tells the effect from others, besides what the machine knows.
        package var word: Int64 = 0
        /// Whether its place among the effects of its name makes a difference when they are cancelled.
        package var keepsQueueOrder = true
        /// Whether its place among the effects of its store and scope makes a difference when they are cancelled.
        package var keepsOrder = true

        package init() {}
    }

    /// An effect while it looks for its place.
    private struct Candidate {
        var slot: Int32
        var flow: Int32
        var scope: Int32 = 0
        /// The places that make a difference.
        var ranks: Int64 = 0
        var label: Int64
    }

    package private(set) var words: [Int64] = []
    /// The slots that the effects had, in the order of the form.
    package var slots: [Int32] { writer.slots }

    private var writer = MachineWriter()
    private var candidates: [Candidate] = []
    private var signatures: [UInt64] = []
    /// The last effect of each list, while lists are made.
    private var lasts: [Int32] = []

    package init() { writer.isCompact = true }

    /// Writes the machine; the words are in ``words``.
    ///
    /// - Parameter labels: what the runner knows of the effects, by slot. Defaults to nothing, and to keeping every order.
    package mutating func write(_ machine: borrowing EffectMachine, labels: [Label] = []) {
        collect(machine, labels)
        if machine.scopes.count > machine.freeScopes.count + 1 {
            numberScopes(machine, keepsOrder: labels.isEmpty)
        } else {
            writer.scopes.removeAll(keepingCapacity: true)
            writer.scopeNumbers.removeAll(keepingCapacity: true)
            for _ in machine.scopes { writer.scopeNumbers.append(0) }
        }
        sort(machine)
        numberActive(machine, keepsOrder: labels.isEmpty)
        writer.write(machine, to: &words)
        link(machine)
    }

    // MARK: Effects

    private mutating func collect(_ machine: borrowing EffectMachine, _ labels: [Label]) {
        candidates.removeAll(keepingCapacity: true)
        for slot in machine.effects.indices {
            let effect = machine.effects[slot]
            guard effect.isInFlight else { continue }
            let label = slot < labels.count ? labels[slot] : Label()
            var candidate = Candidate(slot: Int32(slot), flow: effect.flow, label: label.word)
            if effect.queue >= 0, effect.stage == .waiting || label.keepsQueueOrder {
                candidate.ranks |= queueRank(effect, machine, labels)
            }
            if label.keepsOrder { candidate.ranks |= storeRank(effect, machine, labels) << 20 }
            if label.keepsOrder, effect.scope != 0 { candidate.ranks |= scopeRank(effect, machine, labels) << 40 }
            candidates.append(candidate)
        }
    }

    /// How many effects whose place makes a difference come before, and this one.
    private func queueRank(
        _ effect: EffectMachine.Effect, _ machine: borrowing EffectMachine, _ labels: [Label]
    ) -> Int64 {
        var (rank, slot) = (Int64(1), effect.inQueue.previous)
        while slot >= 0 {
            let other = machine.effects[Int(slot)]
            if keepsQueueOrder(slot, other, labels) { rank += 1 }
            slot = other.inQueue.previous
        }
        return rank
    }

    private func storeRank(
        _ effect: EffectMachine.Effect, _ machine: borrowing EffectMachine, _ labels: [Label]
    ) -> Int64 {
        var (rank, slot) = (Int64(1), effect.inStore.previous)
        while slot >= 0 {
            if keepsOrder(slot, labels) { rank += 1 }
            slot = machine.effects[Int(slot)].inStore.previous
        }
        return rank
    }

    private func scopeRank(
        _ effect: EffectMachine.Effect, _ machine: borrowing EffectMachine, _ labels: [Label]
    ) -> Int64 {
        var (rank, slot) = (Int64(1), effect.inScope.previous)
        while slot >= 0 {
            if keepsOrder(slot, labels) { rank += 1 }
            slot = machine.effects[Int(slot)].inScope.previous
        }
        return rank
    }

    private func keepsQueueOrder(_ slot: Int32, _ effect: EffectMachine.Effect, _ labels: [Label]) -> Bool {
        effect.stage == .waiting || slot >= labels.count || labels[Int(slot)].keepsQueueOrder
    }

    private func keepsOrder(_ slot: Int32, _ labels: [Label]) -> Bool {
        slot >= labels.count || labels[Int(slot)].keepsOrder
    }

    /// Puts the effects in order: by their flows, then by their scopes, then by everything else.
    private mutating func sort(_ machine: borrowing EffectMachine) {
        for index in candidates.indices {
            candidates[index].scope = writer.scopeNumbers[Int(machine.effects[Int(candidates[index].slot)].scope)]
        }
        // There are few, and most are in order already.
        for index in candidates.indices.dropFirst() {
            var place = index
            while place > 0, precedes(candidates[place], candidates[place - 1], machine) {
                candidates.swapAt(place, place - 1)
                place -= 1
            }
        }
        writer.slots.removeAll(keepingCapacity: true)
        writer.numbers.removeAll(keepingCapacity: true)
        for _ in machine.effects { writer.numbers.append(-1) }
        for (number, candidate) in candidates.enumerated() {
            writer.slots.append(candidate.slot)
            writer.numbers[Int(candidate.slot)] = Int32(number)
        }
    }

    private func precedes(_ one: Candidate, _ other: Candidate, _ machine: borrowing EffectMachine) -> Bool {
        if one.flow != other.flow { return one.flow < other.flow }
        if one.scope != other.scope { return one.scope < other.scope }
        if one.ranks != other.ranks { return one.ranks < other.ranks }
        if one.label != other.label { return one.label < other.label }
        let (mine, others) = (machine.effects[Int(one.slot)], machine.effects[Int(other.slot)])
        let (name, otherName) = (machine.name(ofSlot: one.slot), machine.name(ofSlot: other.slot))
        if name != otherName { return name < otherName }
        return mine.precedes(others)
    }

    // MARK: Scopes

    /// Numbers the scopes from the outermost on, those of one parent by what is in them.
    private mutating func numberScopes(_ machine: borrowing EffectMachine, keepsOrder: Bool) {
        let count = machine.scopes.count
        writer.scopes.removeAll(keepingCapacity: true)
        writer.scopeNumbers = Array(repeating: 0, count: count)
        for scope in 1..<count where machine.scopes[scope].open > 0 && machine.scopes[scope].parent == 0 {
            writer.scopes.append(Int32(scope))
        }
        var next = 0
        while next < writer.scopes.count {
            var inner = machine.scopes[Int(writer.scopes[next])].scopes.first
            while inner >= 0 {
                writer.scopes.append(inner)
                inner = machine.scopes[Int(inner)].inParent.next
            }
            next += 1
        }
        sign(machine, count, keepsOrder)
        // Those without a parent are first, and what they have follows in the order of their parents.
        var ordered: [Int32] = []
        ordered.reserveCapacity(writer.scopes.count)
        ordered += writer.scopes.filter { machine.scopes[Int($0)].parent == 0 }.sorted(by: precedes)
        next = 0
        while next < ordered.count {
            let first = ordered.count
            var inner = machine.scopes[Int(ordered[next])].scopes.first
            while inner >= 0 {
                ordered.append(inner)
                inner = machine.scopes[Int(inner)].inParent.next
            }
            if !keepsOrder, ordered.count - first > 1 { ordered[first...].sort(by: precedes) }
            next += 1
        }
        writer.scopes = ordered
        for (index, scope) in ordered.enumerated() { writer.scopeNumbers[Int(scope)] = Int32(index + 1) }
    }

    private func precedes(_ one: Int32, _ other: Int32) -> Bool { signatures[Int(one)] < signatures[Int(other)] }

    /// Computes for each scope a number that depends on what is in it, at any depth.
    ///
    /// Two scopes that differ have the same number with a probability of 2⁻⁶⁴, and then no more happens than that one
    /// machine has two forms.
    private mutating func sign(_ machine: borrowing EffectMachine, _ count: Int, _ keepsOrder: Bool) {
        signatures.removeAll(keepingCapacity: true)
        for _ in 0..<count { signatures.append(0) }
        for candidate in candidates {
            let effect = machine.effects[Int(candidate.slot)]
            if effect.scope == 0 { continue }
            var signature = mixed(UInt64(bitPattern: SavedLayout.pair(effect.flow, effect.child)))
            signature = mixed(signature ^ UInt64(bitPattern: candidate.ranks))
            signature = mixed(signature ^ UInt64(bitPattern: candidate.label))
            signature = mixed(
                signature ^ UInt64(effect.stage.rawValue) << 32 ^ UInt64(UInt32(bitPattern: effect.attempt)))
            signature = mixed(signature ^ UInt64(UInt32(bitPattern: machine.name(ofSlot: candidate.slot))))
            signatures[Int(effect.scope)] &+= signature
        }
        for scope in writer.scopes.reversed() {
            let own = machine.scopes[Int(scope)]
            let flags: Int32 = (own.hasFailedBefore ? 1 : 0) | (own.hasFailed ? 2 : 0) | (own.isCancelled ? 4 : 0)
            var signature = mixed(signatures[Int(scope)] ^ UInt64(bitPattern: SavedLayout.pair(own.rest, flags)))
            signature = mixed(signature ^ UInt64(UInt32(bitPattern: own.open)))
            if keepsOrder {
                var (rank, previous) = (UInt64(1), own.inParent.previous)
                while previous >= 0 { (rank, previous) = (rank + 1, machine.scopes[Int(previous)].inParent.previous) }
                signature = mixed(signature ^ rank)
            }
            signatures[Int(scope)] = signature
            if own.parent != 0 { signatures[Int(own.parent)] &+= signature }
        }
    }

    /// Mixes the bits of a word (SplitMix64; Steele, Lea and Flood, 2014), the same in every process.
    private func mixed(_ word: UInt64) -> UInt64 {
        var mixed = word &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    // MARK: Active commands

    private mutating func numberActive(_ machine: borrowing EffectMachine, keepsOrder: Bool) {
        writer.active.removeAll(keepingCapacity: true)
        for place in machine.active.indices {
            writer.active.append(Int32(place))
            if keepsOrder { continue }
            var index = place
            while index > 0,
                isBefore(machine.active[Int(writer.active[index])], machine.active[Int(writer.active[index - 1])])
            {
                writer.active.swapAt(index, index - 1)
                index -= 1
            }
        }
    }

    private func isBefore(_ one: ActiveEffect, _ other: ActiveEffect) -> Bool {
        (one.store, one.name) < (other.store, other.name)
    }

    // MARK: Lists

    /// The lists that an effect can be in. The raw value is the place of its rank.
    private enum List: Int64 { case queue = 0, store = 20, scope = 40 }

    /// Puts the lists in the order of the form, but for those whose place makes a difference: they come last, in the order
    /// that they had.
    private mutating func link(_ machine: borrowing EffectMachine) {
        for number in candidates.indices {
            let start = SavedLayout.header + number * SavedLayout.effect
            words[start + 3] |= SavedLayout.pair(0, -1)
            words[start + 7] = -1
        }
        link(.store, machine, machine.stores.count)
        if !machine.queues.isEmpty { link(.queue, machine, machine.queues.count) }
        if writer.scopes.isEmpty { return }
        link(.scope, machine, machine.scopes.count)
        for (index, scope) in writer.scopes.enumerated() {
            let parent = machine.scopes[Int(scope)].parent
            let start = SavedLayout.header + candidates.count * SavedLayout.effect + index * SavedLayout.scope
            let isFollowed =
                parent != 0 && index + 1 < writer.scopes.count
                && machine.scopes[Int(writer.scopes[index + 1])].parent == parent
            words[start + 2] = isFollowed ? Int64(index + 2) : 0
        }
    }

    private mutating func link(_ list: List, _ machine: borrowing EffectMachine, _ count: Int) {
        lasts.removeAll(keepingCapacity: true)
        for _ in 0..<count { lasts.append(-1) }
        var most: Int64 = 0
        for number in candidates.indices {
            let rank = candidates[number].ranks >> list.rawValue & 0xF_FFFF
            if rank == 0 { append(number, to: list, machine) } else { most = max(most, rank) }
        }
        if most == 0 { return }
        for rank in 1...most {
            for number in candidates.indices where candidates[number].ranks >> list.rawValue & 0xF_FFFF == rank {
                append(number, to: list, machine)
            }
        }
    }

    private mutating func append(_ number: Int, to list: List, _ machine: borrowing EffectMachine) {
        let slot = Int(candidates[number].slot)
        let owner: Int
        switch list {
        case .store: owner = Int(machine.effects[slot].store)
        case .queue: owner = Int(machine.effects[slot].queue)
        case .scope: owner = machine.effects[slot].scope == 0 ? -1 : Int(machine.effects[slot].scope)
        }
        if owner < 0 { return }
        let last = Int(lasts[owner])
        lasts[owner] = Int32(number)
        if last < 0 { return }
        let start = SavedLayout.header + last * SavedLayout.effect
        switch list {
        case .queue: words[start + 3] = SavedLayout.pair(SavedLayout.low(words[start + 3]), Int32(number))
        case .store: words[start + 7] = SavedLayout.pair(Int32(number), SavedLayout.high(words[start + 7]))
        case .scope: words[start + 7] = SavedLayout.pair(SavedLayout.low(words[start + 7]), Int32(number))
        }
    }
}

extension EffectMachine.Effect {
    /// Whether the effect comes before `other` in an order of all that tells effects apart but for their flow, scope and
    /// places in lists.
    fileprivate func precedes(_ other: EffectMachine.Effect) -> Bool {
        if store != other.store { return store < other.store }
        if kind != other.kind { return kind.rawValue < other.kind.rawValue }
        if stage != other.stage { return stage.rawValue < other.stage.rawValue }
        if child != other.child { return child < other.child }
        if attempt != other.attempt { return attempt < other.attempt }
        if active != other.active { return active < other.active }
        if heldEvents != other.heldEvents { return heldEvents < other.heldEvents }
        if timer != other.timer { return timer < other.timer }
        if timeout != other.timeout { return timeout < other.timeout }
        if limit != other.limit { return limit < other.limit }
        if hasTimer != other.hasTimer { return other.hasTimer }
        if hasTimeout != other.hasTimeout { return other.hasTimeout }
        if retries.attempts != other.retries.attempts { return retries.attempts < other.retries.attempts }
        if retries.delay != other.retries.delay { return retries.delay < other.retries.delay }
        return retries.factor < other.retries.factor
    }
}
