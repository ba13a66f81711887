extension Engine {
    /// Registers a synchronous handler: what it returns or throws is the command's last event, and was reduced when the
    /// outermost `send` returns.
    ///
    /// A command type has one handler: a second replaces the first, and is ``Fault/Kind/handlerReplaced``. Handlers run
    /// on the engine's actor. A thrown `CancellationError` cancels the command.
    ///
    /// - Returns: what removes the handler; one that was replaced removes nothing.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C) throws(C.Failure) -> C.Output
    ) -> Subscription {
        register(type, Site(fileID, line)) { command, call in
            do throws(C.Failure) {
                call.answer(.end(Box(Event<C>.data(try handle(command)))))
            } catch {
                call.answer(.failing(error, of: C.self))
            }
        }
    }

    /// Registers an asynchronous handler: what it returns or throws ends the command.
    ///
    /// It starts at once on the engine's actor, stays on it except where it awaits something that runs elsewhere,
    /// and is cancelled with its command. Where `C.Progress` is `Void`, the command reports progress once when it
    /// starts.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C) async throws(C.Failure) -> C.Output
    ) -> Subscription {
        register(type, Site(fileID, line)) { $1.answer($0, with: handle) }
    }

    /// Registers a handler for a callback API: it returns at once and keeps the reply, which ends the command.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C, Reply<C>) -> Void
    ) -> Subscription {
        register(type, Site(fileID, line)) { handle($0, $1.reply(to: $0)) }
    }

    /// Registers an asynchronous handler that answers any number of times: the command ends when it returns or throws.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C, Reply<C>) async throws(C.Failure) -> Void
    ) -> Subscription {
        register(type, Site(fileID, line)) { command, call in
            let reply = call.reply(to: command)
            call.start {
                do throws(C.Failure) {
                    try await handle(command, reply)
                    reply.endIfOpen()
                } catch {
                    reply.storage.failed(error)
                }
            }
        }
    }

    private func register<C: Command>(
        _ command: C.Type, _ site: Site, _ perform: @escaping (C, CommandCall) -> Void
    ) -> Subscription {
        let (type, subscription) = (TypeKey(command), Subscription(number: takeNumber()))
        if isShutDown {
            report(.shutDown("A handler for \(C.self) at \(site)"))
            return subscription
        }
        if let old = handlers.updateValue(Handler(site, subscription, perform), forKey: type) {
            old.subscription.cancel()
            report(.handlerReplaced(C.self, old: old.site, new: site))
        }
        subscription.onCancel = { [weak self, number = subscription.number] in
            guard let self, handlers[type]?.subscription.number == number else { return }
            handlers[type] = nil
        }
        return subscription
    }

    /// Whether a handler is registered for commands of this type. What a ``SelfHandling`` command brings does not count.
    public func hasHandler<C: Command>(for type: C.Type) -> Bool { handlers[TypeKey(type)] != nil }

    package var handlerCount: Int { handlers.count }

    /// The handler of a command: the registered one, else its own.
    func handler<C: Command>(for command: C) -> Handler<C>? {
        // Safe: a handler is registered under the type of its command.
        if let registration = handlers[TypeKey(C.self)] { return unsafeDowncast(registration, to: Handler<C>.self) }
        guard let own = command as? any SelfHandling else { return nil }
        return ownHandler(of: own, as: C.self)
    }

    private func ownHandler<Own: SelfHandling, C: Command>(of command: Own, as type: C.Type) -> Handler<C>? {
        let handler = Handler<Own>(Site(#fileID, #line), Subscription(number: 0)) { command, call in
            call.answer(command) { own throws(Own.Failure) in try await own.handle() }
        }
        return handler as? Handler<C>
    }
}
