#if SQLite || App
    import Millrace

    /// When this process was last sure that it has the engine. A write is a check too.
    struct DurableConfirmation {
        /// The number of the last check that has begun.
        private(set) var lastCheck = 0
        /// The highest number of a check that has succeeded.
        private(set) var confirmed = 0
        /// Whether a check that is no write is under way.
        private(set) var isChecking = false
        /// The callers that wait for an event that may confirm their answers.
        private var waiters: [CheckedContinuation<Void, Never>] = []

        /// Notes that a write has begun. Returns its number.
        mutating func beginWrite() -> Int {
            lastCheck += 1
            return lastCheck
        }

        /// Notes that a check has begun. Returns its number.
        mutating func begin() -> Int {
            isChecking = true
            return beginWrite()
        }

        mutating func succeed(_ number: Int) { confirmed = max(confirmed, number) }

        mutating func end() {
            isChecking = false
            resumeWaiters()
        }

        mutating func add(_ waiter: CheckedContinuation<Void, Never>) { waiters.append(waiter) }

        /// Resumes the callers that wait. They check again whether they must.
        mutating func resumeWaiters() {
            let all = waiters
            waiters = []
            for waiter in all { waiter.resume() }
        }
    }

    // No answer is sent from an engine that another node may have.
    extension DurableWriter {
        var lastCheck: Int { confirmation.lastCheck }

        func confirm(after check: Int, isolation: isolated (any Actor)) async throws {
            guard isStoring, let backend = backend as? any SharedBackend else { return }
            while confirmation.confirmed <= check {
                if hasEnded { throw EngineShutDown() }
                // A write that begins now is a check.
                if written == nil, pending.isEmpty, !confirmation.isChecking { startCheck(backend) }
                await withCheckedContinuation { confirmation.add($0) }
            }
        }

        private func startCheck(_ backend: any SharedBackend) {
            let number = confirmation.begin()
            let task = context.start(atOnce: false) {
                do throws(DurableError) {
                    try await backend.confirm(self.name)
                    self.confirmation.succeed(number)
                    self.confirmation.end()
                } catch { self.checkFailed(error) }
            }
            // The actor was released.
            if task == nil { confirmation.end() }
        }

        /// Tries again after a pause, unless another node has the engine.
        private func checkFailed(_ error: DurableError) {
            if hasEnded { return confirmation.end() }
            if let onFailure { onFailure(error) } else { engine?.report(.notStored(error)) }
            switch error {
            case .closed, .otherWriter:
                fail(error)
                confirmation.end()
            default:
                weak let writer = self
                _ = scheduler.schedule(after: .seconds(1)) { writer?.confirmation.end() }
            }
        }
    }
#endif
