/// What the runner knows of an effect of its ``EffectMachine``.
package final class EffectTask {
    /// The machine's handle; set when the effect has started.
    var handle = EffectHandle.none
    /// What it is.
    package internal(set) var kind = EffectMachine.Kind.command
    /// The number of this object, which the machine knows as the flow of the effect.
    var number: Int32 = -1
    /// The store that asked for it; `nil` for what the engine itself was asked for.
    package let store: StoreCore?
    /// The lifts of the child that asked for it.
    let context: LiftContext?
    /// The turn that asked for it.
    package let cause: UInt64
    /// The turn that it came of or, from outside, the one that comes next: its place in the order of the turns.
    package let since: UInt64
    /// The number of the command's own turn; until then, of the turn that asked for it.
    var turn: UInt64
    /// The name that its queue is found by; 0 for none.
    var name: Int32 = 0
    /// The child that asked for it, where it may be removed.
    var child: ChildIdentity?
    /// What cancels the timers that are scheduled.
    var waitTimer: (() -> Void)?
    var timeoutTimer: (() -> Void)?

    // MARK: A command

    /// The command; `nil` for another effect. Middleware may change it.
    var command: (any Command)?
    /// The request of a flow; `nil` for a command that was executed by hand.
    let node: CommandNode?
    /// What receives the events of a command that was executed by hand.
    package var reaction: ((UnsafeRawPointer) -> Void)?
    /// Whether a failure is handled: by the store that asked, or by the code that executed it.
    package var handlesFailure = false
    package var task: Task<Void, Never>?
    /// Weak: when the handler has released every copy of its reply, nothing will end the command.
    weak var reply: (any ClosableReply)?
    /// The error of the last event, where the end waits for events that middleware holds.
    var lastError: (any Error)?
    /// Whether the handler was called, so that it may go on without a turn.
    var isWorking = false
    /// Whether ``FailureMiddleware`` was called for the failure that is its last event.
    var isFailureReported = false
    /// Whether the command's turn has come.
    var hasBegun = false

    // MARK: Other effects

    /// What is performed when a delay has passed.
    var flow = FlowNode.none
    /// The number of the message that middleware holds.
    var heldMessage: UInt64 = 0
    /// The registration of the worker.
    package var worker: UInt64 = 0

    init(
        _ node: CommandNode?, _ command: (any Command)?, _ store: StoreCore?, _ context: LiftContext?, cause: UInt64,
        since: UInt64
    ) {
        (self.node, self.command, self.store, self.context) = (node, command, store, context)
        (self.cause, turn, self.since) = (cause, cause, since)
        handlesFailure = node?.respond != nil
        child = store.flatMap { ChildIdentity(context, in: $0.state) }
    }

    /// Whether the child that asked for it is still there, and the same.
    var isThere: Bool {
        guard let child, let store else { return true }
        return child.isThere(in: store.state)
    }

    var commandName: String { command.map { "\(type(of: $0))" } ?? "an effect" }

    /// Stops the handler and closes its reply.
    func stopWork() {
        isWorking = false
        task.take()?.cancel()
        reply?.close()
        reply = nil
    }
}

/// A reply, with its command's type hidden.
protocol ClosableReply: AnyObject {
    /// The command has ended; the handler learns it if it did not end the command itself.
    func close()
}

/// What follows in a sequence when one of its links has ended.
struct SequenceRest {
    let list: NodeList
    /// The next link.
    var index: Int
    let context: LiftContext?
    let store: StoreCore
    let child: ChildIdentity?
    let cause: UInt64
}
