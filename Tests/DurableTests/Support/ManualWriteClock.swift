#if SQLite || App
    import Dispatch
    import Millrace

    @testable import MillraceDurable

    /// A clock of delayed writes whose time the test sets. It shows when writes wait.
    final class ManualWriteClock: Sendable {
        private struct Content {
            var now = 0.0
            var reads = 0
            var timers: [(time: Double, body: @Sendable () -> Void)] = []
            var waiters: [(isDue: (Content) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

            mutating func takeDue() -> [CheckedContinuation<Void, Never>] {
                let due = waiters.filter { $0.isDue(self) }.map(\.continuation)
                let content = self
                waiters.removeAll { $0.isDue(content) }
                return due
            }
        }

        private let content = Lock(Content())

        var clock: WriteClock {
            WriteClock { [self] in
                defer { resumeDue() }
                return content.withLock { content in
                    content.reads += 1
                    return content.now
                }
            } schedule: { [self] seconds, body in
                content.withLock { $0.timers.append(($0.now + seconds, body)) }
                resumeDue()
            }
        }

        private func resumeDue() { for continuation in content.withLock({ $0.takeDue() }) { continuation.resume() } }

        private func wait(until isDue: @escaping @Sendable (Content) -> Bool) async {
            await withCheckedContinuation { continuation in
                content.withLock { $0.waiters.append((isDue, continuation)) }
                resumeDue()
            }
        }

        /// Returns when the time was read so often: once for each write, and once for each begin of a transaction.
        func read(times: Int) async { await wait { $0.reads >= times } }

        /// Returns when so many timers wait. The time of each must be passed.
        func timers(_ count: Int) async { await wait { $0.timers.count >= count } }

        var timerCount: Int { content.withLock { $0.timers.count } }

        func advance(by seconds: Double) {
            let due = content.withLock { content in
                content.now += seconds
                let now = content.now
                let due = content.timers.filter { $0.time <= now }
                content.timers.removeAll { $0.time <= now }
                return due.map(\.body)
            }
            for body in due { body() }
        }

        /// Begins the first write of a backend with this clock. It runs until it is released, so other writes wait.
        func hold(_ backend: SQLiteBackend) async -> HeldWrite {
            let (started, continuation) = AsyncStream<Void>.makeStream()
            let end = DispatchSemaphore(value: 0)
            let task = Task {
                try await backend.run(writes: true) { _ in
                    continuation.finish()
                    end.wait()
                }
            }
            for await _ in started {}
            return HeldWrite(clock: self, end: end, task: task)
        }
    }

    /// A write that runs.
    struct HeldWrite: Sendable {
        fileprivate let clock: ManualWriteClock
        fileprivate let end: DispatchSemaphore
        fileprivate let task: Task<Void, any Error>

        /// Returns when so many writes wait for its end.
        func waiting(_ count: Int) async { await clock.read(times: 2 + count) }

        func release() async throws {
            end.signal()
            try await task.value
        }
    }
#endif
