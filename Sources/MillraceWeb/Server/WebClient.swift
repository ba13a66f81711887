#if Web || Hummingbird || App
    /// A browser at a network address, as the limits count it. ``Visitor/client`` has that of a session.
    public struct WebClient: Hashable, Sendable {
        /// Identifies the browser while the program runs, or the account after a sign-in: a hash with a seed of the process. A
        /// browser without cookies is new in each session.
        public let browser: Int

        /// The network address: IPv4, or the first 64 bits of IPv6. Behind a trusted proxy, the address that the proxy names.
        public let address: String

        /// Creates a client.
        ///
        /// - Parameters:
        ///   - browser: A number that identifies the browser.
        ///   - address: The network address: IPv4, or the first 64 bits of IPv6.
        public init(browser: Int, address: String) { (self.browser, self.address) = (browser, address) }

        init(_ identity: ClientIdentity) {
            browser = identity.identity?.account.hashValue ?? identity.cookie.hashValue
            address = identity.address
        }
    }
#endif
