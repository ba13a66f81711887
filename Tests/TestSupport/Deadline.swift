import Foundation
import Millrace
public import Testing

/// The time after which a wait fails its test: the seconds in `MILLRACE_DEADLINE`. Defaults to 600.
///
/// The deadline is a last resort: it fails only tests that would otherwise hang. A second counts only if the waiting
/// actor has run a job in it, so a busy machine does not fail a test.
private let limit = ProcessInfo.processInfo.environment["MILLRACE_DEADLINE"].flatMap(Int.init) ?? 600

/// The error that a wait throws after its deadline.
public struct Overdue: Error, CustomStringConvertible {
    /// A description of the awaited event.
    public let awaited: String
    let seconds: Int

    /// The error as a sentence.
    public var description: String { "Timed out after \(seconds) s, waiting for \(awaited)." }
}

/// Performs `body` on the caller's actor, and returns its result or throws its error. Fails the test if `body` does not
/// end in time.
///
/// After the deadline, `body` is cancelled and abandoned. The test therefore ends even if cancellation does not work.
///
/// - Parameter factor: The number of deadlines to wait, for a body with several waits.
public func withDeadline<Success>(
    _ awaited: String, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, times factor: Double = 1,
    _ body: @escaping () async throws -> Success
) async throws -> Success {
    let race = Race<Success>()
    let seconds = Int(Double(limit) * factor)
    // Safe: `body` was created on the caller's actor, and runs there.
    nonisolated(unsafe) let body = body
    // The closures are written here, and without a capture list. Otherwise they would not run on the actor.
    let work: Task<Void, Never>
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        work = Task.immediate {
            _ = isolation
            do { race.end(.success(try await body())) } catch { race.end(.failure(error)) }
        }
    } else {
        work = Task {
            _ = isolation
            do { race.end(.success(try await body())) } catch { race.end(.failure(error)) }
        }
    }
    // A body that ends immediately needs no wait.
    if let result = race.result { return try result.get() }
    let watchdog = Task.detached {
        for _ in 0..<seconds {
            try? await Task.sleep(for: .seconds(1))
            if Task.isCancelled { return }
            // Code without an actor nearly always runs because the tests' main actor called it.
            await pass(through: isolation ?? MainActor.shared)
        }
        race.end(.failure(Overdue(awaited: awaited, seconds: seconds)))
    }
    defer { watchdog.cancel() }
    do {
        return try await withTaskCancellationHandler {
            try await race.end(isolation: isolation)
        } onCancel: {
            work.cancel()
        }
    } catch let error as Overdue where error.awaited == awaited {
        work.cancel()
        Issue.record(Comment(rawValue: error.description), sourceLocation: sourceLocation)
        throw error
    }
}

/// Runs the body of a test. Waits in it should have their own deadlines, which name the failure. This deadline ends a
/// test whose wait has none. It is longer than theirs, and shorter than the silence after which `Scripts/counted` ends a run.
public func withDeadlineForTest(
    isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation,
    _ body: @escaping () async throws -> Void
) async throws {
    try await withDeadline(
        "the end of the test's body. One of its waits has no deadline of its own",
        isolation: isolation, sourceLocation: sourceLocation, times: 1.5, body)
}

/// Runs the body of a test that does not throw. After its deadline, the test continues without it.
public func withDeadline(
    _ awaited: String, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping () async -> Void
) async {
    let throwing: () async throws -> Void = body
    _ = try? await withDeadline(awaited, isolation: isolation, sourceLocation: sourceLocation, throwing)
}

private func pass(through actor: isolated (any Actor)?) async {}

/// Records which happens first: the end of the work, or the deadline.
private final class Race<Success>: @unchecked Sendable {
    // Safe: only accessed under the lock. The result is passed to the waiting actor, which created it.
    private let lock = NSLock()
    private var first: Result<Success, any Error>?
    private var waiting: UnsafeContinuation<Void, Never>?

    var result: Result<Success, any Error>? { lock.withLock { first } }

    func end(_ result: Result<Success, any Error>) {
        let waiting = lock.withLock {
            if first == nil { first = result }
            return self.waiting.take()
        }
        waiting?.resume()
    }

    func end(isolation: isolated (any Actor)?) async throws -> Success {
        await withUnsafeContinuation(isolation: isolation) { continuation in
            let hasEnded = lock.withLock {
                if first == nil { waiting = continuation }
                return first != nil
            }
            if hasEnded { continuation.resume() }
        }
        guard let result else { preconditionFailure("The race has no result.") }
        return try result.get()
    }
}
