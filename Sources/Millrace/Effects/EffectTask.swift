/// The engine's data for an effect of its ``EffectMachine``. The slot of the effect is the index.
package struct EffectTask: ~Copyable {
    /// The handle of the effect in the machine.
    var handle = EffectHandle.none
    /// The store that requested the effect; `nil` for an effect of the engine itself.
    package let store: StoreCore?
    /// The request of a command. Middleware may change it.
    package var node: CommandNode?
    /// The mappings around the child that requested the effect.
    var context: MapContext?
    /// The number of the turn that requested the effect; 0 if code outside a turn requested it.
    package let cause: UInt64
    /// The number of the turn that requested the effect. If code outside a turn requested it, the number of the next turn.
    package let since: UInt64
    /// The number of the command's own turn. Until then, the number of the turn that requested the command.
    var turn: UInt64
    /// The number of the effect's name; 0 for none.
    var name: Int32 = 0
    /// The number of the child that requested the effect; -1 for none.
    var child: Int32 = -1
    /// Whether the store that requested the command, or the code that executed it, handles a failure.
    package var handlesFailure = false
    /// Whether a handler was called that answers later. It may continue while no turn is under way.
    package internal(set) var isWorking = false
    /// Whether ``FailureMiddleware`` was already called for the failure in the last event.
    var isFailureReported = false
    /// Whether the handler was called, or is about to be called.
    var hasBegun = false
    /// The data that only some effects need.
    package var work: EffectWork?

    static var none: EffectTask { EffectTask(nil, Place(nil, scope: 0, cause: 0), since: 0) }

    init(_ node: CommandNode?, _ place: Place, since: UInt64) {
        (self.node, store, context) = (node, place.store, place.context)
        (cause, turn, self.since) = (place.cause, place.cause, since)
        handlesFailure = node?.hasResponse == true
    }

    /// Returns the data that only some effects need. Creates it at the first call.
    package mutating func requireWork() -> EffectWork {
        if let work { return work }
        let new = EffectWork()
        work = new
        return new
    }
}

/// The data that only some effects need: running work, timers, and the receiver of events.
package final class EffectWork {
    package var task: Task<Void, Never>?
    /// Weak: when the handler releases its last copy of the reply without an end, the reply ends the command.
    weak var reply: (any ClosableReply)?
    /// The functions that cancel the scheduled timers.
    private var timers: (wait: (() -> Void)?, timeout: (() -> Void)?)
    /// The receiver of the events, for a command that code outside a reducer executed.
    package var listener: ((UnsafeRawPointer) -> Void)?
    /// The error of the last event, if the end of the command waits for events that middleware holds.
    var lastError: (any Error)?
    /// The id of the message that this effect represents while middleware holds the message.
    var heldMessage: UInt64 = 0
    /// The number of the worker's registration.
    package var worker: UInt64 = 0

    subscript(timer: EffectMachine.Timer) -> (() -> Void)? {
        get { timer == .wait ? timers.wait : timers.timeout }
        set { if timer == .wait { timers.wait = newValue } else { timers.timeout = newValue } }
    }
}

/// A reply whose command type is unknown.
protocol ClosableReply: AnyObject {
    /// Closes the reply, because the command has ended. Calls the closures of `onCancel` if the handler did not end the
    /// command.
    func close()
}

/// A flow that is kept for a sequence, a delay, a throttle, a group or an active command. The machine refers to it by number.
struct KeptFlow {
    let node: FlowNode
    let context: MapContext?
    let store: StoreCore
    let cause: UInt64
    /// The child without which the links of a sequence are not performed; `nil` for none.
    var child: ChildIdentity?
    /// The number of the active command's name, which remains in use after the command has ended; 0 for none.
    var name: Int32 = 0
}
