#if Hummingbird || App
    import MillraceWeb
    import NIOCore

    /// A time limit of a connection, on its event loop. Meanwhile the connection waits, and a new one may take its place.
    final class Deadline {
        private let wait: Connections.Wait?
        /// Called when the time is over. The connection is closed by default.
        var action: (Connection) -> Void = { $0.abort() }
        private var timer: (id: TimerQueue.ID, number: Int)?
        /// The number of timers that have been created.
        private var count = 0
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

        /// Begins the time limit again if it has begun.
        func restart(_ connection: Connection, _ limit: Duration) {
            if timer != nil { begin(connection, limit) }
        }

        /// Continues after a pause.
        func resume(_ connection: Connection, _ limit: Duration) {
            if timer != nil { return }
            let (connections, loop) = (connection.connections, connection.channel.eventLoop)
            start = connections.timers.now()
            count += 1
            let (deadline, number) = (NIOLoopBound(self, eventLoop: loop), count)
            let id = connections.timers.schedule(after: limit - used) {
                loop.execute { deadline.value.expire(number, connection) }
            }
            timer = (id, number)
            if let wait { connections.beginWait(connection, wait) }
        }

        func pause(_ connection: Connection) {
            guard let timer = timer.take() else { return }
            let connections = connection.connections
            connections.timers.cancel(timer.id)
            used += connections.timers.now() - start
            if let wait { connections.endWait(connection, wait) }
        }

        func end(_ connection: Connection) {
            pause(connection)
            used = .zero
        }

        /// Ends the time of a timer, unless the timer was cancelled meanwhile.
        private func expire(_ number: Int, _ connection: Connection) {
            if timer?.number == number { action(connection) }
        }
    }
#endif
