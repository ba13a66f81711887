import MillraceHistory
import MillraceExtras
import Millrace
import Testing

// Symptom: a `CancellationError` that a handler threw was a failure, and was retried. One that a worker threw was an unhandled
// failure. One that asynchronous middleware threw was a cancellation.
// Cause: handlers, workers and middleware each had their own rule for this error.
// Correct behavior: it is a cancellation everywhere.
@MainActor struct ThrownCancellationErrorTests {
    enum Kind: CaseIterable { case synchronous, asynchronous, replying }

    private func handle(_ kind: Kind, on engine: Engine, _ count: @escaping () -> Void) {
        switch kind {
        case .synchronous:
            engine.handle(Fetch.self) { (_: Fetch) throws -> String in
                count()
                throw CancellationError()
            }
        case .asynchronous:
            engine.handle(Fetch.self) { (_: Fetch) async throws -> String in
                count()
                await Task.yield()
                throw CancellationError()
            }
        case .replying:
            engine.handle(Fetch.self) { (_: Fetch, _: Reply<Fetch>) async throws in
                count()
                await Task.yield()
                throw CancellationError()
            }
        }
    }

    @Test(
        "L6 · a handler that throws CancellationError is cancelled: no retry, no failure, and no next link",
        arguments: Kind.allCases)
    func handler(kind: Kind) async throws {
        try await withEngineAndTime { engine, time in
            var calls = 0
            handle(kind, on: engine) { calls += 1 }
            var failures = 0
            let listening = engine.listen(to: Fetch.self, onFailure: { _ in failures += 1 })
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(
                .do(
                    .execute(Fetch(), as: LoggingReducer.Action.received, retry: .times(2, delay: .seconds(1)))
                        .then(.note("next"))))
            // A retry would wait for the clock.
            try await nextJobs()
            time.advance(by: .seconds(10))
            try await nextJobs()
            time.advance(by: .seconds(10))
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(calls == 1 && failures == 0 && store.state.isEmpty && engine.resources.effects == 0)
            listening.cancel()
        }
    }

    @Test("L8 · a handler that throws CancellationError is not an unhandled failure", arguments: Kind.allCases)
    func notUnhandled(kind: Kind) async throws {
        try await withEngine { engine in
            handle(kind, on: engine) {}
            let store = Store([], LoggingReducer(), on: engine)
            store.send(.do(.execute(Fetch())))
            engine.execute(Fetch())
            await engine.restInTime { engine.resources.effects == 0 }
            try await nextJobs()
        }
    }

    @Test("L6 · a worker that throws CancellationError is cancelled, which is not a failure", arguments: [true, false])
    func worker(isAwaited: Bool) async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
            var errors = 0
            if isAwaited { engine.middleware = [.onError { _, _ in errors += 1 }] }
            store.work { _, _ in throw CancellationError() }
            let receipt = store.send(.note("a"))
            if isAwaited { await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() } }
            await engine.restInTime { engine.resources.effects == 0 }
            try await nextJobs()
            #expect(errors == 0 && store.state == ["a"])
        }
    }

    @Test("L6 · asynchronous middleware that throws CancellationError cancels the message")
    func middleware() async throws {
        try await withEngine { engine in
            var errors = 0
            engine.middleware = [.onError { _, _ in errors += 1 }, .async { _ in throw CancellationError() }]
            let store = Store([], LoggingReducer(), on: engine)
            await #expect(throws: CancellationError.self) { try await store.send(.note("a")).finishedInTime() }
            #expect(errors == 0 && store.state.isEmpty)
        }
    }

    /// Runs the tasks of handlers, and the reports that follow them.
    private func nextJobs() async throws {
        for _ in 0..<4 { try await Task { @MainActor in }.valueInTime() }
    }
}
