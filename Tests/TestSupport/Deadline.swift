import Foundation
import Millrace
public import Testing

/// How long a test waits for one thing before it fails: the seconds in `MILLRACE_DEADLINE`, else 120.
///
/// This is a last resort: no test passes or fails by it unless something is lost. A second counts only when the actor that
/// waits has had a job in it, so a busy machine fails nothing.
private let limit = ProcessInfo.processInfo.environment["MILLRACE_DEADLINE"].flatMap(Int.init) ?? 120

/// Thrown to a test in place of what it awaited.
public struct Overdue: Error, CustomStringConvertible {
    /// What was awaited.
    public let awaited: String
    let seconds: Int

    /// A sentence.
    public var description: String { "Waited \(seconds) s in vain for \(awaited)." }
}

/// Returns or throws what `body` does, on the caller's actor; fails the test when `body` does not end.
///
/// Then `body` is cancelled and abandoned, so the test ends even where cancellation is what does not work.
///
/// - Parameter factor: how many times longer than for one thing, for what waits for several.
public func withDeadline<Success>(
    _ awaited: String, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, times factor: Int = 1,
    _ body: @escaping () async throws -> Success
) async throws -> Success {
    let race = Race<Success>()
    // Safe: it was made on the caller's actor and runs there.
    nonisolated(unsafe) let body = body
    // The closures are written here, and without a capture list: elsewhere they would not run on the actor.
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
    // What ends at once needs no wait, as without a deadline.
    if let result = race.result { return try result.get() }
    let watchdog = Task.detached {
        for _ in 0..<limit * factor {
            try? await Task.sleep(for: .seconds(1))
            if Task.isCancelled { return }
            // What no actor waits for is nearly always done by the main actor of the tests.
            await pass(through: isolation ?? MainActor.shared)
        }
        race.end(.failure(Overdue(awaited: awaited, seconds: limit * factor)))
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

/// Runs the body of a test. What it waits for should have deadlines of their own, so that the failure names it; this one
/// ends the test where something has none.
public func withDeadlineForTest(
    isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation,
    _ body: @escaping () async throws -> Void
) async throws {
    try await withDeadline(
        "the end of the test's body, in which something is awaited that has no deadline of its own",
        isolation: isolation, sourceLocation: sourceLocation, times: 5, body)
}

/// As the other, for what does not throw: the test goes on without it.
public func withDeadline(
    _ awaited: String, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping () async -> Void
) async {
    let throwing: () async throws -> Void = body
    _ = try? await withDeadline(awaited, isolation: isolation, sourceLocation: sourceLocation, throwing)
}

private func pass(through actor: isolated (any Actor)?) async {}

/// What comes first: the end of the work or of the time.
private final class Race<Success>: @unchecked Sendable {
    // Safe: touched within the lock. The result goes to the actor that waits, where it was made.
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
        guard let result else { preconditionFailure("The race has ended.") }
        return try result.get()
    }
}
