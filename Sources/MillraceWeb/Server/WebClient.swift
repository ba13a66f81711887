#if Web || Hummingbird || App
    /// The client that a session is created for.
    ///
    /// ```swift
    /// .perTab { session in
    ///     let address = WebClient.current?.address
    ///     …
    /// }
    /// ```
    public struct WebClient: Hashable, Sendable {
        /// The client of the session that is being created. `nil` for a shared session, and outside of the closures of
        /// ``WebSessions``.
        @TaskLocal public static var current: WebClient?

        /// Identifies the browser while the program runs: a hash of its cookie with a seed of the process. A browser without
        /// cookies is new in each session.
        public let browser: Int

        /// The network address: IPv4, or the first 64 bits of IPv6. Behind a trusted proxy, the address that the proxy names.
        public let address: String

        /// Creates a client.
        ///
        /// - Parameters:
        ///   - browser: A number that identifies the browser.
        ///   - address: The network address: IPv4, or the first 64 bits of IPv6.
        public init(browser: Int, address: String) { (self.browser, self.address) = (browser, address) }

        init(_ identity: ClientIdentity) { (browser, address) = (identity.cookie.hashValue, identity.address) }
    }
#endif
