import Millrace

/// The engine on which a task waits. The engine is not retained.
struct WaitPlace: Sendable {
    private let posted: PostedJobs

    init(_ posted: PostedJobs) { self.posted = posted }

    /// Waits until `start` or a registration that it makes has ended the wait.
    ///
    /// `start` runs on the engine's actor, before the caller is suspended.
    func wait(_ start: (Engine, Wait) -> Void) async throws {
        guard let actor = posted.actorContext.actor else { throw EngineShutDown() }
        // Safe: the caller waits, and what it works on belongs to the actor.
        nonisolated(unsafe) let start = start
        try await wait({ start($0, $1) }, on: actor)
    }

    private func wait(_ start: (Engine, Wait) -> Void, on actor: isolated any Actor) async throws {
        let wait = Wait()
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation(isolation: actor) { begin(wait, $0, start) }
        } onCancel: {
            wait.end(CancellationError())
            posted.post(.betweenTurns { [posted] in posted.engine?.waits.remove(wait) })
        }
    }

    private func begin(
        _ wait: Wait, _ continuation: UnsafeContinuation<Void, any Error>, _ start: (Engine, Wait) -> Void
    ) {
        wait.begin(continuation)
        guard let engine = posted.engine, !engine.isShutDown else { return wait.end(EngineShutDown()) }
        let waits = engine.waits
        waits.note(engine.now)
        if !wait.hasEnded {
            waits.insert(wait)
            start(engine, wait)
        }
        if wait.hasEnded { waits.remove(wait) }
        // Those that wait for an idle engine count this wait.
        if !engine.idleObservers.isEmpty { engine.perform {} }
    }
}
