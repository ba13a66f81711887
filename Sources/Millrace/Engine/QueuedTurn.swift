/// Something that waits in the queue of an engine.
struct QueuedTurn {
    let input: Input
    /// The scope that it belongs to; 0 for that of the outermost message.
    let scope: Int32
    /// The number of the turn that caused it; 0 for an input from outside.
    let cause: UInt64

    /// What may wait in the queue.
    enum Input {
        /// The next of the actions that wait in a store.
        case action(any EngineStore)
        /// A command whose handler is to be called.
        case command(EffectTask)
        /// What a handler said.
        case answer(EffectTask, attempt: Int32, Answer)
        /// A message of another kind.
        case message(any QueuedMessage)
        /// A timer has fired.
        case timer(EffectTask, EffectMachine.Timer)
        /// A worker has returned.
        /// A receipt was cancelled.
        case cancel(ReceiptStorage)
        /// A message that middleware held is resumed.
        case resume(UInt64, Decision)
        /// Anything else that must wait for its turn.
        case call(() -> Void)
    }

    /// What a handler says to its command.
    enum Answer {
        /// An event, after which others may follow.
        case event(AnyBox)
        /// A copy that middleware made of an event; the command's end waits for it.
        case copy(AnyBox)
        /// The last event, or the end without one.
        case end(AnyBox?)
        /// A failure, as the event that it is if the command is not tried again.
        case failure(AnyBox)
        /// The command will not be done.
        case cancelled
        /// The handler has released its reply.
        case released

        var event: AnyBox? {
            switch self {
            case .event(let event), .copy(let event), .failure(let event): event
            case .end(let event): event
            case .cancelled, .released: nil
            }
        }
    }

    /// A short name, for the chain of causes of an endless loop.
    var label: String {
        switch input {
        case .action(let store): store.nextActionName
        case .command(let task): task.commandName
        case .answer(let task, _, let answer):
            answer.event.map { "\(task.commandName).\(caseName(of: $0.any))" } ?? task.commandName
        case .timer(let task, _): task.commandName
        case .message(let message): message.label
        case .cancel: "a cancelled receipt"
        case .resume: "a held message"
        case .call: "a call"
        }
    }
}

/// A message that is neither an action, a command nor an event: a fact, an output, or what an owner of stores adds.
package protocol QueuedMessage: AnyObject {
    var kind: Message.Kind { get }
    var payload: Any { get }
    /// The store that it concerns, or the owner of stores.
    var subject: AnyObject? { get }
    var label: String { get }
    /// Whether middleware is asked; not where nothing can be made of the message any more.
    var isForMiddleware: Bool { get }

    /// The same message with another payload; `nil` where that cannot take its place.
    func with(_ payload: Any) -> (any QueuedMessage)?
    /// Reduces the message in every store concerned, by ``Engine/reduce(_:_:)``.
    func reduce()
    /// Notifies the listeners, when every store has reduced it.
    func notify()
    /// Does what the message is for, when the flows have been performed.
    ///
    /// - Returns: what has become of it.
    func perform(scope: Int32) -> TurnOutcome
    /// Middleware ended the message without its turn.
    func drop(because reason: (any Error)?)
}

extension QueuedMessage {
    package var label: String { caseName(of: payload) }
    package var isForMiddleware: Bool { true }
    package func reduce() {}
    package func notify() {}
    package func perform(scope: Int32) -> TurnOutcome { .done }
    package func drop(because reason: (any Error)?) {}
}
