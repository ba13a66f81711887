/// Names an effect of an ``EffectMachine``, also when it has ended.
package struct EffectHandle: Hashable, Sendable {
    package var slot: Int32
    package var generation: UInt32

    package init(slot: Int32, generation: UInt32) { (self.slot, self.generation) = (slot, generation) }

    /// No effect.
    package static var none: EffectHandle { EffectHandle(slot: -1, generation: 0) }
}

/// The neighbours in a list of slots.
package struct Links: Equatable, Sendable {
    package var previous: Int32 = -1
    package var next: Int32 = -1
}

/// A list of slots, linked through a property of theirs.
package struct SlotList: Equatable, Sendable {
    package var first: Int32 = -1
    var last: Int32 = -1

    var isEmpty: Bool { first < 0 }

    // Inlined, so that no key path is made.
    @inline(__always)
    mutating func append<Element>(_ slot: Int32, in pool: inout [Element], _ links: WritableKeyPath<Element, Links>) {
        pool[Int(slot)][keyPath: links] = Links(previous: last, next: -1)
        if last >= 0 { pool[Int(last)][keyPath: links].next = slot } else { first = slot }
        last = slot
    }

    @inline(__always)
    mutating func remove<Element>(_ slot: Int32, in pool: inout [Element], _ links: WritableKeyPath<Element, Links>) {
        let own = pool[Int(slot)][keyPath: links]
        if own.previous >= 0 { pool[Int(own.previous)][keyPath: links].next = own.next } else { first = own.next }
        if own.next >= 0 { pool[Int(own.next)][keyPath: links].previous = own.previous } else { last = own.previous }
        pool[Int(slot)][keyPath: links] = Links()
    }
}

/// What waits and runs under one name.
package struct EffectQueue: Sendable {
    package internal(set) var members = SlotList()
    /// How many of the members do not wait.
    var running: Int32 = 0
    /// Whether its members are being cancelled, so that none of those that wait starts.
    var isClosing = false
}

/// The effects of one store.
package struct StoreEffects: Sendable {
    package internal(set) var effects = SlotList()
    package var count: Int32 = 0
    /// How many of them belong to a child that may be removed.
    var children: Int32 = 0
    package var isOpen = true
    /// The active commands, in the order in which they were started.
    package internal(set) var active: [ActiveCommand] = []

    package init() {}
}

/// A command that is active while the state of its store requests it.
package struct ActiveCommand: Sendable {
    package var name: Int32
    package var flow: Int32
    /// The effect; it may have ended by itself, and is then not started again.
    package var effect: EffectHandle

    package init(name: Int32, flow: Int32, effect: EffectHandle) {
        (self.name, self.flow, self.effect) = (name, flow, effect)
    }
}
