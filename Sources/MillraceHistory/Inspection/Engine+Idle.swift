public import Millrace

extension Engine {
    /// Processes all queued messages and all events, actions and cancellations that other threads have posted.
    ///
    /// The engine does this automatically, in one of its actor's next jobs. Call this function if the next line depends on the
    /// result. For example, a test sends data with a ``Reply`` and then reads the state. Within a turn, the function does
    /// nothing.
    public func processPending() {
        repeat { perform {} } while loop.hasPosted && !isRunning
    }

    /// Waits until the engine is idle and `isReached` returns `true`.
    ///
    /// `isReached` is called at once, and then each time the engine becomes idle. It runs on the engine's actor, never within a
    /// turn, and must not change anything. No timer polls. The caller continues in a later job of the actor, so other messages
    /// may have been processed before that.
    ///
    /// Also returns when the waiting task is cancelled or the engine is shut down, even if the condition is not met. Only the
    /// wait is cancelled, not the engine's effects.
    public func waitUntilIdle(
        where isReached: @escaping () -> Bool, isolation: isolated (any Actor)? = #isolation
    ) async {
        processPending()
        let (number, posted) = (takeNumber(), posted)
        // The isolation is passed explicitly, so that the code before the wait runs on the actor. Otherwise the closures of the
        // standard library's functions would leave the actor.
        await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { wait($0, number, isReached) }
        } onCancel: {
            posted.post(.betweenTurns { [posted] in posted.engine?.idleWaiters.resume(number) })
        }
    }

    /// Resumes `continuation` when `isReached` returns `true`: now, or when the engine is idle again.
    private func wait(
        _ continuation: UnsafeContinuation<Void, Never>, _ number: UInt64, _ isReached: @escaping () -> Bool
    ) {
        // Cancellation is checked last, because `isReached` may process the job that cancels the wait.
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
