import Millrace
import TestSupport
import Testing

/// Runs `body` with a store whose commands the test answers.
@MainActor func withLoggingStore(
    _ body: @escaping (EngineFixture, FakeHandler<Fetch>, Store<LoggingReducer>) async throws -> Void
) async throws {
    try await withEngineFixture { fixture in
        let fake = FakeHandler<Fetch>(fixture.engine)
        try await body(fixture, fake, Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine))
    }
}

/// Expects that the receipt throws `CancellationError`.
@MainActor func expectCancelled(_ receipt: Receipt, sourceLocation: SourceLocation = #_sourceLocation) async {
    await #expect(throws: CancellationError.self, sourceLocation: sourceLocation) {
        try await receipt.finishedInTime()
    }
}
