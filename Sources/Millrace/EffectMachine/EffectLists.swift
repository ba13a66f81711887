/// Identifies an effect of an ``EffectMachine``. A handle is not reused, so it can also be checked after the effect has ended.
package struct EffectHandle: Hashable, Sendable {
    package var slot: Int32
    package var generation: UInt32

    package init(slot: Int32, generation: UInt32) { (self.slot, self.generation) = (slot, generation) }

    /// No effect.
    package static var none: EffectHandle { EffectHandle(slot: -1, generation: 0) }
}

/// The effects that run and wait under one name.
package struct EffectQueue: Sendable {
    package internal(set) var members = SlotList()
    /// The number of members that have started, and the number of members that wait.
    var running: Int32 = 0, waiting: Int32 = 0
    /// Whether all members are being cancelled. No waiting member is started then.
    var isClosing = false
}

/// The effects of one store.
package struct StoreEffects: Sendable {
    /// The effects in flight, in the order in which they were started.
    package internal(set) var effects = SlotList()
    /// The number of effects that belong to children that may be removed.
    var children: Int32 = 0
    package var isOpen = true
    /// The active commands, in the order in which they were started.
    package internal(set) var active = SlotList()

    package init() {}
}

/// A command that is active while the state of its store requests it.
package struct ActiveCommand: Sendable {
    package var name: Int32
    package var flow: Int32
    /// The effect of the command. If the effect has ended by itself, it is not started again.
    package var effect: EffectHandle
    /// During an update, the index of the request with the same name; -1 if there is none.
    var request: Int32 = -1

    package init(name: Int32, flow: Int32, effect: EffectHandle) {
        (self.name, self.flow, self.effect) = (name, flow, effect)
    }
}
