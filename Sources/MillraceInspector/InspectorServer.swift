#if Inspector || App
    public import MillraceHummingbird

    /// Serves an inspector on a port of its own, to this machine only.
    ///
    /// Its ``link`` has a key in its fragment, which is in no request and in no log. The first browser that opens it gets a cookie, and the
    /// key is used up. Everybody else sees an empty page.
    public final class InspectorServer: Sendable {
        private let server: WebServer
        private let key: InspectorKey

        /// Creates the server. It opens its port when it runs.
        ///
        /// - Parameters:
        ///   - inspector: The inspector.
        ///   - port: The port. Defaults to 0: the system chooses a free one.
        public init(_ inspector: Inspector, port: UInt16 = 0) {
            key = InspectorKey()
            server = WebServer(port: port, inspector.configuration(key), sessions: inspector.sessions(behind: key))
        }

        /// The address that lets one browser in. Waits until the server listens.
        ///
        /// - Throws: `WebServer.Failure`, if the server ends before.
        public var link: String {
            get async throws(WebServer.Failure) { "http://127.0.0.1:\(try await server.port)/#\(key.key)" }
        }

        /// Serves the pages until the task is cancelled or the server is shut down. See `WebServer.run()`.
        ///
        /// - Throws: `WebServer.Failure`, if the port cannot be opened.
        public func run() async throws { try await server.run() }

        /// Serves the pages until Ctrl-C, or a request of the system to end.
        ///
        /// - Throws: `WebServer.Failure`, if the port cannot be opened.
        public func runUntilSignal() async throws { try await server.runUntilSignal() }

        /// Shuts the server down. ``run()`` then returns.
        public func shutDown() async { await server.shutDown() }
    }
#endif
