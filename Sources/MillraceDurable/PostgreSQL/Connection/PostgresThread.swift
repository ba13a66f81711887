#if PostgreSQL
    import Foundation
    import Millrace

    /// A thread that has a connection. Its calls wait, so they do not run on the threads of Swift's tasks.
    ///
    /// `@unchecked`: only the thread uses the connection.
    final class PostgresThread: @unchecked Sendable {
        /// Uses the connection of the thread.
        typealias Job = @Sendable (PostgresThread) -> Void

        private struct State {
            var jobs: [Job] = []
            var hasEnded = false
        }

        private let state = Lock(State())
        /// Signaled for each job, and at the end.
        private let signal = ThreadSignal()
        private var open: PostgresConnection?
        private let connect: @Sendable () throws(PostgresError) -> PostgresConnection
        /// Called on the thread each time that this number of seconds is over.
        private let idle: (seconds: Double, run: Job)?

        /// - Parameters:
        ///   - connect: Connects, at the first use and after the connection was lost.
        ///   - idle: Called on the thread each time that this number of seconds is over. Defaults to `nil`.
        init(
            _ name: String, _ connect: @escaping @Sendable () throws(PostgresError) -> PostgresConnection,
            every idle: (seconds: Double, run: Job)? = nil
        ) {
            (self.connect, self.idle) = (connect, idle)
            let thread = Thread { self.run() }
            thread.name = "millrace \(name)"
            thread.start()
        }

        /// Runs a job behind the others, also one that waits when ``end()`` is called. Returns `false` after that.
        @discardableResult
        func add(_ job: @escaping Job) -> Bool {
            let isAdded = state.withLock { state in
                if !state.hasEnded { state.jobs.append(job) }
                return !state.hasEnded
            }
            if isAdded { signal.set() }
            return isAdded
        }

        /// Lets the thread end when its jobs have run.
        func end() {
            state.withLock { $0.hasEnded = true }
            signal.set()
        }

        var isEnding: Bool { state.withLock { $0.hasEnded } }

        private func run() {
            var next = PostgresConnection.now
            while let job = nextJob(&next) { job(self) }
            open = nil
        }

        /// Waits for a job. Returns `nil` at the end.
        private func nextJob(_ next: inout Double) -> Job? {
            while true {
                if let idle, !isEnding, PostgresConnection.now >= next {
                    next = PostgresConnection.now + idle.seconds
                    return idle.run
                }
                let (job, hasEnded) = state.withLock { state in
                    (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.hasEnded)
                }
                if let job { return job }
                if hasEnded { return nil }
                signal.wait(atMost: idle.map { _ in next - PostgresConnection.now })
            }
        }

        /// The connection, which is opened if there is none. Call it on the thread.
        var connection: PostgresConnection {
            get throws(PostgresError) {
                if let open { return open }
                let new = try connect()
                open = new
                return new
            }
        }

        /// Closes the connection. Call it on the thread.
        func disconnect() { open = nil }

        /// Runs `body` with the connection, which is closed if it was lost, or if a transaction of it is still open after an error. Call it on
        /// the thread.
        func use<Result>(
            _ body: (PostgresConnection) throws(PostgresError) -> Result
        ) throws(PostgresError) -> Result {
            do { return try body(try connection) } catch {
                if case .lost = error { disconnect() }
                if open?.isIdle == false { disconnect() }
                throw error
            }
        }

        /// Runs `body` with the connection.
        ///
        /// - Parameter retries: Whether `body` runs again if the connection is lost, because it changes nothing. Defaults to `false`.
        func run<Result: Sendable>(
            retries: Bool = false, _ body: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Result
        ) async throws(DurableError) -> Result {
            let result: Swift.Result<Result, DurableError> = await withCheckedContinuation { continuation in
                let isAdded = add { thread in
                    continuation.resume(returning: thread.result(retries: retries, body))
                }
                if !isAdded { continuation.resume(returning: .failure(.closed)) }
            }
            return try result.get()
        }

        private func result<Result>(
            retries: Bool, _ body: (PostgresConnection) throws(PostgresError) -> Result
        ) -> Swift.Result<Result, DurableError> {
            do throws(PostgresError) { return .success(try use(body)) } catch {
                if retries, case .lost = error { return result(retries: false, body) }
                return .failure(error.durable)
            }
        }
    }
#endif
