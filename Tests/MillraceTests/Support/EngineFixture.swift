import MillraceInspection
import MillraceHistory
import Millrace
@_exported import TestSupport
import Testing

/// An engine under test: its time is ours, its faults are kept, and when the test ends nothing of it may be alive.
@MainActor final class EngineFixture {
    let time = ManualScheduler()
    let engine: Engine
    private(set) var faults: [Fault] = []

    init() {
        engine = Engine(scheduler: time)
        engine.onFault = { [unowned self] in faults.append($0) }
    }

    /// Has the engine remember what passes from now on.
    func record(upTo records: Int = 1_000) -> History {
        let history = History(records: records)
        engine.history = history
        return history
    }

    /// The kinds of the faults until now.
    var faultKinds: [Fault.Kind] { faults.map(\.kind) }
}

/// Runs `body` with an engine, and demands that it leaves nothing behind: no store, subscriber, effect or message, that
/// shutting down leaves nothing at all, and that the faults were those of these kinds.
@MainActor func withEngineFixture(
    faults: [Fault.Kind] = [], sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping (EngineFixture) async throws -> Void
) async throws {
    let fixture = EngineFixture()
    try await withDeadlineForTest(sourceLocation: sourceLocation) { try await body(fixture) }
    // What is told as the actor's next job is told by then.
    await nextJob()
    expectNothingLeft(of: fixture.engine, sourceLocation: sourceLocation)
    #expect(fixture.faultKinds == faults, "\(fixture.faults)", sourceLocation: sourceLocation)
}

/// Demands that nothing but handlers and listeners is alive on `engine`, and nothing at all when it has been shut down.
func expectNothingLeft(of engine: Engine, sourceLocation: SourceLocation = #_sourceLocation) {
    var resources = engine.resources
    (resources.handlers, resources.listeners) = (0, 0)
    #expect(resources.isEmpty, "left alive: \(resources)", sourceLocation: sourceLocation)
    engine.shutdown()
    #expect(engine.resources.isEmpty, "alive after shutdown: \(engine.resources)", sourceLocation: sourceLocation)
}

/// Lets what was put to the main actor before run: it takes its jobs in order, so one turn of it is enough.
@MainActor func nextJob() async {
    await withCheckedContinuation { continuation in
        Task { @MainActor in continuation.resume() }
    }
}
