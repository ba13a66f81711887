public import Millrace

extension Engine {
    /// Processes what was posted from elsewhere, and every turn that waits: what handlers have replied, what came through
    /// inboxes, cancellations.
    ///
    /// The engine does so by itself, as one of its actor's next jobs. Call it where the next line needs what was said
    /// already: a test that holds a ``Reply`` says something and looks at the state. Within a turn it does nothing.
    public func processPending() { perform {} }

    /// Waits until the engine is idle and `isReached` returns `true`.
    ///
    /// It is called at once, and then each time that the engine becomes idle; on the engine's actor, never within a turn,
    /// and never in between, so nothing polls. It must change nothing. The caller continues as a later job of the actor:
    /// something may have happened again by then.
    ///
    /// Returns too when the waiting task is cancelled and when the engine is shut down, whatever was reached;
    /// nothing else is cancelled then.
    public func waitUntilIdle(
        where isReached: @escaping () -> Bool, isolation: isolated (any Actor)? = #isolation
    ) async {
        processPending()
        let (number, posted) = (takeNumber(), posted)
        // With the isolation said, and not taken over from the caller, what is done before the wait is done on the actor:
        // the closures of the standard library's functions would leave it otherwise.
        await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { wait($0, number, isReached) }
        } onCancel: {
            posted.post { $0.idleWaiters.resume(number) }
        }
    }

    /// Resumes `continuation` when `isReached`, now or when the engine is idle again.
    private func wait(
        _ continuation: UnsafeContinuation<Void, Never>, _ number: UInt64, _ isReached: @escaping () -> Bool
    ) {
        // Whether the task was cancelled is asked last: what is asked before may take the job that says so.
        if isShutDown || isReached() || Task.isCancelled { return continuation.resume() }
        idleWaiters.add(number, isReached, continuation)
    }

    private var idleWaiters: IdleWaiters {
        let key = ObjectIdentifier(IdleWaiters.self)
        if let known = attachments[key] as? IdleWaiters { return known }
        let new = IdleWaiters(on: self)
        attachments[key] = new
        return new
    }
}
