/// The registered handler of a command type.
@usableFromInline
final class Handler: HandlerRegistration {
    /// Calls the handler with the command at an address. Returns the answer, if the handler has answered when it returns.
    @usableFromInline let call: (UnsafeRawPointer, CommandCall) -> Answer?

    /// Creates a handler that answers when it returns, or later.
    init<C: Command>(
        _ fileID: StaticString, _ line: UInt, _ subscription: Subscription,
        _ call: @escaping (C, CommandCall) -> Answer?
    ) {
        self.call = { call($0.assumingMemoryBound(to: C.self).pointee, $1) }
        super.init(fileID, line, subscription)
    }

    /// Creates a handler that answers when it returns. Inlinable, so that it is specialized for the command's type.
    @inlinable
    init<C: Command>(
        answering type: C.Type, _ fileID: StaticString, _ line: UInt, _ subscription: Subscription,
        _ handle: @escaping (C) throws(C.Failure) -> C.Output
    ) {
        call = { $1.attempt.answer($0.assumingMemoryBound(to: C.self).pointee, with: handle) }
        super.init(fileID, line, subscription)
    }
}
