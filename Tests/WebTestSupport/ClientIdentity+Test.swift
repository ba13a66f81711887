#if DEBUG
    @testable import MillraceWeb

    extension ClientIdentity {
        /// A browser at an address.
        init(_ cookie: String, at address: String = "192.0.2.1") { self.init(cookie: cookie, address: address) }
    }

    extension WebClient {
        /// A browser at an address.
        init(_ browser: String, at address: String = "192.0.2.1") { self.init(ClientIdentity(browser, at: address)) }
    }
#endif
