#if Hummingbird || App
    import MillraceWeb
    import ServiceLifecycle

    /// Begins the shutdown of a server, as the last of its services: they shut down in the reverse order, so the server follows.
    struct ShutdownBegin: Service {
        private let pages: LivePages
        private let connections: Connections

        init(_ pages: LivePages, _ connections: Connections) { (self.pages, self.connections) = (pages, connections) }

        /// Waits for the shutdown. Then `/ready` answers with 503, and the pages are served for the drain time. Connections that remain
        /// when the time for the shutdown is over are closed.
        func run() async throws {
            try await gracefulShutdown()
            if !connections.hasStopped { await pages.drain() }
            _ = connections.timers.schedule(after: connections.shutdownTimeout) { [pages, connections] in
                Task {
                    connections.stop()
                    await pages.end()
                }
            }
        }
    }
#endif
