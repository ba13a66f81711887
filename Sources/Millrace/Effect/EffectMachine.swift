/// Decides everything about effects: what runs, waits, replaces, retries, times out, follows in sequence, and is
/// cancelled with its scope.
///
/// It contains none of a feature's types, no closures, no tasks and no clock. A *runner* gives it inputs (start, end,
/// cancel, timer fired, store closed) and performs its ``Step``s in order. An engine runs it with tasks and a scheduler; an
/// explorer searches it. Flows and commands are handles of the runner, so the machine can be copied, compared, saved and
/// loaded.
///
/// The stored properties are lists of plain integers in memory of their own. A number is the index of an element in its
/// list. 0 means "none" for a scope and a name; -1 means "none" everywhere else.
package struct EffectMachine: ~Copyable {
    /// An effect: a command, a delay, the interval of a throttle, a worker, or a message that middleware holds.
    ///
    /// A runner makes one as a request. It sets the properties from `kind` to `delay`, and the machine the others.
    package struct Effect: Sendable {
        package var kind: Kind
        /// The runner's handle of the request.
        package var flow: Int32
        /// The store that the effect belongs to.
        package var store: Int32
        /// The scope that waits for the effect; 0 for none.
        package var scope: Int32
        /// The runner's handle of the child scope that the effect ends with; -1 for none.
        package var child: Int32 = -1
        /// The number of the name by which policies and `cancel` find it; 0 for none.
        package var name: Int32 = 0
        package var policy = Policy.concurrent
        package var retries = Retries()
        /// The time that a command may take in all, in nanoseconds; negative for none.
        package var timeout: Int64 = -1
        /// The time that a delay, an interval, a pause before a retry or a held message takes, in nanoseconds; negative
        /// for none.
        package var delay: Int64 = -1
        package var generation: UInt32 = 0
        package var stage = Stage.free
        /// The name among the store's active commands; 0 for none.
        package var active: Int32 = 0
        /// How often the handler was called.
        package var attempt: Int32 = 0
        /// The number of events of the command that middleware holds.
        package var heldEvents: Int32 = 0
        /// Whether the timers are scheduled.
        package var hasTimer = false, hasTimeout = false
        /// The queue of its name; -1 for none.
        var queue: Int32 = -1

        package init(_ kind: Kind, flow: Int32, store: Int32, scope: Int32) {
            (self.kind, self.flow, self.store, self.scope) = (kind, flow, store, scope)
        }

        /// Whether the slot is used by an effect that has not ended.
        package var isInFlight: Bool { stage != .free && stage != .ended }

        /// The number of effects of the same name that may run at once, this one included.
        package var limit: Int32 {
            switch policy {
            case .queue: 1
            case .limit(let number): Int32(clamping: max(1, number))
            default: .max
            }
        }
    }

    package typealias Request = Effect

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
        /// The effect has already ended.
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

    package var effects = Pool<Effect>(), freeEffects = Pool<Int32>()
    package var scopes = Pool<EffectScope>(), freeScopes = Pool<Int32>()
    package var stores = Pool<StoreEffects>(), freeStores = Pool<Int32>()
    /// The queues of names. A free one has no members.
    package internal(set) var queues = Pool<EffectQueue>(), freeQueues = Pool<Int32>()
    /// The queue of each name that is in use, by ``key(_:_:)``.
    package internal(set) var queueNumbers = NumberMap()
    /// The active commands of all stores.
    package internal(set) var active = Pool<ActiveCommand>(), freeActive = Pool<Int32>()
    /// The active commands by ``key(_:_:)``, and by their flows.
    var activeNames = NumberMap(), activeFlows = NumberMap()
    /// The links of the effects in the lists of their stores, scopes and queues.
    package internal(set) var inStore = SlotLinks(), inScope = SlotLinks(), inQueue = SlotLinks()
    /// The links of the scopes in the lists of their parents, and of the active commands in those of their stores.
    package internal(set) var inParent = SlotLinks(), inActive = SlotLinks()
    private var steps = Pool<Step>(), firstStep = 0
    /// How many effects are in flight.
    package internal(set) var count = 0

    /// Never set. A value with such a property is passed by its address. Without it, every call of a function that does not
    /// change the machine would copy the properties to the stack.
    private let passedByAddress: Any? = nil

    package init() { scopes.append(EffectScope()) }

    /// Another machine in the same state.
    package borrowing func copy() -> EffectMachine {
        var other = EffectMachine()
        other.assign(self)
        return other
    }

    /// Puts the machine into the state of another one. It keeps its memory, unlike a copy.
    package mutating func assign(_ other: borrowing EffectMachine) {
        effects.assign(other.effects)
        freeEffects.assign(other.freeEffects)
        scopes.assign(other.scopes)
        freeScopes.assign(other.freeScopes)
        queues.assign(other.queues)
        freeQueues.assign(other.freeQueues)
        queueNumbers.assign(other.queueNumbers)
        stores.assign(other.stores)
        freeStores.assign(other.freeStores)
        active.assign(other.active)
        freeActive.assign(other.freeActive)
        activeNames.assign(other.activeNames)
        activeFlows.assign(other.activeFlows)
        inStore.assign(other.inStore)
        inScope.assign(other.inScope)
        inQueue.assign(other.inQueue)
        inParent.assign(other.inParent)
        inActive.assign(other.inActive)
        steps.assign(other.steps)
        (firstStep, count) = (other.firstStep, other.count)
    }

    // MARK: Steps

    package var hasSteps: Bool { firstStep < steps.count }

    /// The next step; `nil` when the runner has performed all.
    package mutating func nextStep() -> Step? {
        if firstStep == steps.count {
            (steps.count, firstStep) = (0, 0)
            return nil
        }
        firstStep &+= 1
        return steps[firstStep &- 1]
    }

    package mutating func emit(_ step: Step) { steps.append(step) }

    /// The steps that the runner has not taken yet.
    package var pendingSteps: [Step] { (firstStep..<steps.count).map { steps[$0] } }

    // MARK: Effects

    /// An effect that has not been freed. It is read in place.
    package subscript(_ id: EffectHandle) -> Effect {
        unsafeAddress {
            assert(id.slot >= 0 && id.slot < effects.count, "An effect of another machine.")
            return UnsafePointer(effects.base + Int(id.slot))
        }
    }

    /// Whether nothing is in flight, and no command active.
    package var isEmpty: Bool { count == 0 && activeFlows.count == 0 }

    /// Whether the effect has not ended.
    package func isLive(_ id: EffectHandle) -> Bool {
        guard id.slot >= 0, Int(id.slot) < effects.count else { return false }
        return effects[id.slot].generation == id.generation && effects[id.slot].isInFlight
    }

    /// Whether an event of attempt number `attempt` comes in time: its command runs, and was not tried again since.
    package func accepts(_ id: EffectHandle, attempt: Int32) -> Bool {
        isLive(id) && effects[id.slot].stage == .running && effects[id.slot].attempt == attempt
    }

    package func handle(_ slot: Int32) -> EffectHandle {
        EffectHandle(slot: slot, generation: effects[slot].generation)
    }

    /// Calls `body` with each effect of a store that has not ended, the oldest first.
    package func forEach(of store: Int32, _ body: (EffectHandle, Effect) -> Void) {
        var slot = stores[store].effects.first
        while slot >= 0 {
            body(handle(slot), effects[slot])
            slot = inStore.next(slot)
        }
    }

    /// Calls `body` with each effect that has not ended, in the order of the slots.
    package func forEach(_ body: (EffectHandle, Effect) -> Void) {
        for slot in 0..<Int32(effects.count) where effects[slot].isInFlight { body(handle(slot), effects[slot]) }
    }
}
