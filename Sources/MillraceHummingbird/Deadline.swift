#if Hummingbird || App
    import MillraceWeb

    /// A time limit of a connection. Meanwhile the connection waits, and a new one may take its place.
    final class Deadline {
        private let wait: Connections.Wait?
        /// Called when the time is over, by any thread. The connection is closed by default.
        var action: @Sendable (Connection) -> Void = { $0.abort() }
        private var timer: TimerQueue.ID?
        private var start = Duration.zero
        /// The time that was used before pauses.
        private var used = Duration.zero

        /// - Parameter wait: What the connection waits for; `nil` if nothing may take its place.
        init(_ wait: Connections.Wait?) { self.wait = wait }

        /// Begins the time limit, or begins it again.
        func begin(_ connection: Connection, _ limit: Duration) {
            end(connection)
            resume(connection, limit)
        }

        /// Continues after a pause.
        func resume(_ connection: Connection, _ limit: Duration) {
            if timer != nil { return }
            let connections = connection.connections
            start = connections.timers.now()
            timer = connections.timers.schedule(after: limit - used) { [action] in action(connection) }
            if let wait { connections.beginWait(connection, wait) }
        }

        func pause(_ connection: Connection) {
            guard let id = timer.take() else { return }
            let connections = connection.connections
            connections.timers.cancel(id)
            used += connections.timers.now() - start
            if let wait { connections.endWait(connection, wait) }
        }

        func end(_ connection: Connection) {
            pause(connection)
            used = .zero
        }
    }
#endif
