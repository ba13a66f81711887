extension Engine {
    /// Registers a synchronous handler.
    ///
    /// The value that the handler returns, or the error that it throws, is the command's last event. The event has its turn
    /// after the messages that the handler sends and the commands that it executes. It is reduced before the outermost `send`
    /// returns, unless middleware holds or ends it. A thrown `CancellationError` cancels the command.
    ///
    /// Handlers run on the engine's actor. A command type has one handler: a second handler replaces the first, and is reported
    /// as ``Fault/Kind/handlerReplaced``.
    ///
    /// The command reports no progress. With `reportsStart: true`, it reports its start.
    ///
    /// - Returns: A subscription that removes the handler. Cancelling the subscription of a replaced handler has no effect.
    @discardableResult
    @inlinable
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C) throws(C.Failure) -> C.Output
    ) -> Subscription {
        register(type, Handler(answering: type, fileID, line, newSubscription(), handle))
    }

    /// Registers a synchronous handler, and says whether the command reports its start.
    ///
    /// With `reportsStart`, the command sends ``Event/progress(_:)`` when it starts for the first time, before its last event. A
    /// retry does not report the start again. The handler has already returned when the start is reduced.
    ///
    /// - Returns: A subscription that removes the handler.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, reportsStart: Bool, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C) throws(C.Failure) -> C.Output
    ) -> Subscription where C.Progress == Void {
        guard reportsStart else { return self.handle(type, fileID: fileID, line: line, handle) }
        let handler = Handler(fileID, line, newSubscription()) { (command: C, call) in
            call.report(start: Event<C>.progress(()))
            return call.attempt.answer(command, with: handle)
        }
        return register(type, handler)
    }

    /// Registers an asynchronous handler. The command ends when the handler returns or throws.
    ///
    /// The handler starts at once on the engine's actor, or on Apple's systems before version 26 as the actor's next job. It
    /// stays on that actor, except while it awaits code that runs elsewhere. Do not write a capture list: the compiler then runs the rest of
    /// the closure elsewhere after its first suspension. Copy what it needs to a constant before, such as `weak let store = store`. Its task
    /// is cancelled with the command. The command reports no progress. With
    /// `reportsStart: true`, it reports its start.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C) async throws(C.Failure) -> C.Output
    ) -> Subscription {
        let handler = Handler(fileID, line, newSubscription()) { (command: C, call) in
            call.start(command, with: handle)
            return nil
        }
        return register(type, handler)
    }

    /// Registers an asynchronous handler, and says whether the command reports its start.
    ///
    /// With `reportsStart`, the command sends ``Event/progress(_:)`` when it starts for the first time. A retry does not report
    /// the start again.
    ///
    /// - Returns: A subscription that removes the handler.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, reportsStart: Bool, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C) async throws(C.Failure) -> C.Output
    ) -> Subscription where C.Progress == Void {
        guard reportsStart else { return self.handle(type, fileID: fileID, line: line, handle) }
        let handler = Handler(fileID, line, newSubscription()) { (command: C, call) in
            call.report(start: Event<C>.progress(()))
            call.start(command, with: handle)
            return nil
        }
        return register(type, handler)
    }

    /// Registers a handler for an API with callbacks. The handler returns at once, and a callback ends the command with the
    /// reply. The command reports only the progress that the handler passes to the reply.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C, Reply<C>) -> Void
    ) -> Subscription {
        let handler = Handler(fileID, line, newSubscription()) { (command: C, call) in
            handle(command, call.reply(to: command))
            return nil
        }
        return register(type, handler)
    }

    /// Registers an asynchronous handler that may send several events. The command ends when the handler returns or throws.
    /// It reports only the progress that the handler passes to the reply.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C, Reply<C>) async throws(C.Failure) -> Void
    ) -> Subscription {
        let handler = Handler(fileID, line, newSubscription()) { (command: C, call) in
            let reply = call.reply(to: command)
            call.start {
                do throws(C.Failure) {
                    try await handle(command, reply)
                    reply.endIfOpen()
                } catch {
                    reply.storage.failed(error)
                }
            }
            return nil
        }
        return register(type, handler)
    }

    @usableFromInline
    func newSubscription() -> Subscription { Subscription(number: takeNumber()) }

    @usableFromInline
    func register<C: Command>(_ command: C.Type, _ handler: HandlerRegistration) -> Subscription {
        let (type, subscription) = (ObjectIdentifier(command), handler.subscription)
        if isShutDown {
            report(.shutDown("A handler for \(C.self) at \(text: handler.site)"))
            return subscription
        }
        if let old = registrations.handlers[type] {
            registrations.handlers[type] = nil
            old.subscription.cancel()
            report(.handlerReplaced(C.self, old: old.site, new: handler.site))
        }
        registrations.handlers[type] = handler
        subscription.onCancel = { [weak self] subscription in
            guard let self, handlers[type]?.subscription === subscription else { return }
            registrations.handlers[type] = nil
        }
        return subscription
    }

    /// Whether a handler is registered for commands of this type. The handler that an ``ExecutableCommand`` contains does not
    /// count.
    public func hasHandler<C: Command>(for type: C.Type) -> Bool { handlers[ObjectIdentifier(type)] != nil }
}
