import MillraceHistory
import Millrace
@_exported import TestSupport
import Testing

/// Runs `body` with an engine on the caller's actor, and expects that it leaves nothing behind.
///
/// No store, subscriber, effect or message may be alive, and after a shutdown nothing at all. The faults must have these kinds.
/// A test that checks the faults itself sets `onFault`.
func withEngine(
    faults: [Fault.Kind] = [], isolation: isolated (any Actor) = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping (Engine) async throws -> Void
) async throws {
    try await withEngine(Engine(), faults: faults, sourceLocation: sourceLocation, body)
}

/// The same, with a time that the test controls.
func withEngineAndTime(
    faults: [Fault.Kind] = [], isolation: isolated (any Actor) = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping (Engine, ManualScheduler) async throws -> Void
) async throws {
    let time = ManualScheduler()
    try await withEngine(Engine(scheduler: time), faults: faults, sourceLocation: sourceLocation) { engine in
        try await body(engine, time)
    }
}

private func withEngine(
    _ engine: Engine, faults: [Fault.Kind], isolation: isolated (any Actor) = #isolation,
    sourceLocation: SourceLocation, _ body: @escaping (Engine) async throws -> Void
) async throws {
    var reported: [Fault] = []
    engine.onFault = { reported.append($0) }
    try await withDeadlineForTest(sourceLocation: sourceLocation) { try await body(engine) }
    var resources = engine.resources
    (resources.handlers, resources.listeners) = (0, 0)
    #expect(resources.isEmpty, "left alive: \(resources)", sourceLocation: sourceLocation)
    engine.shutdown()
    #expect(engine.resources.isEmpty, "alive after shutdown: \(engine.resources)", sourceLocation: sourceLocation)
    #expect(reported.map(\.kind) == faults, "\(reported)", sourceLocation: sourceLocation)
}
