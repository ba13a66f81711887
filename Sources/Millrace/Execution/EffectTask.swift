/// What the engine knows of an effect of its ``EffectMachine``, under the slot of the effect.
package struct EffectTask: ~Copyable {
    /// The machine's handle.
    var handle = EffectHandle.none
    /// The store that asked for it; `nil` for what the engine itself was asked for.
    package let store: StoreCore?
    /// The request of a command; middleware may change it.
    package var node: CommandNode?
    /// The lifts of the child that asked for it.
    var context: LiftContext?
    /// The turn that asked for it.
    package let cause: UInt64
    /// The turn that it came of or, from outside, the one that comes next: its place in the order of the turns.
    package let since: UInt64
    /// The number of the command's own turn; until then, of the turn that asked for it.
    var turn: UInt64
    /// The name that its queue is found by; 0 for none.
    var name: Int32 = 0
    /// The numbers of the child that asked for it, and of the flow that waits for it; -1 for none.
    var child: Int32 = -1
    var flow: Int32 = -1
    /// Whether a failure is handled: by the store that asked, or by the code that executed it.
    package var handlesFailure = false
    /// Whether the handler was called, so that it may go on without a turn.
    var isWorking = false
    /// Whether ``FailureMiddleware`` was called for the failure that is its last event.
    var isFailureReported = false
    /// Whether the command's turn has come.
    var hasBegun = false
    /// What only some effects have.
    package var work: EffectWork?

    static var none: EffectTask { EffectTask(nil, nil, nil, cause: 0, since: 0) }

    init(_ node: CommandNode?, _ store: StoreCore?, _ context: LiftContext?, cause: UInt64, since: UInt64) {
        (self.node, self.store, self.context) = (node, store, context)
        (self.cause, turn, self.since) = (cause, cause, since)
        handlesFailure = node?.hasResponse == true
    }

    /// What only some effects have, made when it is needed.
    package mutating func requireWork() -> EffectWork {
        if let work { return work }
        let new = EffectWork()
        work = new
        return new
    }
}

/// What only some effects have: work that goes on, timers, and what receives the events.
package final class EffectWork {
    package var task: Task<Void, Never>?
    /// Weak: when the handler has released every copy of its reply, nothing will end the command.
    weak var reply: (any ClosableReply)?
    /// What cancels the timers that are scheduled.
    var waitTimer: (() -> Void)?
    var timeoutTimer: (() -> Void)?
    /// What receives the events of a command that was executed by hand.
    package var listener: ((UnsafeRawPointer) -> Void)?
    /// The error of the last event, where the end waits for events that middleware holds.
    var lastError: (any Error)?
    /// The number of the message that middleware holds.
    var heldMessage: UInt64 = 0
    /// The registration of the worker.
    package var worker: UInt64 = 0
}

/// A reply, with its command's type hidden.
protocol ClosableReply: AnyObject {
    /// The command has ended; the handler learns it if it did not end the command itself.
    func close()
}

/// A flow that waits, for the clock or as an active command.
struct KeptFlow {
    let node: FlowNode
    let context: LiftContext?
    let store: StoreCore
    let cause: UInt64
    /// The name of an active command, which it keeps when it has ended; 0 for none.
    var name: Int32 = 0
}

/// What follows in a sequence when one of its links has ended.
struct SequenceRest {
    let list: FlowList
    /// The next link.
    var index: Int
    let context: LiftContext?
    let store: StoreCore
    let child: ChildIdentity?
    let cause: UInt64
}
