#if Web || Hummingbird || App
    import Millrace

    /// The connection of a browser to a page.
    struct LivePage: Sendable {
        /// The ID of the session.
        let id: String
        let page: any ServedPage
        /// The number of the connection within the page.
        let connectionID: Int
        /// The number of the connection within the server.
        let number: LiveConnections.ID
        private let loads: Lock<Loads>

        private struct Loads {
            /// The load of the page after its last work, and the one that was recorded last.
            var last, recorded: PageLoad
            /// Whether the registry will record the load.
            var isDue = false
            var hasEnded = false
        }

        /// The change of a session's memory from which it is recorded.
        private static let memoryStep = 64_000

        /// - Parameter load: The load of the page, which has been recorded.
        init(id: String, page: any ServedPage, connectionID: Int, number: LiveConnections.ID, load: PageLoad) {
            (self.id, self.page, self.connectionID, self.number) = (id, page, connectionID, number)
            loads = Lock(Loads(last: load, recorded: load))
        }

        /// Whether the page was large after its last work.
        var isLarge: Bool { loads.withLock { $0.last.isLarge } }

        /// Notes the load of the page after work. Returns whether the caller must let the registry record it.
        func note(_ load: PageLoad) -> Bool {
            loads.withLock { loads in
                loads.last = load
                let change = abs(load.memory - loads.recorded.memory)
                let needsRecord = load.isLarge != loads.recorded.isLarge || change >= Self.memoryStep
                if loads.isDue || !needsRecord { return false }
                loads.isDue = true
                return true
            }
        }

        /// Returns the load after the last work, which the registry records. `nil` after the end of the connection.
        func takeLoad() -> PageLoad? {
            loads.withLock { loads in
                (loads.isDue, loads.recorded) = (false, loads.last)
                return loads.hasEnded ? nil : loads.last
            }
        }

        /// Notes that the connection has ended, and that its registry records the load itself.
        func end() { loads.withLock { $0.hasEnded = true } }
    }
#endif
