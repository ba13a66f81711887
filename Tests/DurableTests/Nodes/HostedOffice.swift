#if SQLite || App
    import Millrace
    import MillraceDurable
    import MillraceExtras
    import TestSupport
    import Testing

    /// A node that hosts the engine of an office.
    @MainActor final class HostedOffice {
        let storage: DurableStorage
        let handle: RemoteStore<Office>
        let scheduler = ManualScheduler()
        private(set) var engine: DurableEngine?
        private(set) var office: Store<Office>?
        private(set) var faults: [Fault] = []
        /// The number of times that this node has got the engine.
        private(set) var openings = 0
        private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        private var task: Task<Void, any Error>?
        /// Thrown instead of a set-up.
        var error: (any Error)?

        init(_ storage: DurableStorage) {
            self.storage = storage
            handle = storage.remote(Office.self, in: "office", named: "notes")
        }

        func start() {
            task = Task {
                try await storage.host("office", grace: .zero, on: { Engine(scheduler: self.scheduler) }) { durable in
                    durable.engine.onFault = { [unowned self] in faults.append($0) }
                    if let error = self.error { throw error }
                    self.office = try durable.store("notes", Office.State(), Office())
                    weak let office = self.office
                    durable.engine.handle(CountNotes.self) { command in
                        for number in 0..<command.added { office?.send(.note(number)) }
                        return office?.state.notes.count ?? 0
                    }
                    self.engine = durable
                    try await durable.resume()
                    self.noteOpening()
                }
            }
        }

        private func noteOpening() {
            openings += 1
            let due = waiters.filter { $0.count <= openings }
            waiters.removeAll { $0.count <= openings }
            for waiter in due { waiter.continuation.resume() }
        }

        /// Returns when this node has got the engine so many times.
        func opened(_ count: Int) async {
            if openings < count { await withCheckedContinuation { waiters.append((count, $0)) } }
        }

        /// Ends the host in order.
        func stop() async throws {
            task?.cancel()
            try await ended()
        }

        /// Returns when the host has ended.
        func ended() async throws { try await task?.valueInTime() }
    }

    /// Adds notes, and returns the number of all.
    struct CountNotes: TransientCommand, Equatable {
        typealias Output = Int
        typealias Failure = Never
        var added = 0
    }
#endif
