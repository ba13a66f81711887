#if PostgreSQL && App
    /// The only place where the checker waits for a time.
    ///
    /// Leases of other processes, and of the server, end by real clocks. So a fault must last for a real time, and clients pause for real
    /// times. Nothing is awaited in this way that an event reports.
    enum RealTime {
        /// Waits for a random time.
        static func pause(milliseconds: ClosedRange<Int>, _ generator: inout some RandomNumberGenerator) async {
            let time = Int.random(in: milliseconds, using: &generator)
            try? await Task.sleep(for: .milliseconds(time))
        }

        /// Runs `body` after a time, unless the task is cancelled before.
        static func after(seconds: Int, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
            Task {
                if (try? await Task.sleep(for: .seconds(seconds))) != nil { await body() }
            }
        }

        /// Runs `body`, and cancels it after a time. Returns whether it has ended before.
        static func limit(seconds: Int, _ body: @escaping @Sendable () async throws -> Void) async throws -> Bool {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    try await body()
                    return !Task.isCancelled
                }
                group.addTask {
                    try? await Task.sleep(for: .seconds(seconds))
                    return false
                }
                let hasEnded = try await group.next() ?? false
                group.cancelAll()
                return hasEnded
            }
        }
    }
#endif
