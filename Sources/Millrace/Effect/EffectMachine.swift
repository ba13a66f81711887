/// Decides everything about effects: what runs, waits, replaces, retries, times out, follows in sequence, and is
/// cancelled with its scope.
///
/// A value without a feature's types, closures, tasks or a clock. A *runner* gives it inputs (start, end, cancel, timer
/// fired, store closed) and performs its ``Step``s in order. An engine runs it with tasks and a scheduler; an explorer
/// searches it. Flows and commands are handles of the runner, so the value can be copied, compared, saved and loaded.
///
/// The stored properties are lists of plain integers. Handle 0 of a scope and of a name means "none"; -1 means "none"
/// everywhere else.
package struct EffectMachine: ~Copyable {
    /// An effect in flight: a command, a delay, the interval of a throttle, a worker, or a message that middleware holds.
    package struct Effect: Equatable, Sendable {
        package internal(set) var generation: UInt32 = 0
        package internal(set) var stage = Stage.free
        package internal(set) var kind = Kind.command
        /// The runner's handle of the request.
        package internal(set) var flow: Int32 = -1
        /// The store that the effect belongs to.
        package internal(set) var store: Int32 = 0
        /// The runner's handle of the child scope that the effect ends with; -1 for none.
        package internal(set) var child: Int32 = -1
        /// The scope that waits for the effect; 0 for none.
        package internal(set) var scope: Int32 = 0
        /// The queue of the effect's name; -1 for none.
        package internal(set) var queue: Int32 = -1
        /// The number of effects of the same name that may run beside it.
        var limit: Int32 = .max
        /// The name among the store's active commands; 0 for none.
        package internal(set) var active: Int32 = 0
        /// How often the handler was called.
        package internal(set) var attempt: Int32 = 0
        var retries = Retries()
        /// Events of the command that middleware holds.
        package internal(set) var heldEvents: Int32 = 0
        /// The timer that the stage waits for, in nanoseconds; negative for none.
        package internal(set) var timer: Int64 = -1
        /// The timeout of a command, in nanoseconds; negative for none.
        package internal(set) var timeout: Int64 = -1
        package internal(set) var hasTimer = false
        package internal(set) var hasTimeout = false
        var inStore = Links(), inScope = Links(), inQueue = Links()

        /// Whether the slot is used by an effect that has not ended.
        var isInFlight: Bool { stage != .free && stage != .ended }
    }

    /// What an effect is.
    package enum Kind: UInt8, Sendable {
        case command, delay, interval, worker, held
    }

    /// How far an effect is.
    package enum Stage: UInt8, Sendable {
        /// The slot is unused.
        case free
        /// It waits for others of its name.
        case waiting
        /// A command waits for its turn.
        case requested
        /// A handler or worker works, or a timer is scheduled.
        case running
        /// A command waits to be tried again.
        case pausing
        /// A command has ended, but middleware still holds events of it.
        case ending
        /// It has ended; the runner has not released its slot.
        case ended
    }

    /// What the runner must do, in order.
    package enum Step: Equatable, Sendable {
        /// Take the turn of a command, in the queue of messages.
        case run(EffectHandle)
        /// Schedule a timer.
        case schedule(EffectHandle, Timer, nanoseconds: Int64)
        /// Cancel a timer.
        case unschedule(EffectHandle, Timer)
        /// The effect was cancelled: stop its work, then ``EffectMachine/free(_:)`` it.
        case stop(EffectHandle)
        /// A link of a sequence has ended: continue with ``EffectMachine/closeLink(_:)``.
        case proceed(Int32)
        /// All work of a scope has ended: resume its receipt, then ``EffectMachine/close(_:)`` it.
        case ended(Int32)
        /// The machine no longer refers to this handle of a flow.
        case release(Int32)
    }

    /// The timers of an effect.
    package enum Timer: UInt8, Sendable {
        /// The delay, the interval, the pause before a retry, or the time that a message is held.
        case wait
        /// The time that a command may take in all.
        case timeout
    }

    /// What becomes of an effect whose timer has fired.
    package enum Firing: Equatable, Sendable {
        /// The effect has ended meanwhile.
        case none
        /// The delay, or the interval of a throttle, is over: perform the flow in the scope, then call ``EffectMachine/free(_:)``
        /// or, for a throttle, nothing.
        case perform(flow: Int32, scope: Int32)
        /// The interval of a throttle is over and nothing waits.
        case over
        /// Call the handler again.
        case retry
        /// The command took too long: it fails.
        case timeout
        /// Middleware held the message long enough.
        case resume
    }

    var effects: [Effect] = []
    var freeEffects: [Int32] = []
    var scopes: [EffectScope] = [EffectScope()]
    var freeScopes: [Int32] = []
    var queues: [EffectQueue] = []
    var freeQueues: [Int32] = []
    var queueOfName: [UInt64: Int32] = [:]
    var stores: [StoreEffects] = []
    var freeStores: [Int32] = []
    var active: [ActiveEffect] = []
    package private(set) var steps: [Step] = []
    private var firstStep = 0
    /// How many effects are in flight.
    package internal(set) var count = 0

    package init() {}

    /// Another machine in the same state.
    package borrowing func copy() -> EffectMachine {
        var other = EffectMachine()
        other.effects = effects
        other.freeEffects = freeEffects
        other.scopes = scopes
        other.freeScopes = freeScopes
        other.queues = queues
        other.freeQueues = freeQueues
        other.queueOfName = queueOfName
        other.stores = stores
        other.freeStores = freeStores
        other.active = active
        other.steps = Array(steps[firstStep...])
        other.count = count
        return other
    }

    // MARK: Steps

    package var hasSteps: Bool { firstStep < steps.count }

    /// The next step; `nil` when the runner has performed all.
    package mutating func nextStep() -> Step? {
        guard firstStep < steps.count else {
            if firstStep > 0 {
                steps.removeAll(keepingCapacity: true)
                firstStep = 0
            }
            return nil
        }
        firstStep += 1
        return steps[firstStep - 1]
    }

    mutating func emit(_ step: Step) { steps.append(step) }

    /// The steps that the runner has not taken yet.
    var pendingSteps: ArraySlice<Step> { steps[firstStep...] }

    /// Makes the machine empty; its memory is used again.
    package mutating func removeAll() {
        effects.removeAll(keepingCapacity: true)
        freeEffects.removeAll(keepingCapacity: true)
        scopes.removeAll(keepingCapacity: true)
        scopes.append(EffectScope())
        freeScopes.removeAll(keepingCapacity: true)
        queues.removeAll(keepingCapacity: true)
        freeQueues.removeAll(keepingCapacity: true)
        if !queueOfName.isEmpty { queueOfName.removeAll(keepingCapacity: true) }
        stores.removeAll(keepingCapacity: true)
        freeStores.removeAll(keepingCapacity: true)
        active.removeAll(keepingCapacity: true)
        steps.removeAll(keepingCapacity: true)
        (firstStep, count) = (0, 0)
    }

    // MARK: Effects

    package subscript(_ id: EffectHandle) -> Effect { effects[Int(id.slot)] }

    /// Whether nothing is in flight, and no command active.
    package var isEmpty: Bool { count == 0 && active.isEmpty }

    /// How many slots there are, the free ones included.
    package var slotCount: Int { effects.count }

    /// How many numbers of stores there are, the free ones included.
    package var storeCount: Int { stores.count }

    package func effect(inSlot slot: Int32) -> Effect { effects[Int(slot)] }

    package func handle(inSlot slot: Int32) -> EffectHandle { handle(slot) }

    /// Whether the effect has not ended.
    package func isLive(_ id: EffectHandle) -> Bool {
        guard id.slot >= 0, id.slot < effects.count, effects[Int(id.slot)].generation == id.generation else {
            return false
        }
        return effects[Int(id.slot)].stage != .ended
    }

    /// Whether an event of attempt number `attempt` comes in time: its command runs, and was not tried again since.
    package func accepts(_ id: EffectHandle, attempt: Int32) -> Bool {
        guard isLive(id) else { return false }
        let effect = effects[Int(id.slot)]
        return effect.stage == .running && effect.attempt == attempt
    }

    func handle(_ slot: Int32) -> EffectHandle {
        EffectHandle(slot: slot, generation: effects[Int(slot)].generation)
    }

    /// Calls `body` with each effect of a store that has not ended, the oldest first.
    package func forEach(of store: Int32, _ body: (EffectHandle, Effect) -> Void) {
        var slot = stores[Int(store)].effects.first
        while slot >= 0 {
            let effect = effects[Int(slot)]
            if effect.stage != .ended { body(handle(slot), effect) }
            slot = effect.inStore.next
        }
    }

    /// Calls `body` with each effect that has not ended, in the order of the slots.
    package func forEach(_ body: (EffectHandle, Effect) -> Void) {
        for slot in effects.indices where effects[slot].isInFlight {
            body(handle(Int32(slot)), effects[slot])
        }
    }

    mutating func takeSlot() -> Int32 {
        if let slot = freeEffects.popLast() { return slot }
        effects.append(Effect())
        return Int32(effects.count - 1)
    }

    /// Releases the slot of an effect that has ended.
    package mutating func free(_ id: EffectHandle) {
        let slot = Int(id.slot)
        guard effects[slot].generation == id.generation, effects[slot].stage == .ended else { return }
        effects[slot] = Effect(generation: id.generation &+ 1)
        freeEffects.append(id.slot)
    }
}

/// Names an effect of an ``EffectMachine``, also when it has ended.
package struct EffectHandle: Hashable, Sendable {
    package var slot: Int32
    package var generation: UInt32

    package init(slot: Int32, generation: UInt32) { (self.slot, self.generation) = (slot, generation) }

    /// No effect.
    package static var none: EffectHandle { EffectHandle(slot: -1, generation: 0) }
}

/// The neighbours in a list of slots.
struct Links: Equatable, Sendable {
    var previous: Int32 = -1
    var next: Int32 = -1
}

/// A list of slots, linked through a property of theirs.
struct SlotList: Equatable, Sendable {
    var first: Int32 = -1
    var last: Int32 = -1

    var isEmpty: Bool { first < 0 }

    mutating func append<Element>(_ slot: Int32, in pool: inout [Element], _ links: WritableKeyPath<Element, Links>) {
        pool[Int(slot)][keyPath: links] = Links(previous: last, next: -1)
        if last >= 0 { pool[Int(last)][keyPath: links].next = slot } else { first = slot }
        last = slot
    }

    mutating func remove<Element>(_ slot: Int32, in pool: inout [Element], _ links: WritableKeyPath<Element, Links>) {
        let own = pool[Int(slot)][keyPath: links]
        if own.previous >= 0 { pool[Int(own.previous)][keyPath: links].next = own.next } else { first = own.next }
        if own.next >= 0 { pool[Int(own.next)][keyPath: links].previous = own.previous } else { last = own.previous }
        pool[Int(slot)][keyPath: links] = Links()
    }
}

/// What waits and runs under one name.
struct EffectQueue: Equatable, Sendable {
    var key: UInt64 = 0
    var name: Int32 = 0
    var members = SlotList()
    /// How many of the members do not wait.
    var running: Int32 = 0
    /// Whether its members are being cancelled, so that none of those that wait starts.
    var isClosing = false
}

/// The effects of one store.
struct StoreEffects: Equatable, Sendable {
    var effects = SlotList()
    var count: Int32 = 0
    /// How many of them belong to a child that may be removed.
    var children: Int32 = 0
    var isOpen = true
}

/// A command that is active while the state requests it.
struct ActiveEffect: Equatable, Sendable {
    var store: Int32
    var name: Int32
    var flow: Int32
    /// The effect; it may have ended by itself, and is then not started again.
    var effect: EffectHandle
}
