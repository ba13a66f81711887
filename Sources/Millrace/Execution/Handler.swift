/// The registered handler of a command type.
@usableFromInline
final class Handler<C: Command>: HandlerRegistration {
    let perform: (C, CommandCall) -> Void

    init(
        _ fileID: StaticString, _ line: UInt, _ subscription: Subscription,
        _ perform: @escaping (C, CommandCall) -> Void
    ) {
        self.perform = perform
        super.init(fileID, line, subscription) { handler, command, call in
            unsafeDowncast(handler, to: Handler.self)
                .perform(command.assumingMemoryBound(to: C.self).pointee, call)
        }
    }
}

/// A handler that has answered when it returns.
@usableFromInline
final class SynchronousHandler<C: Command>: HandlerRegistration {
    @usableFromInline let handle: (C) throws(C.Failure) -> C.Output

    @inlinable
    init(
        _ fileID: StaticString, _ line: UInt, _ subscription: Subscription,
        _ handle: @escaping (C) throws(C.Failure) -> C.Output
    ) {
        self.handle = handle
        super.init(fileID, line, subscription, isSynchronous: true) { handler, command, call in
            let handler = unsafeDowncast(handler, to: SynchronousHandler.self)
            let event: Event<C>
            var isFailure = false
            do throws(C.Failure) {
                event = .data(try handler.handle(command.assumingMemoryBound(to: C.self).pointee))
            } catch {
                if (error as any Error) is CancellationError { return call.cancel() }
                event = .failure(error)
                isFailure = true
            }
            withUnsafePointer(to: event) { call.end(with: $0, isFailure: isFailure) { Box<Event<C>>(at: $0) } }
        }
    }
}
