import MillraceHistory
import Millrace
@_exported import TestSupport
import Testing

/// An engine under test. The test controls its time, and reads its faults. At the end, nothing of it may be alive.
@MainActor final class EngineFixture {
    let time = ManualScheduler()
    let engine: Engine
    private(set) var faults: [Fault] = []

    init() {
        engine = Engine(scheduler: time)
        engine.onFault = { [unowned self] in faults.append($0) }
    }

    /// Records every message from now on.
    func record(upTo records: Int = 1_000) -> History {
        let history = History(records: records)
        engine.history = history
        return history
    }

    /// The kinds of the faults until now.
    var faultKinds: [Fault.Kind] { faults.map(\.kind) }
}

/// Runs `body` with an engine, and expects that it leaves nothing behind.
///
/// No store, subscriber, effect or message may be alive, and after a shutdown nothing at all. The faults must have these kinds.
@MainActor func withEngineFixture(
    faults: [Fault.Kind] = [], sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping (EngineFixture) async throws -> Void
) async throws {
    let fixture = EngineFixture()
    try await withDeadlineForTest(sourceLocation: sourceLocation) { try await body(fixture) }
    // The engine reports some faults as the actor's next job.
    await nextJob()
    expectNothingLeft(of: fixture.engine, sourceLocation: sourceLocation)
    #expect(fixture.faultKinds == faults, "\(fixture.faults)", sourceLocation: sourceLocation)
}

/// Expects that only handlers and listeners are alive on `engine`, and after a shutdown nothing at all.
func expectNothingLeft(of engine: Engine, sourceLocation: SourceLocation = #_sourceLocation) {
    var resources = engine.resources
    (resources.handlers, resources.listeners) = (0, 0)
    #expect(resources.isEmpty, "left alive: \(resources)", sourceLocation: sourceLocation)
    engine.shutdown()
    #expect(engine.resources.isEmpty, "alive after shutdown: \(engine.resources)", sourceLocation: sourceLocation)
}

/// Runs the jobs that the main actor already has. It runs its jobs in order, so waiting for one more job is enough.
///
/// A task that a continuation resumes is not such a job yet: another thread adds it. After an answer to a question, wait for the
/// receipt or the task instead.
@MainActor func nextJob() async {
    await withCheckedContinuation { continuation in
        Task { @MainActor in continuation.resume() }
    }
}
