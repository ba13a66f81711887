/// Limits how many downloads run at the same time. Further ones wait in the order of their requests.
actor DownloadSlots {
    private var free: Int
    private var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    private var lastID = 0

    /// Creates a number of slots.
    init(_ count: Int) { free = count }

    /// Runs `work` as soon as a slot is free.
    ///
    /// - Throws: What `work` throws; a `CancellationError` at once if the task is cancelled before.
    func run<Output: Sendable>(_ work: @Sendable () async throws -> Output) async throws -> Output {
        try await enter()
        defer { leave() }
        return try await work()
    }

    private func enter() async throws {
        try Task.checkCancellation()
        guard free == 0 else { return free -= 1 }
        lastID += 1
        let id = lastID
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting.append((id, $0)) }
        } onCancel: {
            // The actor runs this after the line above.
            Task { await self.cancel(id) }
        }
    }

    private func cancel(_ id: Int) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    /// Passes the slot to the next download.
    private func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().continuation.resume() }
    }
}
