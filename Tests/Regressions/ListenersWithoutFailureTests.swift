import MillraceExtras
import Millrace
import Testing

// Symptom: a failure counted as handled if the command had any listener, even one that received only data.
// `execute(_:listener:)` was correct.
// Cause: only the existence of a listener was checked, and not what it receives.
// Correct behavior: a listener without a failure function handles no failure.
@MainActor struct ListenersWithoutFailureTests {
    enum Listener: CaseIterable { case progress, data, call }

    private func add(_ listener: Listener, to engine: Engine) {
        switch listener {
        case .progress: engine.listen(to: Fetch.self, onProgress: { _ in })
        case .data: engine.listen(to: Fetch.self, onData: { _ in })
        case .call: engine.listen(to: Fetch.self) {}
        }
    }

    @Test(
        "L8 · a listener without a failure function leaves a failure unhandled, which is a fault",
        arguments: Listener.allCases)
    func unhandled(listener: Listener) async throws {
        try await withEngine(faults: [.unhandledFailure]) { engine in
            engine.handle(Fetch.self) { _ in throw Oops() }
            add(listener, to: engine)
            engine.execute(Fetch())
            try await Task { @MainActor in }.valueInTime()
        }
    }

    @Test("L8 · a listener with a failure function handles a failure, whatever other listeners there are")
    func handled() async throws {
        try await withEngine { engine in
            engine.handle(Fetch.self) { _ in throw Oops() }
            for listener in Listener.allCases { add(listener, to: engine) }
            var failures = 0
            let handling = engine.listen(to: Fetch.self, onFailure: { _ in failures += 1 })
            engine.execute(Fetch())
            try await Task { @MainActor in }.valueInTime()
            #expect(failures == 1)
            handling.cancel()
            let listening = engine.listen(to: Fetch.self) { _ in }
            engine.execute(Fetch())
            try await Task { @MainActor in }.valueInTime()
            listening.cancel()
        }
    }
}
