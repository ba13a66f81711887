/// A pending input in the queue of an engine. It is moved, never copied, because copies would retain its objects.
struct QueuedInput: ~Copyable {
    enum Content: ~Copyable {
        /// An action. The action itself is in the store's own queue.
        case action(StoreCore)
        /// The actions of an inbox before a number. The actions themselves are in the inbox.
        case actions(any PostedActions, before: Int)
        /// A command that starts.
        case command(EffectHandle, CommandNode, StoreCore?)
        /// An event of a command, or its end, from the command's handler. The store requested the command.
        case answer(Answer, StoreCore?)
        case fact(AnyBox)
        case output(AnyBox, StoreCore)
        case transition(AnyBox, StoreCore)
        /// An input or a request, created by the owner of stores.
        case owner(any OwnerMessage)
        /// A timer that has fired.
        case timer(EffectHandle, EffectMachine.Timer)
        /// Other work that waits for its turn: the cancellation of a receipt, the resumption of a message.
        case call(() -> Void)
    }

    let content: Content
    /// The scope of the input; 0 for the scope of the outermost message.
    let scope: Int32
    /// The number of the turn that caused the input; 0 for an input from outside.
    let cause: UInt64

    init(_ content: consuming Content, scope: Int32, cause: UInt64) {
        self.content = content
        (self.scope, self.cause) = (scope, cause)
    }
}

/// An answer of a handler.
@usableFromInline
package struct Answer {
    /// The kinds of answers.
    @usableFromInline package enum Kind {
        case event
        /// A copy of an event, made by middleware. It is delivered unless the command has ended.
        case copy
        /// The end of the command, with a last event if there is one.
        case end
        /// A failure, after which the command may be retried.
        case failure
        case cancelled
        /// The reply was released without an end.
        case released
    }

    /// The command.
    let effect: EffectHandle
    /// The number of the attempt to which the answer belongs.
    let attempt: Int32
    let kind: Kind
    let event: AnyBox?
}
