import Foundation
import Synchronization

/// Runs the long computations of a network address one after another, in the order of their requests. So they occupy one core at
/// most. Those of an address that has used much time lately get only the time of the cores that others leave; see ``UsedTime``.
///
/// The queues in front of it share the time between the clients, and limit how many computations wait here.
actor Computations {
    /// The computations that wait for the one that runs, by address.
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
    private let used: Mutex<UsedTime>
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates an instance.
    ///
    /// - Parameters:
    ///   - limit: The time that an address can use at once before it has used much. Defaults to 1 s.
    ///   - now: Measures when an address has used its time.
    init(limit: Duration = .seconds(1), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        used = Mutex(UsedTime(limit: limit))
        self.now = now
    }

    /// Whether an address has used so much time lately that its computations get less time than those of others.
    nonisolated func hasUsedMuch(_ address: String) -> Bool { used.withLock { $0.isMuch(of: address, now: now()) } }

    /// Runs a computation of this client when those that its address requested before have ended.
    ///
    /// - Throws: What `work` throws.
    func run<Result: Sendable>(
        for client: WindowClient, _ work: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        await enter(client.address)
        defer { leave(client.address) }
        return try await work()
    }

    /// Runs a computation on a thread of its own, as ``run(for:_:)`` does. The tasks of the program share as few threads as there are
    /// cores.
    ///
    /// - Throws: What `work` throws; a `CancellationError` if the task is cancelled before the computation runs.
    func runOnThread<Result: Sendable>(
        for client: WindowClient, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        await enter(client.address)
        defer { leave(client.address) }
        try Task.checkCancellation()
        return try await runAtOnce(for: client, priority: hasUsedMuch(client.address) ? .low : .ordinary, work)
    }

    /// Runs a computation on a thread of its own, beside those that ``runOnThread(for:_:)`` runs. Other addresses may wait for it, so
    /// it does not wait for those of its address. The caller limits how many run.
    ///
    /// - Throws: What `work` throws.
    func runAtOnce<Result: Sendable>(
        for client: WindowClient, priority: Thread.Priority, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        used.withLock { $0.begin(of: client.address, now: now()) }
        let (result, time) = try await Thread.run(priority: priority) {
            (Swift.Result(catching: work), Self.threadTime)
        }
        used.withLock { $0.end(of: client.address, after: time, now: now()) }
        return try result.get()
    }

    /// The CPU time of the current thread. Other threads that need the same core do not lengthen it.
    private static var threadTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private func enter(_ address: String) async {
        if waiting[address] == nil {
            waiting[address] = []
        } else {
            await withCheckedContinuation { waiting[address]?.append($0) }
        }
    }

    private func leave(_ address: String) {
        if waiting[address]?.isEmpty == false {
            waiting[address]?.removeFirst().resume()
        } else {
            waiting[address] = nil
        }
    }
}
