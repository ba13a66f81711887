/// Decides everything about effects: which of them run, wait, replace others, are retried, time out, follow in a sequence, and
/// are cancelled with their scope.
///
/// The machine contains no type of a feature, no closure, no task and no clock. A *runner* gives it inputs (start, end, cancel,
/// timer fired, store closed) and performs its ``Step``s in order. An engine runs the machine with tasks and a scheduler; an
/// explorer searches its states. The machine refers to flows and commands by handles of the runner, so it can be copied,
/// compared, saved and loaded.
///
/// The stored properties are lists of plain integers in memory of their own. A number is the index of an element in its list. 0
/// means "none" for a scope and a name; -1 means "none" everywhere else.
package struct EffectMachine: ~Copyable {
    /// An effect: a command, a delay, the interval of a throttle, a worker, a message that middleware holds, or a group.
    ///
    /// A runner creates an effect as a request. The runner sets the properties from `kind` to `delay`, and the machine sets the
    /// others.
    package struct Effect: Sendable {
        package var kind: Kind
        /// How a group and its members affect each other, or whether this is a flow of a race.
        package var rule = EffectGroup.plain
        /// Whether the timer `wait` is scheduled, and whether the timer `timeout` is.
        package var hasTimer = false, hasTimeout = false
        /// Whether the effect, or for a group one of its members, has failed or was cancelled or discarded.
        package var hasFailed = false
        /// The runner's handle of the request or, for a delay, an interval or a waiting group, of the flow that is kept until it
        /// is performed; -1 for none.
        package var flow: Int32
        /// The store that the effect belongs to.
        package var store: Int32
        /// The scope that waits for the effect; 0 for none.
        package var scope: Int32
        /// The runner's handle of the child with which the effect ends; -1 for none.
        package var child: Int32 = -1
        /// The number of the name by which policies and `cancel` find the effect; 0 for none.
        package var name: Int32 = 0
        package var policy = Policy.concurrent
        package var stage = Stage.free
        /// The maximum number of retries.
        package var retries: Int32 = 0
        /// The maximum duration of a command in nanoseconds, including retries; negative for no limit.
        package var timeout: Int64 = -1
        /// The duration of a delay, an interval, a pause before a retry, or a held message, in nanoseconds; negative for none.
        package var delay: Int64 = -1
        package var generation: UInt32 = 0
        /// The number of the effect's name among the store's active commands; 0 for none.
        package var active: Int32 = 0
        /// The slot of the group that the effect belongs to; -1 for none. A group ends after its members.
        package var group: Int32 = -1
        /// The members of a group that have not ended.
        package internal(set) var members = SlotList()
        /// The number of calls of the handler.
        package var attempt: Int32 = 0
        /// The number of events of the command that middleware holds. For a group, the number of members, links and callers
        /// that have not ended.
        package var heldEvents: Int32 = 0
        /// The queue of the effect's name; -1 for none.
        var queue: Int32 = -1

        package init(_ kind: Kind, flow: Int32, store: Int32, scope: Int32) {
            (self.kind, self.flow, self.store, self.scope) = (kind, flow, store, scope)
        }

        /// Whether the effect keeps a flow that was not performed yet.
        var keepsFlow: Bool {
            let isUnopened = stage == .waiting || stage == .requested
            return flow >= 0 && (kind == .delay || kind == .interval || kind == .group && isUnopened)
        }

        /// Whether the timer is scheduled.
        package func has(_ timer: Timer) -> Bool { timer == .wait ? hasTimer : hasTimeout }

        /// Whether the slot contains an effect that has not ended.
        package var isInFlight: Bool { stage != .free && stage != .ended }

        /// The maximum number of effects with the same name that may run at once, including this effect.
        package var limit: Int32 {
            switch policy {
            case .queue: 1
            case .limit(let number): Int32(clamping: max(1, number))
            default: .max
            }
        }
    }

    package typealias Request = Effect

    /// The kinds of effects.
    package enum Kind: UInt8, Sendable {
        case command, delay, interval, worker, held, group
    }

    /// The stages of an effect.
    package enum Stage: UInt8, Sendable {
        /// The slot is unused.
        case free
        /// The effect waits for others with its name.
        case waiting
        /// The command waits for its turn, or the group no longer waits, but its flow was not performed yet.
        case requested
        /// A handler or a worker is running, or a timer is scheduled.
        case running
        /// The command waits to be retried.
        case pausing
        /// The handler has ended the command, but middleware still holds events of the command. For a group: its members are
        /// being cancelled.
        case ending
        /// The effect has ended, but the runner has not freed its slot.
        case ended
    }

    /// The steps that the runner must perform, in order.
    package enum Step: Equatable, Sendable {
        /// The command no longer waits: append it to the queue of messages.
        case run(EffectHandle)
        /// Schedule a timer.
        case schedule(EffectHandle, Timer, nanoseconds: Int64)
        /// Cancel a timer.
        case unschedule(EffectHandle, Timer)
        /// The effect was cancelled, or the group has ended: stop its work, send its `onCancel` action, then ``EffectMachine/free(_:)`` it.
        case stop(EffectHandle)
        /// The group no longer waits: ``EffectMachine/open(_:)`` it, and perform its flow.
        case perform(EffectHandle)
        /// A link of a sequence has ended: perform the next one, which ``EffectMachine/proceed(after:continues:)`` returns.
        case proceed(Int32)
        /// Everything in a scope has ended: end its receipt, then ``EffectMachine/close(_:)`` the scope.
        case ended(Int32)
        /// A flow that was kept is discarded before it was performed: its first commands count as cancelled. They belong to the
        /// child with this handle, or to none. The machine no longer refers to the flow.
        case discard(flow: Int32, child: Int32)
        /// The machine no longer refers to this handle of a sequence, or of an active command's flow.
        case release(Int32)
    }

    /// The timers of an effect.
    package enum Timer: UInt8, Sendable {
        /// The timer of a delay, an interval, a pause before a retry, or a held message.
        case wait
        /// The timer of a command's timeout.
        case timeout
    }

    /// The reaction to a timer that has fired.
    package enum Firing: Equatable, Sendable {
        /// The effect has already ended.
        case none
        /// The delay, or the interval of a throttle, is over: perform its flow, if it has one. Then call
        /// ``EffectMachine/free(_:)``, which does nothing if another interval has begun.
        case over(Part?)
        /// Call the handler again.
        case retry
        /// The command exceeded its timeout: it fails.
        case timeout
        /// The time for which middleware holds the message is over.
        case resume
    }

    package var effects = Pool<Effect>(), freeEffects = Pool<Int32>()
    package var scopes = Pool<EffectScope>(), freeScopes = Pool<Int32>()
    package var stores = Pool<StoreEffects>(), freeStores = Pool<Int32>()
    /// The queues of names. An unused queue has no members.
    package internal(set) var queues = Pool<EffectQueue>(), freeQueues = Pool<Int32>()
    /// The queues of the names that are in use, by ``key(_:_:)``.
    package internal(set) var queueNumbers = NumberMap()
    /// The active commands of all stores.
    package internal(set) var active = Pool<ActiveCommand>(), freeActive = Pool<Int32>()
    /// The active commands, by ``key(_:_:)`` and by their flows.
    var activeNames = NumberMap(), activeFlows = NumberMap()
    /// The links of the effects' lists: those of their stores, scopes and queues.
    package internal(set) var inStore = SlotLinks(), inScope = SlotLinks(), inQueue = SlotLinks()
    /// The links of the lists of groups' members.
    package internal(set) var inGroup = SlotLinks()
    /// The links of the lists of inner scopes, and of the lists of active commands.
    package internal(set) var inParent = SlotLinks(), inActive = SlotLinks()
    var steps = Pool<Step>(), firstStep = 0
    /// The number of effects that have not ended.
    package internal(set) var count = 0

    package init() {
        scopes.reserve(3)
        scopes.append(EffectScope())
    }

    /// Returns another machine in the same state.
    package borrowing func copy() -> EffectMachine {
        var other = EffectMachine()
        other.assign(self)
        return other
    }

    /// Sets the state of this machine to that of another one. Unlike a copy, this keeps the machine's memory.
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
        inGroup.assign(other.inGroup)
        inParent.assign(other.inParent)
        inActive.assign(other.inActive)
        steps.assign(other.steps)
        (firstStep, count) = (other.firstStep, other.count)
    }

    // MARK: Steps

    package var hasSteps: Bool { firstStep < steps.count }

    /// Returns the next step; `nil` after the last one.
    package mutating func nextStep() -> Step? {
        if firstStep == steps.count {
            (steps.size, firstStep) = (0, 0)
            return nil
        }
        firstStep &+= 1
        return steps[firstStep &- 1]
    }

    package mutating func emit(_ step: Step) { steps.append(step) }

    /// The steps that the runner has not performed yet.
    package var pendingSteps: [Step] { (firstStep..<steps.count).map { steps[$0] } }

    // MARK: Effects

    /// An effect that has not been freed. The effect is read in place, without a copy.
    package subscript(_ id: EffectHandle) -> Effect {
        unsafeAddress {
            assert(id.slot >= 0 && id.slot < effects.count, "An effect of another machine.")
            return UnsafePointer(effects.base + Int(id.slot))
        }
    }

    /// Whether all effects have ended and no command is active.
    package var isEmpty: Bool { count == 0 && activeFlows.count == 0 }

    /// Whether the effect has not ended.
    package func isLive(_ id: EffectHandle) -> Bool {
        guard id.slot >= 0, Int(id.slot) < effects.count else { return false }
        return effects[id.slot].generation == id.generation && effects[id.slot].isInFlight
    }

    /// Whether an event of attempt number `attempt` is accepted: its command is running, and was not retried since that
    /// attempt.
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
