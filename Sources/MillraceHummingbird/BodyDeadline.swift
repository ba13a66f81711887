#if Hummingbird || App
    import NIOCore

    /// The time limit of a request's body. It begins again with each 64 KB, and counts only the time in which the server waits for the
    /// client: a handler may read slowly.
    final class BodyDeadline {
        /// Whether the server waits for more bytes.
        var isAwaited = false {
            didSet {
                if isAwaited == oldValue { return }
                if isAwaited { start = .now() } else { waited = waited + (.now() - start) }
            }
        }
        private var start = NIODeadline.now()
        private var waited = TimeAmount.zero
        private var received = 0
        private var timer: Scheduled<Void>?
        private var limit = TimeAmount.zero
        private var connection: Connection?

        func begin(_ connection: Connection, _ limit: Duration) {
            (self.connection, self.limit) = (connection, .init(limit))
            restart()
        }

        func note(_ bytes: Int) {
            received += bytes
            if received >= 65_536 { restart() }
        }

        func end() {
            timer?.cancel()
            (timer, connection) = (nil, nil)
        }

        private func restart() {
            (received, waited, start) = (0, .zero, .now())
            schedule(after: limit)
        }

        private func schedule(after time: TimeAmount) {
            timer?.cancel()
            timer = connection?.channel.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
                let total = isAwaited ? waited + (.now() - start) : waited
                if total >= limit { connection?.abort() } else { schedule(after: limit - total) }
            }
        }
    }
#endif
