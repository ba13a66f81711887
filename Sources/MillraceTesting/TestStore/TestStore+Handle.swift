public import Millrace

// Like the engine's methods, but also valid for a type whose commands were kept for the test.
extension TestStore {
    /// Registers a synchronous handler for commands of this type. Commands that are pending already stay pending.
    ///
    /// When the call that requested the command returns, its event has been reduced, as an action that the test must
    /// receive.
    ///
    /// - Returns: The handler's registration. After its cancellation, commands of the type are pending again until the
    ///   test answers.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C) throws(C.Failure) -> C.Output
    ) -> Subscription {
        requests.release(type)
        return engine.handle(type, fileID: fileID, line: line, handle)
    }

    /// Registers a synchronous handler, and says whether its commands report their start, which the test must receive before
    /// the last event.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, reportsStart: Bool, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C) throws(C.Failure) -> C.Output
    ) -> Subscription where C.Progress == Void {
        requests.release(type)
        return engine.handle(type, reportsStart: reportsStart, fileID: fileID, line: line, handle)
    }

    /// Registers an asynchronous handler for commands of this type. ``settle()`` waits for it.
    ///
    /// Its event is reduced when the handler returns or throws, as an action that the test must receive.
    ///
    /// - Returns: The handler's registration. After its cancellation, commands of the type are pending again until the
    ///   test answers.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C) async throws(C.Failure) -> C.Output
    ) -> Subscription {
        requests.release(type)
        return engine.handle(type, fileID: fileID, line: line, handle)
    }

    /// Registers an asynchronous handler, and says whether its commands report their start, which the test must receive before
    /// the other events.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, reportsStart: Bool, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C) async throws(C.Failure) -> C.Output
    ) -> Subscription where C.Progress == Void {
        requests.release(type)
        return engine.handle(type, reportsStart: reportsStart, fileID: fileID, line: line, handle)
    }

    /// Registers a handler that may keep its reply for later. ``settle()`` waits until it has ended its commands.
    ///
    /// - Returns: The handler's registration. After its cancellation, commands of the type are pending again until the
    ///   test answers.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C, Reply<C>) -> Void
    ) -> Subscription {
        requests.release(type)
        return engine.handle(type, fileID: fileID, line: line, handle)
    }

    /// Registers an asynchronous handler that can answer any number of times. ``settle()`` waits for it.
    ///
    /// - Returns: The handler's registration. After its cancellation, commands of the type are pending again until the
    ///   test answers.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C, Reply<C>) async throws(C.Failure) -> Void
    ) -> Subscription {
        requests.release(type)
        return engine.handle(type, fileID: fileID, line: line, handle)
    }
}
