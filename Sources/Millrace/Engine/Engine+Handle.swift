/// What performs a command.
enum Handler<C: Command> {
    case immediate((C) throws(C.Failure) -> C.Output)
    case suspending((C) async throws(C.Failure) -> C.Output)
    case replying((C, Reply<C>) -> Void)
    case suspendingReplying((C, Reply<C>) async throws(C.Failure) -> Void)
}

/// A registered handler, with its command's type hidden.
protocol AnyRegistration: AnyObject {
    var site: Site { get }
    var subscription: Subscription { get }
}

final class Registration<C: Command>: AnyRegistration {
    let handler: Handler<C>
    let site: Site
    let subscription: Subscription

    init(_ handler: Handler<C>, _ site: Site, _ subscription: Subscription) {
        (self.handler, self.site, self.subscription) = (handler, site, subscription)
    }
}

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
        register(.immediate(handle), Site(fileID, line))
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
        register(.suspending(handle), Site(fileID, line))
    }

    /// Registers a handler for a callback API: it returns at once and keeps the reply, which ends the command.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C, Reply<C>) -> Void
    ) -> Subscription {
        register(.replying(handle), Site(fileID, line))
    }

    /// Registers an asynchronous handler that answers any number of times: the command ends when it returns or throws.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C, Reply<C>) async throws(C.Failure) -> Void
    ) -> Subscription {
        register(.suspendingReplying(handle), Site(fileID, line))
    }

    private func register<C: Command>(_ handler: Handler<C>, _ site: Site) -> Subscription {
        let type = TypeKey(C.self)
        let subscription = Subscription(number: takeNumber())
        if isShutDown {
            report(.shutDown("A handler for \(C.self) at \(site)"))
            return subscription
        }
        if let old = handlers.updateValue(Registration(handler, site, subscription), forKey: type) {
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

    /// The handler of a command: the registered one, else its own.
    func handler<C: Command>(for command: C) -> Handler<C>? {
        if let registration = handlers[TypeKey(C.self)] {
            // Safe: a registration is kept under the type of its command.
            return unsafeDowncast(registration, to: Registration<C>.self).handler
        }
        guard let own = command as? any SelfHandling else { return nil }
        return ownHandler(of: own, as: C.self)
    }

    private func ownHandler<Own: SelfHandling, C: Command>(of command: Own, as type: C.Type) -> Handler<C>? {
        let handle: (Own) async throws(Own.Failure) -> Own.Output = { own throws(Own.Failure) in try await own.handle()
        }
        return Handler<Own>.suspending(handle) as? Handler<C>
    }
}
