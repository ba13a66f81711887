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
        /// The load of the page after its last work, the one that was recorded last, and whether the registry will record the load.
        private let loads: Lock<(last: PageLoad, recorded: PageLoad, isDue: Bool)>

        /// The change of a session's memory, and of what it has written, from which it is recorded.
        private static let memoryStep = 64_000

        /// - Parameter load: The load of the page, which has been recorded.
        init(id: String, page: any ServedPage, connectionID: Int, number: LiveConnections.ID, load: PageLoad) {
            (self.id, self.page, self.connectionID, self.number) = (id, page, connectionID, number)
            loads = Lock((load, load, false))
        }

        private let input = Lock(false)
        /// Whether the browser has sent an input on this connection.
        var hasSentInput: Bool { input.withLock { $0 } }
        func noteInput() { input.withLock { $0 = true } }

        /// Whether the page was large after its last work.
        var isLarge: Bool { loads.withLock { $0.last.isLarge } }

        /// Notes the load of the page after work. Returns whether the caller must let the registry record it.
        func note(_ load: PageLoad) -> Bool {
            loads.withLock { loads in
                loads.last = load
                let change = abs(load.memory - loads.recorded.memory)
                let needsRecord =
                    load.isLarge != loads.recorded.isLarge || change >= Self.memoryStep
                    || load.written - loads.recorded.written >= Self.memoryStep
                if loads.isDue || !needsRecord { return false }
                loads.isDue = true
                return true
            }
        }

        /// Returns the load after the last work, which the registry records.
        func takeLoad() -> PageLoad {
            loads.withLock { loads in
                loads = (loads.last, loads.last, false)
                return loads.last
            }
        }
    }
#endif
