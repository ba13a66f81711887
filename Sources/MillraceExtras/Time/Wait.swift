import Millrace

/// A task that waits for something that happens on an engine's actor. The first end resumes it.
final class Wait: Sendable {
    private struct State {
        var continuation: UnsafeContinuation<Void, any Error>?
        var outcome: Result<Void, any Error>?
    }

    private let state = Lock(State())
    /// The functions that end its registrations. Safe: touched on the engine's actor only.
    private nonisolated(unsafe) var registrations: [() -> Void] = []

    var hasEnded: Bool { state.withLock { $0.outcome != nil } }

    /// Ends the wait. It may be called on any thread. A second call does nothing.
    func end(_ error: (any Error)? = nil) {
        let outcome: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        let continuation = state.withLock { state -> UnsafeContinuation<Void, any Error>? in
            if state.outcome != nil { return nil }
            state.outcome = outcome
            return state.continuation.take()
        }
        continuation?.resume(with: outcome)
    }

    /// Resumes `continuation` when the wait has ended.
    func begin(_ continuation: UnsafeContinuation<Void, any Error>) {
        let outcome = state.withLock { state -> Result<Void, any Error>? in
            if state.outcome == nil { state.continuation = continuation }
            return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
    }

    // MARK: On the engine's actor

    /// Ends the wait when `delay` has passed on the engine's clock, at once where it is not positive.
    func end(in engine: Engine, after delay: Duration, because error: (any Error)? = nil) {
        if delay <= .zero { return end(error) }
        let waits = engine.waits
        onEnd(
            engine.scheduler.schedule(after: delay) { [weak waits, weak engine] in
                self.end(error)
                if let engine { waits?.remove(self, readingTimeOf: engine) }
            })
    }

    /// Calls `body` when the wait ends, on the engine's actor.
    func onEnd(_ body: @escaping () -> Void) { registrations.append(body) }

    /// Ends the registrations.
    func endRegistrations() {
        let all = registrations
        registrations = []
        for end in all { end() }
    }
}

/// The value that a wait has found.
final class Found<Value> {
    var value: Value?

    func take() -> Value {
        guard let value else { preconditionFailure("A wait without an error has found something.") }
        return value
    }
}
