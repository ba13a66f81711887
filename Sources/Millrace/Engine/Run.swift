/// A command that was asked for, with its type hidden.
@usableFromInline typealias AnyRun = Effect & TurnTaker

/// A command that was asked for and has not ended.
@usableFromInline class Run<C: Command>: Effect, TurnTaker, Holdable {
    @usableFromInline final var command: C
    @usableFromInline final let patience: Patience?
    /// How often the handler was called.
    final var attempt = 0
    /// The number of the command's turn, which its events come of; until then, of the turn that asked for it.
    @usableFromInline final var origin: UInt64
    final var task: Task<Void, Never>?
    /// Weak: when the handler has let every copy of its reply go, nobody will end the command.
    final weak var line: ReplyLine<C>?
    /// Whether what is said through a line has not been taken in to its end; that may be on its way when nobody has the
    /// line any more.
    final var hasLine = false
    /// Whether its last event waits for its turn.
    @usableFromInline final var isConcluded = false
    /// The middleware's holds on it and on its events, while some hold them.
    final var holders: [AtHome<Passage>] = []
    /// Its record, if there is a history.
    final var moment: Moment?
    final var cancelPause: (() -> Void)?
    final var cancelTimeout: (() -> Void)?

    @inlinable init(
        _ command: C, engine: Engine, effects: Effects, key: EffectKey? = nil, patience: Patience? = nil,
        job: Job?, isHome: (() -> Bool)? = nil
    ) {
        self.command = command
        self.patience = patience
        origin = engine.cause
        super.init(engine: engine, effects: effects, key: key, job: job, isHome: isHome)
    }

    /// Folds an event in the store that asked, if one did.
    func fold(_ event: Event<C>) {}

    /// Whether the store that asked folds its events, or whoever executed it by hand hears its failure.
    var isHeard: Bool { false }

    /// Tells whoever executed it by hand, when every store has folded the event.
    func hear(_ event: Event<C>) {}

    /// The store that asked, if one did.
    var store: (any AnyCore)? { nil }

    override var isAtWork: Bool { task != nil || hasLine }

    /// Asks for the turn in which the handler is called.
    @usableFromInline override func start() { engine.enqueue(self, job: job) }

    override func stop(because reason: (any Error)?) {
        if let reason { moment?.end(because: reason, engine) }
        if hasEnded { for holder in holders { holder.open()?.cancel(because: reason ?? CancellationError()) } }
        cancelPause.take()?()
        cancelTimeout.take()?()
        task.take()?.cancel()
        line?.close()
        hasLine = false
    }

    // MARK: The command's turn

    @usableFromInline func takeTurn(_ entry: Entry) {
        guard !hasEnded else { return noteUnbegun(entry) }
        origin = engine.turn
        if engine.isAttended {
            engine.receive(Message(.command, command, store: store, entry, turn: engine.turn), self, job: entry.job)
        } else {
            begin()
        }
    }

    /// Notes that it was cancelled before its turn.
    private func noteUnbegun(_ entry: Entry) {
        engine.history?.begin(.command, command, store: store?.id, id: engine.turn, cause: entry.cause)
            .end(.cancelled, engine)
    }

    @usableFromInline func proceed(with payload: Any, job: Job?) -> Bool {
        guard !hasEnded else {
            engine.moment?.end(.cancelled, engine)
            return true
        }
        if let command = payload as? C {
            (self.command, moment) = (command, engine.moment)
            if let job { narrow(to: job) }
            begin()
        } else if let other = payload as? any Command {
            engine.moment?.end(.redirected, engine)
            engine.start(other, job: job, in: effects, isHome: isHome)
            drop(because: nil)
        } else {
            return false
        }
        return true
    }

    @usableFromInline func drop(because reason: (any Error)?) {
        guard !hasEnded else { return }
        end()
        stop(because: reason)
        moment?.end(.dropped, engine)
        release(failing: reason)
    }

    /// Ends it with its last event, if it has one.
    func end(with last: Event<C>?) {
        end()
        moment?.end(last?.error.map { .failed($0) } ?? .done, engine)
    }

    @usableFromInline func fail(with error: any Error, job: Job?) {
        if let failure = error as? C.Failure { return conclude(.failure(failure), isTold: true) }
        engine.reportUnheard(.unheardFailure(command, error), of: self.job ?? job)
        drop(because: error)
    }

    @usableFromInline func `repeat`(with payload: Any, job: Job?) -> Bool {
        if let command = payload as? C {
            effects.admit(copy(command, job: job), .concurrent)
        } else if let other = payload as? any Command {
            engine.start(other, job: job, in: effects, isHome: isHome)
        } else {
            return false
        }
        return true
    }

    /// Another run of the same request, or of one like it.
    func copy(_ command: C, job: Job?) -> Run<C> {
        Run(command, engine: engine, effects: effects, key: key, patience: patience, job: job, isHome: isHome)
    }

    func outlast(_ job: Job, heldBy passage: Passage) {
        take(job)
        holders.removeAll { $0.open() == nil }
        holders.append(AtHome(passage))
    }

    @usableFromInline var label: String { "\(C.self)" }

    private func begin() {
        if engine.isShutDown { return drop(because: EngineShutDown()) }
        guard let handler = engine.handler(for: command) else { return undeliverable() }
        if let timeout = patience?.timeout {
            requireJob()
            cancelTimeout = engine.scheduler.schedule(after: timeout) { [weak self] in
                if let self, let failure = patience?.failure as? C.Failure { conclude(.failure(failure)) }
            }
        }
        call(handler)
    }

    func undeliverable() {
        let fault = Fault.noHandler(command)
        engine.report(fault)
        if let failure = fault as? C.Failure { return conclude(.failure(failure)) }
        drop(because: fault)
    }

    func call(_ handler: Handler<C>) {
        attempt += 1
        switch handler {
        case .immediate(let handle):
            do throws(C.Failure) { conclude(.data(try handle(command))) } catch { fail(error) }
        case .suspending(let handle):
            requireJob()
            if attempt == 1, let progress = () as? C.Progress { emit(.progress(progress)) }
            let (attempt, home, engine) = (attempt, engine.home, AtHome(engine))
            keep(home.start { await self.await(handle, attempt, engine, home) })
        case .replying(let handle):
            handle(command, Reply(openLine()))
        case .suspendingReplying(let handle):
            let reply = Reply(openLine())
            keep(engine.home.start { await self.await(handle, reply) })
        }
    }

    /// Keeps the handler's task, to cancel it with the command; at once, if the command ended while it began.
    @usableFromInline final func keep(_ task: Task<Void, Never>?) {
        if hasEnded || isConcluded { task?.cancel() } else { self.task = task }
    }

    private func openLine() -> ReplyLine<C> {
        requireJob()
        let line = ReplyLine(self, attempt: attempt)
        (self.line, hasLine) = (line, true)
        return line
    }

    private func `await`(
        _ handle: (C) async throws(C.Failure) -> C.Output, _ attempt: Int, _ engine: AtHome<Engine>, _ home: Home
    ) async {
        let answer: Answer<C>
        do throws(C.Failure) { answer = .end(.data(try await handle(command))) } catch { answer = .failure(error) }
        await home.land {
            if let engine = engine.open() { arrive(at: engine, attempt, answer) }
        }
    }

    private func `await`(_ handle: (C, Reply<C>) async throws(C.Failure) -> Void, _ reply: Reply<C>) async {
        do throws(C.Failure) {
            try await handle(command, reply)
            reply.endIfOpen()
        } catch {
            reply.fail(error)
        }
    }

    // MARK: At once

    /// Notes that its turn has come at once, and that the handler is called for the first time.
    @usableFromInline final func noteTurn() {
        (origin, attempt) = (engine.turn, 1)
        requireJob()
    }

    /// Whether middleware holds it or events of it.
    @usableFromInline final var isHeld: Bool { !holders.isEmpty }

    /// Notes that its handler has returned and that its last event has its turn at once.
    @usableFromInline final func concludeQuietly() {
        isConcluded = true
        task = nil
    }

    /// Passes an event on before all that waits.
    @usableFromInline final func emitFirst(_ event: Event<C>) {
        engine.enqueueFirst(EventTurn(event, of: self, isLast: false), job: job, cause: origin)
    }
}
