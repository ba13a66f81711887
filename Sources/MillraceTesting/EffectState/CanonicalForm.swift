package import Millrace

extension EffectMachine {
    /// The machine in canonical form. Two machines that will make the same decisions have the same form.
    ///
    /// The form contains no slot numbers, generations or free slots. ``init(loading:)`` creates a machine from it, with
    /// the effects in consecutive slots from 0, in the order of the form.
    ///
    /// The form keeps the order of the effects in a queue, a store and a scope. ``CanonicalForm`` omits this order for
    /// effects whose label says that it makes no difference.
    ///
    /// The machine must have no pending steps.
    package borrowing func canonicalForm() -> [Int64] {
        var form = CanonicalForm()
        form.write(self)
        return form.words
    }
}

/// Writes machines in canonical form. It reuses its memory for each machine.
package struct CanonicalForm {
    /// The caller's knowledge about an effect.
    package struct Label {
        /// A value that distinguishes the effect from others, in addition to the machine's data.
        package var word: Int64 = 0
        /// Whether the order of the effect among those with its name makes a difference for their cancellation.
        package var keepsQueueOrder = true
        /// Whether the order of the effect in its store and scope makes a difference for their cancellation.
        package var keepsOrder = true

        package init() {}
    }

    package private(set) var words: [Int64] = []
    /// The machine's slots of the effects, in the order of the form.
    package private(set) var slots: [Int32] = []

    /// The records of the effects, in the order of their slots.
    private var records: [Int64] = []
    /// The indices of the records, in the order of the form.
    private var order: [Int] = []
    /// The slot and the label of each record.
    private var owners: [(slot: Int32, label: Int64)] = []

    package init() {}

    /// Writes the machine. ``words`` then contains the form.
    ///
    /// - Parameter labels: The labels of the effects, by slot. Defaults to none, which keeps every order.
    package mutating func write(_ machine: borrowing EffectMachine, labels: [Label] = []) {
        writeRecords(machine, labels)
        var scopes = ScopeOrder()
        if machine.scopes.count > machine.freeScopes.count + 1 {
            scopes.number(machine, keepsOrder: labels.isEmpty, signatures(machine))
            for index in owners.indices {
                let scope = machine.effects[Int(owners[index].slot)].scope
                records[index * EffectRecord.length] += Int64(scopes.numbers[Int(scope)])
            }
        }
        sort()
        slots.removeAll(keepingCapacity: true)
        for index in order { slots.append(owners[index].slot) }
        writeWords(machine, scopes, keepsOrder: labels.isEmpty)
    }

    // MARK: Effects

    /// Writes the record of each effect, without its scope.
    private mutating func writeRecords(_ machine: borrowing EffectMachine, _ labels: [Label]) {
        records.removeAll(keepingCapacity: true)
        owners.removeAll(keepingCapacity: true)
        let isOrdered =
            labels.isEmpty || machine.queueNumbers.count > 0 || labels.contains { $0.keepsOrder }
            || machine.hasGroups
        var stages: [EffectMachine.Stage] = []
        if isOrdered { for slot in 0..<machine.effects.count { stages.append(machine.effects[slot].stage) } }
        let ranks =
            isOrdered
            ? EffectRanks(
                machine, keepsOrder: { $0 >= labels.count || labels[$0].keepsOrder },
                keepsQueueOrder: { $0 >= labels.count || labels[$0].keepsQueueOrder || stages[$0] == .waiting }) : nil
        for slot in 0..<machine.effects.count where machine.effects[slot].isInFlight {
            var effect = machine.effects[slot]
            (effect.scope, effect.generation, effect.group) = (0, 0, effect.group < 0 ? -1 : 0)
            EffectRecord.append(effect, ranks?[slot] ?? .init(), to: &records)
            owners.append((Int32(slot), slot < labels.count ? labels[slot].word : 0))
        }
    }

    /// Sorts the records.
    private mutating func sort() {
        order.removeAll(keepingCapacity: true)
        // Insertion sort: there are few records, and most are sorted already.
        for index in owners.indices {
            var place = order.count
            while place > 0, precedes(index, order[place - 1]) { place -= 1 }
            order.insert(index, at: place)
        }
    }

    private func precedes(_ one: Int, _ other: Int) -> Bool {
        let (first, second) = (one * EffectRecord.length, other * EffectRecord.length)
        for word in 0..<EffectRecord.length {
            // Compares the flow, the scope and the ranks first.
            if word == 3, owners[one].label != owners[other].label { return owners[one].label < owners[other].label }
            if records[first + word] != records[second + word] { return records[first + word] < records[second + word] }
        }
        return false
    }

    /// The signature of each scope, a hash of the effects in it.
    private func signatures(_ machine: borrowing EffectMachine) -> [UInt64] {
        var signatures = [UInt64](repeating: 0, count: machine.scopes.count)
        for index in owners.indices {
            let scope = Int(machine.effects[Int(owners[index].slot)].scope)
            var signature = mixed(UInt64(bitPattern: owners[index].label))
            for word in 0..<EffectRecord.length {
                signature = mixed(signature ^ UInt64(bitPattern: records[index * EffectRecord.length + word]))
            }
            signatures[scope] &+= signature
        }
        return signatures
    }

    // MARK: Words

    /// The index of a group in the form.
    private func number(ofGroup slot: Int32) -> Int32 { Int32(slots.firstIndex(of: slot) ?? 0) }

    private mutating func writeWords(_ machine: borrowing EffectMachine, _ scopes: ScopeOrder, keepsOrder: Bool) {
        words.removeAll(keepingCapacity: true)
        SavedLayout.appendHeader(
            [order.count, scopes.order.count, machine.stores.count, machine.activeCount, 0], to: &words)
        records.withUnsafeBufferPointer { records in
            for index in order {
                let start = index * EffectRecord.length
                words.append(
                    contentsOf: UnsafeBufferPointer(rebasing: records[start..<(start + EffectRecord.length)]))
            }
        }
        // A group is referred to by its index in the form, which is known only now.
        for (index, slot) in slots.enumerated() where machine.effects[Int(slot)].group >= 0 {
            let number = number(ofGroup: machine.effects[Int(slot)].group)
            words[SavedLayout.header + index * EffectRecord.length + EffectRecord.group] += Int64(number) << 32
        }
        for number in scopes.order {
            var scope = machine.scopes[Int(number)]
            scope.parent = scopes.numbers[Int(scope.parent)]
            let group = machine.group(of: Int(number)) { self.number(ofGroup: $0) }
            ScopeRecord.append(scope, holds: machine.holds(of: Int(number)), rank: 0, group: group, to: &words)
        }
        for number in 0..<machine.stores.count { words.append(machine.stores[number].isOpen ? 1 : 0) }
        for number in 0..<machine.stores.count where !machine.stores[number].active.isEmpty {
            let active = machine.activeCommands(of: number)
            for command in keepsOrder ? active : active.sorted(by: { $0.name < $1.name }) {
                let isLive = machine.isLive(command.effect)
                let slot = isLive ? slots.firstIndex(of: command.effect.slot).map { Int32($0) } ?? -1 : -1
                ActiveRecord.append(command, EffectHandle(slot: slot, generation: 0), of: number, to: &words)
            }
        }
    }
}

/// The order of the used scopes, which depends only on their contents. Parents come first, and siblings are adjacent.
private struct ScopeOrder {
    /// The scopes, in this order.
    private(set) var order: [Int32] = []
    /// The position of each scope, counted from 1. Unused scopes have 0.
    private(set) var numbers: [Int32] = [0]

    /// - Parameters:
    ///   - keepsOrder: Whether siblings keep their order in the machine.
    ///   - signatures: The hash of the effects in each scope. Two different scopes have the same hash with a
    ///     probability of 2⁻⁶⁴. The only consequence is that a machine then has two forms.
    mutating func number(_ machine: borrowing EffectMachine, keepsOrder: Bool, _ signatures: [UInt64]) {
        var outer: [Int32] = []
        for scope in 1..<Int32(machine.scopes.count)
        where machine.scopes[scope].open > 0 && machine.scopes[scope].parent == 0 { outer.append(scope) }
        numbers = Array(repeating: 0, count: machine.scopes.count)
        append(outer, machine) { siblings in siblings }
        let signatures = sign(machine, keepsOrder, signatures)
        let precedes = { (one: Int32, other: Int32) in signatures[Int(one)] < signatures[Int(other)] }
        order.removeAll()
        append(outer.sorted(by: precedes), machine) { keepsOrder ? $0 : $0.sorted(by: precedes) }
        for (index, scope) in order.enumerated() { numbers[Int(scope)] = Int32(index + 1) }
    }

    /// Appends scopes, and then their descendants in breadth-first order.
    private mutating func append(
        _ outer: [Int32], _ machine: borrowing EffectMachine, _ sorted: ([Int32]) -> [Int32]
    ) {
        order += outer
        var next = 0
        while next < order.count {
            var siblings: [Int32] = []
            var inner = machine.scopes[Int(order[next])].scopes.first
            while inner >= 0 {
                siblings.append(inner)
                inner = machine.inParent.next(inner)
            }
            order += sorted(siblings)
            next += 1
        }
    }

    /// Adds to the signature of each scope its own properties and the signatures of all its descendants.
    private func sign(_ machine: borrowing EffectMachine, _ keepsOrder: Bool, _ effects: [UInt64]) -> [UInt64] {
        var signatures = effects
        for scope in order.reversed() {
            let own = machine.scopes[Int(scope)]
            let record = SavedLayout.pair(own.sequence, ScopeRecord.flags(own))
            var signature = mixed(signatures[Int(scope)] ^ UInt64(bitPattern: record))
            signature = mixed(signature ^ UInt64(bitPattern: SavedLayout.pair(own.next, own.count)))
            signature = mixed(signature ^ UInt64(UInt32(bitPattern: own.open)))
            if keepsOrder {
                var (rank, previous) = (UInt64(1), own.parent == 0 ? -1 : machine.inParent.previous(scope))
                while previous >= 0 { (rank, previous) = (rank + 1, machine.inParent.previous(previous)) }
                signature = mixed(signature ^ rank)
            }
            signatures[Int(scope)] = signature
            if own.parent != 0 { signatures[Int(own.parent)] &+= signature }
        }
        return signatures
    }
}

/// Mixes the bits of a word. The result is the same in every process (SplitMix64; Steele, Lea and Flood, 2014).
func mixed(_ word: UInt64) -> UInt64 {
    var mixed = word &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
}
