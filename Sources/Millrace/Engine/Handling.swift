/// What does the work of a command.
enum Handler<C: Command> {
    case immediate((C) throws(C.Failure) -> C.Output)
    case suspending((C) async throws(C.Failure) -> C.Output)
    case replying((C, Reply<C>) -> Void)
    case suspendingReplying((C, Reply<C>) async throws(C.Failure) -> Void)
}

/// A registered handler, with its command's type hidden.
protocol AnyHandler: AnyObject {
    var site: Site { get }
    var subscription: Subscription { get }
}

@usableFromInline final class Registration<C: Command>: AnyHandler {
    let handler: Handler<C>
    /// The handler, where it is a plain function.
    @usableFromInline let immediate: ((C) throws(C.Failure) -> C.Output)?
    /// The handler, where it is an asynchronous function.
    @usableFromInline let suspending: ((C) async throws(C.Failure) -> C.Output)?
    let site: Site
    let subscription: Subscription

    init(_ handler: Handler<C>, _ site: Site, _ subscription: Subscription) {
        (self.handler, self.site, self.subscription) = (handler, site, subscription)
        if case .immediate(let handle) = handler { immediate = handle } else { immediate = nil }
        if case .suspending(let handle) = handler { suspending = handle } else { suspending = nil }
    }
}

extension Engine {
    /// Registers a synchronous handler: what it returns or throws is the next message, so it has been folded when the
    /// outermost `send` returns.
    ///
    /// A command type has one handler: a second takes the place of the first, and ``Fault/Kind/handlerReplaced`` says
    /// so. Handlers run on the engine's actor.
    ///
    /// - Returns: what takes the handler out again; one that was replaced takes nothing out.
    @discardableResult
    public func handle<C: Command>(
        _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping (C) throws(C.Failure) -> C.Output
    ) -> Subscription {
        register(.immediate(handle), Site(fileID, line))
    }

    /// Registers an asynchronous handler: what it returns or throws ends the command.
    ///
    /// It starts at once on the engine's actor, stays on it wherever it is not awaiting something that runs elsewhere,
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
        let registration = Registration(handler, site, subscription)
        if let old = handlers.updateValue(registration, forKey: type) {
            letGoLater(old)
            old.subscription.cancel()
            report(.handlerReplaced(C.self, old: old.site, new: site))
        }
        // Not the registration itself, weak: that would make every reference to it slow to count.
        subscription.onCancel = { [weak self, number = subscription.number] in
            guard let self, let registration = handlers[type], registration.subscription.number == number else {
                return
            }
            letGoLater(registration)
            handlers[type] = nil
        }
        return subscription
    }

    /// Keeps a handler until the turn ends: it may be at work.
    private func letGoLater(_ handler: any AnyHandler) {
        if isRunning { later { withExtendedLifetime(handler) {} } }
    }

    /// Whether a handler is registered for commands of this type. What a ``SelfHandling`` command brings is not.
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

    /// Executes `command`: its handler has been called when this returns, unless a turn is under way.
    ///
    /// - Returns: the receipt, which ends with the command and what its events caused.
    @discardableResult
    public func execute(_ command: some Command) -> Receipt {
        dispatch("The command \(command)") { self.start(command, job: $0) }
    }

    /// Executes what `make` makes, which may throw; its error is thrown here, and nothing is executed.
    @discardableResult
    public func execute<C: Command, Failure: Error>(_ make: () throws(Failure) -> C) throws(Failure) -> Receipt {
        execute(try make())
    }

    /// Executes `command` with a reaction of its own, which hears of this one execution only.
    @discardableResult
    public func execute<C: Command>(_ command: C, reaction: Reaction<C>) -> Receipt {
        dispatch("The command \(command)") {
            self.effects.admit(
                HeardRun(command, engine: self, effects: self.effects, job: $0, reaction: reaction), .concurrent)
        }
    }

    /// Starts `command` on behalf of the engine, or of who owns `effects`.
    func start<C: Command>(
        _ command: C, job: Job?, in effects: Effects? = nil, isHome: (() -> Bool)? = nil
    ) {
        let effects = effects ?? self.effects
        effects.admit(Run(command, engine: self, effects: effects, job: job, isHome: isHome), .concurrent)
    }

    /// Does what a message from outside asks for: now, with all that follows, or in its turn when one is under way.
    func dispatch(_ what: @autoclosure () -> String, _ work: (Job?) -> Void) -> Receipt {
        if isShutDown { return refuse(.shutDown(what())) }
        if isRunning {
            let job = Job()
            job.retain()
            work(job)
            job.release()
            return Receipt(job, self)
        }
        begin()
        work(nil)
        return drain()
    }

    /// The receipt of what cannot be done.
    func refuse(_ fault: Fault) -> Receipt {
        report(fault)
        let job = Job()
        job.retain()
        job.release(failing: fault)
        return Receipt(job, self)
    }
}
