/// What `send` gives back: it ends when the message has been folded and every effect that it caused has ended.
///
/// A receipt may be dropped; the work goes on. It may travel to another actor.
public struct Receipt: Sendable {
    @usableFromInline let claim: Claim?

    @inlinable init(_ claim: Claim?) { self.claim = claim }

    init(_ job: Job, _ engine: Engine) { claim = Claim(job, engine) }

    /// The receipt of a message that left nothing behind.
    @inlinable public static var finished: Receipt { Receipt(nil) }

    /// Waits until the message has been folded and every effect that its flows started has ended: commands, waits for
    /// the clock, and the messages and flows that came of them. Standing work is not waited for.
    ///
    /// The caller is always resumed. Cancelling the waiting task cancels the effects, as ``cancel(isolation:)`` does.
    ///
    /// - Throws: the first failure of a command, as its handler threw it; `CancellationError` when any of the work was
    ///   cancelled; ``Fault`` when something could not be delivered; ``EngineShutDown``.
    public func finished() async throws {
        try await claim?.wait()
    }

    /// Calls `body` once when the work has ended, with what ``finished()`` would return or throw; on the caller's
    /// actor, soon after, never within this call. Unlike ``finished()`` it is bound to no task, so it cancels nothing.
    ///
    /// Outside an actor it does not compile: there is no knowing where `body` should run.
    public func whenFinished(
        isolation: isolated (any Actor) = #isolation, _ body: @escaping (Result<Void, any Error>) -> Void
    ) {
        // Safe: it was made on the caller's actor, and the task below runs there from start to end.
        nonisolated(unsafe) let body = body
        Task {
            _ = isolation
            do {
                try await finished()
                body(.success(()))
            } catch {
                body(.failure(error))
            }
        }
    }

    /// Cancels every effect that the message caused and that has not ended. Messages that wait are still folded, and
    /// what they ask for is cancelled. A second call, or one after the end, does nothing.
    ///
    /// Called on the engine's actor it has happened when this returns; from elsewhere, before the engine's next turn
    /// but one.
    public func cancel(isolation: isolated (any Actor)? = #isolation) {
        claim?.cancel(isHome: isolation != nil && isolation === claim?.actor)
    }
}

/// A job, as seen from anywhere.
@usableFromInline final class Claim: Sendable {
    private let mailbox: Mailbox
    /// `nil` for a message whose turn has not come, while nobody awaits it.
    ///
    /// Safe: touched on the engine's actor only. A job that has not ended is held by the engine, and one that has holds
    /// nothing.
    private nonisolated(unsafe) var job: Job?
    /// The message, until its turn has come. Safe as the job is.
    private nonisolated(unsafe) var message: (any Cancellable)?

    /// A claim to the job of a message whose turn is to come; `nil` for one that is being asked about for the first time.
    init(to message: Passage?, on engine: Engine) {
        (mailbox, self.message) = (engine.mailbox, message)
    }

    convenience init(_ job: Job, _ engine: Engine) {
        self.init(to: nil, on: engine)
        self.job = job
    }

    // MARK: A message's own job

    /// The message has become a passage.
    func begin(_ passage: Passage) {
        message = passage
        job?.adopt(passage)
        if job?.isCancelled == true { passage.cancel(because: CancellationError()) }
    }

    private func requireJob() -> Job {
        if let job { return job }
        let job = Job()
        job.retain()
        if let message { job.adopt(message) }
        self.job = job
        return job
    }

    /// The turn has come: makes the job a part of `whole`. Whoever called releases it once.
    func job(within whole: Job, of engine: Engine) -> Job {
        let part = requireJob()
        if let message { part.disown(message) }
        message = nil
        part.join(whole) { [unowned(unsafe) engine] in engine.later($0) }
        return part
    }

    /// The turn will not come.
    func end(because reason: any Error) {
        let job = requireJob()
        message = nil
        job.release(failing: reason)
    }

    // MARK: From anywhere

    fileprivate var actor: (any Actor)? { mailbox.home.actor }

    fileprivate func wait() async throws {
        guard let actor = mailbox.home.actor else {
            // Safe: with the actor the engine has gone, and with the engine every job has ended.
            return try job?.outcome?.result.get() ?? { throw EngineShutDown() }()
        }
        try await wait(on: actor)
    }

    private func wait(on actor: isolated any Actor) async throws {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation(isolation: actor) { requireJob().resume($0) }
        } onCancel: {
            cancel(isHome: false)
        }
    }

    fileprivate func cancel(isHome: Bool) {
        if isHome {
            guard let engine = mailbox.engine.open() else { return }
            engine.perform { requireJob().cancel(because: CancellationError()) }
        } else {
            mailbox.post { _ in self.requireJob().cancel(because: CancellationError()) }
        }
    }
}
