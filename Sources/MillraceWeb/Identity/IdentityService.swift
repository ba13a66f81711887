#if Web || Hummingbird || App
    /// Remembers in each browser who has signed in. `SignIns` of the module `MillraceAccounts` is one, with signed cookies.
    ///
    /// Its functions are called on any thread, also at the same time.
    public protocol IdentityService: Sendable {
        /// Returns the identity of a request; `nil` without a sign-in. It is called for each request of the pages.
        func identity(of request: PageRequest) -> Identity?

        /// Returns the value of `Set-Cookie` that gives a browser an identity.
        ///
        /// - Parameters:
        ///   - identity: The identity, with a sign-in.
        ///   - isSecure: Whether the browser uses TLS.
        func cookie(for identity: Identity, isSecure: Bool) -> String

        /// The value of `Set-Cookie` that removes the cookie of a request; `nil` if it has none.
        func removal(of request: PageRequest) -> String?

        /// Ends a sign-in. When this returns, ``identity(of:)`` no longer returns it.
        ///
        /// - Throws: An error, if the end cannot be stored. Then the sign-in is ended in memory only.
        func end(_ identity: Identity) async throws
    }
#endif
