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
    /// An effect: a command, a delay, the interval of a throttle, a worker, or a message that middleware holds.
    ///
    /// A runner makes one as a request, of which it sets what follows `kind`, up to `delay`.
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
        /// The number of the name that policies and `cancel` find it by; 0 for none.
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
        /// Events of the command that middleware holds.
        package var heldEvents: Int32 = 0
        /// Whether the timers are scheduled.
        package var hasTimer = false, hasTimeout = false
        package var inStore = Links(), inScope = Links(), inQueue = Links()

        package init(_ kind: Kind, flow: Int32, store: Int32, scope: Int32) {
            (self.kind, self.flow, self.store, self.scope) = (kind, flow, store, scope)
        }

        /// A slot that is unused.
        package init(generation: UInt32 = 0) {
            self.init(.command, flow: -1, store: 0, scope: 0)
            self.generation = generation
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

    package var effects: [Effect] = []
    package var freeEffects: [Int32] = []
    package var scopes: [EffectScope]
    package var freeScopes: [Int32] = []
    /// What waits and runs under each name, by ``key(_:_:)``.
    package internal(set) var queues: [UInt64: EffectQueue] = [:]
    package var stores: [StoreEffects] = []
    package var freeStores: [Int32] = []
    /// The effects of the active commands of all stores, by their flows.
    var activeEffects: [Int32: EffectHandle] = [:]
    private var steps: [Step] = []
    private var firstStep = 0
    /// How many effects are in flight.
    package internal(set) var count = 0

    package init() { scopes = [EffectScope()] }

    private init(_ other: borrowing EffectMachine) {
        (effects, freeEffects) = (other.effects, other.freeEffects)
        (scopes, freeScopes) = (other.scopes, other.freeScopes)
        (stores, freeStores) = (other.stores, other.freeStores)
        (queues, activeEffects) = (other.queues, other.activeEffects)
        (steps, firstStep, count) = (other.steps, other.firstStep, other.count)
    }

    /// Another machine in the same state.
    package borrowing func copy() -> EffectMachine { EffectMachine(self) }

    // MARK: Steps

    package var hasSteps: Bool { firstStep < steps.count }

    /// The next step; `nil` when the runner has performed all.
    package mutating func nextStep() -> Step? {
        guard hasSteps else {
            steps.removeAll(keepingCapacity: true)
            firstStep = 0
            return nil
        }
        firstStep += 1
        return steps[firstStep - 1]
    }

    package mutating func emit(_ step: Step) { steps.append(step) }

    /// The steps that the runner has not taken yet.
    package var pendingSteps: ArraySlice<Step> { steps[firstStep...] }

    // MARK: Effects

    package subscript(_ id: EffectHandle) -> Effect { effects[Int(id.slot)] }

    /// Whether nothing is in flight, and no command active.
    package var isEmpty: Bool { count == 0 && activeEffects.isEmpty }

    /// Whether the effect has not ended.
    package func isLive(_ id: EffectHandle) -> Bool {
        guard effects.indices.contains(Int(id.slot)) else { return false }
        return self[id].generation == id.generation && self[id].stage != .ended
    }

    /// Whether an event of attempt number `attempt` comes in time: its command runs, and was not tried again since.
    package func accepts(_ id: EffectHandle, attempt: Int32) -> Bool {
        isLive(id) && self[id].stage == .running && self[id].attempt == attempt
    }

    package func handle(_ slot: Int32) -> EffectHandle {
        EffectHandle(slot: slot, generation: effects[Int(slot)].generation)
    }

    /// Calls `body` with each effect of a store that has not ended, the oldest first.
    package func forEach(of store: Int32, _ body: (EffectHandle, Effect) -> Void) {
        var slot = stores[Int(store)].effects.first
        while slot >= 0 {
            let effect = effects[Int(slot)]
            body(handle(slot), effect)
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
