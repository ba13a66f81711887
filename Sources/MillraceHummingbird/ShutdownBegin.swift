#if Hummingbird || App
    import MillraceWeb
    import ServiceLifecycle

    /// Begins the shutdown of a server, as the last of its services: they shut down in the reverse order, so the server follows.
    struct ShutdownBegin: Service {
        private let pages: LivePages
        private let connections: Connections

        init(_ pages: LivePages, _ connections: Connections) { (self.pages, self.connections) = (pages, connections) }

        /// Waits for the shutdown. Then `/ready` answers with 503, and the pages are served for the drain time. If several nodes share the
        /// sessions, they are handed over. Connections that remain when the time for the shutdown is over are closed.
        func run() async throws {
            try await gracefulShutdown()
            // Pages are handed over during the second time.
            let time = pages.configuration.drainTime + connections.shutdownTimeout
            _ = connections.timers.schedule(after: time) { [pages, connections] in
                Task {
                    connections.stop()
                    await pages.end()
                }
            }
            if !connections.hasStopped { await pages.drain() }
        }
    }
#endif
