/// Limits how many downloads run at the same time. Further ones wait. The clients share the slots.
actor DownloadSlots {
    private var free: Int
    private let count: Int
    private var waiting: [(id: Int, client: WindowClient, continuation: CheckedContinuation<Void, any Error>)] = []
    /// The numbers of downloads that were started since no download ran.
    private var counts = StepCounts()
    private var lastID = 0

    /// Creates a number of slots.
    init(_ count: Int) { (self.count, free) = (count, count) }

    /// Runs `work` of a client as soon as a slot is free.
    ///
    /// - Throws: What `work` throws; a `CancellationError` at once if the task is cancelled before.
    func run<Output: Sendable>(
        for client: WindowClient, _ work: @Sendable () async throws -> Output
    ) async throws -> Output {
        try await enter(client)
        defer { leave() }
        return try await work()
    }

    private func enter(_ client: WindowClient) async throws {
        try Task.checkCancellation()
        guard free == 0 else {
            free -= 1
            return counts.add(client)
        }
        lastID += 1
        let id = lastID
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting.append((id, client, $0)) }
        } onCancel: {
            // The actor runs this after the line above.
            Task { await self.cancel(id) }
        }
    }

    private func cancel(_ id: Int) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    /// Passes the slot to a download of the client with the fewest downloads.
    private func leave() {
        if let next = counts.next(of: waiting.map(\.client)) {
            let next = waiting.remove(at: next)
            counts.add(next.client)
            next.continuation.resume()
        } else {
            free += 1
            if free == count { counts = StepCounts() }
        }
    }
}
