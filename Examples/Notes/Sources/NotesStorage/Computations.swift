import Foundation

/// Runs the long computations of a network address one after another, in the order of their requests, the urgent ones first. So they
/// occupy one core at most.
///
/// The queues in front of it share the time between the clients, and limit how many computations wait here.
actor Computations {
    /// The computations that wait for the one that runs, by address.
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Runs a computation of this client when those that its address requested before have ended.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - isUrgent: Whether the computation precedes those that wait, because clients of other addresses wait for it. Defaults to
    ///     `false`.
    ///   - work: The computation.
    /// - Throws: What `work` throws.
    func run<Result: Sendable>(
        for client: WindowClient, isUrgent: Bool = false, _ work: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        await enter(client.address, isUrgent)
        defer { leave(client.address) }
        return try await work()
    }

    /// Runs a computation on a thread of its own, as ``run(for:isUrgent:_:)`` does. The tasks of the program share as few threads as
    /// there are cores.
    ///
    /// - Throws: What `work` throws; a `CancellationError` if the task is cancelled before the computation runs.
    func runOnThread<Result: Sendable>(
        for client: WindowClient, isUrgent: Bool = false, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await run(for: client, isUrgent: isUrgent) {
            try Task.checkCancellation()
            return try await Thread.run(work)
        }
    }

    private func enter(_ address: String, _ isUrgent: Bool) async {
        guard let others = waiting[address] else {
            waiting[address] = []
            return
        }
        await withCheckedContinuation { waiting[address]?.insert($0, at: isUrgent ? 0 : others.count) }
    }

    private func leave(_ address: String) {
        if waiting[address]?.isEmpty == false {
            waiting[address]?.removeFirst().resume()
        } else {
            waiting[address] = nil
        }
    }
}
