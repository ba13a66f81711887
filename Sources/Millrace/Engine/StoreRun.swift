/// A command whose events a store folds.
@usableFromInline final class StoreRun<C: Command, R: Reducer>: Run<C> {
    @usableFromInline let respond: ((Event<C>) -> R.Action)?
    @usableFromInline let core: StoreCore<R>

    @inlinable init(_ execution: CommandExecution<C, R>, core: StoreCore<R>, job: Job?) {
        self.respond = execution.respond
        self.core = core
        super.init(
            execution.command, engine: core.engine, effects: core.effects, key: execution.key,
            patience: execution.patience, job: job, isHome: execution.residence?.check(core))
    }

    private init(_ command: C, like other: StoreRun, job: Job?) {
        (respond, core) = (other.respond, other.core)
        super.init(
            command, engine: core.engine, effects: core.effects, key: other.key, patience: other.patience, job: job,
            isHome: other.isHome)
    }

    override func copy(_ command: C, job: Job?) -> Run<C> { StoreRun(command, like: self, job: job) }

    override func fold(_ event: Event<C>) {
        if let respond { core.fold(respond(event)) }
    }

    override var isHeard: Bool { respond != nil }
    override var store: (any AnyCore)? { core }
}

// MARK: - Where the types are known

extension StoreRun {
    /// Begins the command's turn, which has come at once, with an asynchronous handler.
    ///
    /// - Returns: the action that its progress is folded as, whose turn has come then too.
    @inlinable func begin(_ handle: @escaping (C) async throws(C.Failure) -> C.Output) -> R.Action? {
        noteTurn()
        let mailbox = engine.mailbox
        keep(mailbox.home.start { await self.work(handle, mailbox) })
        guard let progress = () as? C.Progress else { return nil }
        if let respond, !hasEnded, !core.loop.hasListeners(to: Event<C>.self),
            core.loop.beginNextTurn()
        {
            return respond(.progress(progress))
        }
        emitFirst(.progress(progress))
        return nil
    }

    @inlinable func work(_ handle: (C) async throws(C.Failure) -> C.Output, _ mailbox: Mailbox) async {
        do throws(C.Failure) {
            let output = try await handle(command)
            await mailbox.home.land { land(output, mailbox) }
        } catch {
            await mailbox.home.land { arrive(through: mailbox, .failure(error)) }
        }
    }

    /// Takes in what the handler returned: as the next turn where nothing else is to be done, else through the queue.
    @inlinable func land(_ output: C.Output, _ mailbox: Mailbox) {
        let loop = core.loop
        guard !hasEnded, !isConcluded, !isHeld, loop.mayBegin, !loop.hasListeners(to: Event<C>.self)
        else { return arrive(through: mailbox, .end(.data(output))) }
        _ = loop.begin()
        guard loop.beginNextTurn() else { return arrive(through: mailbox, .end(.data(output))) }
        concludeQuietly()
        end()
        if let respond { core.turn(respond(.data(output)), job: job) }
        release()
        _ = core.rest()
    }

    /// Takes in the answer of the first attempt, if it is not too late.
    @usableFromInline func arrive(through mailbox: Mailbox, _ answer: Answer<C>) {
        if let engine = mailbox.engine.open() { arrive(at: engine, 1, answer) }
    }
}
