public import Millrace

// As the engine's own, and for a type of which commands have been kept for the test before, too.
extension TestStore {
    /// Has a synchronous handler do commands of this type from now on; those that are pending stay so.
    ///
    /// What it returns or throws is reduced before the line returns that asks for the command, as an action to receive.
    ///
    /// - Returns: what takes the handler out again; then commands of the type wait for the test.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C) throws(C.Failure) -> C.Output
    ) -> Subscription {
        requests.release(type)
        return engine.handle(type, fileID: fileID, line: line, handle)
    }

    /// Has an asynchronous handler do commands of this type from now on; ``settle()`` waits for it.
    ///
    /// What it returns or throws is reduced when it does, as an action to receive.
    ///
    /// - Returns: what takes the handler out again; then commands of the type wait for the test.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C) async throws(C.Failure) -> C.Output
    ) -> Subscription {
        requests.release(type)
        return engine.handle(type, fileID: fileID, line: line, handle)
    }

    /// Has a handler that keeps its reply do commands of this type from now on; ``settle()`` waits until it has ended
    /// them.
    ///
    /// - Returns: what takes the handler out again; then commands of the type wait for the test.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C, Reply<C>) -> Void
    ) -> Subscription {
        requests.release(type)
        return engine.handle(type, fileID: fileID, line: line, handle)
    }

    /// Has an asynchronous handler that answers any number of times do commands of this type from now on; ``settle()``
    /// waits for it.
    ///
    /// - Returns: what takes the handler out again; then commands of the type wait for the test.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C, Reply<C>) async throws(C.Failure) -> Void
    ) -> Subscription {
        requests.release(type)
        return engine.handle(type, fileID: fileID, line: line, handle)
    }
}
