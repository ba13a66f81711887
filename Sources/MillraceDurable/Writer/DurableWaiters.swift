#if SQLite || App
    /// The callers that wait until a batch is stored.
    struct DurableWaiters {
        private var waiters: [(number: Int, continuation: CheckedContinuation<DurableError?, Never>)] = []

        mutating func add(_ continuation: CheckedContinuation<DurableError?, Never>, for number: Int) {
            waiters.append((number, continuation))
        }

        /// Lets callers that wait for one batch wait for another one.
        mutating func move(from number: Int, to other: Int) {
            for index in waiters.indices where waiters[index].number == number { waiters[index].number = other }
        }

        /// Resumes the callers that wait for a batch up to this one.
        mutating func resume(upTo number: Int, _ error: DurableError?) {
            let due = waiters.filter { $0.number <= number }
            waiters.removeAll { $0.number <= number }
            for waiter in due { waiter.continuation.resume(returning: error) }
        }
    }
#endif
