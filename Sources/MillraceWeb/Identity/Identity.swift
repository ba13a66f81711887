#if Web || Hummingbird || App
    /// The person behind a request, as the application has recognized them.
    ///
    /// A session belongs to one identity, and is found only by requests with an equal one.
    public struct Identity: Hashable, Sendable {
        /// The name of the account.
        public let account: String
        /// The sign-in, which differs for each browser and each time. Empty if the identity has none, because a proxy sends it with
        /// each request.
        public let signIn: String

        /// Creates an identity.
        ///
        /// - Parameters:
        ///   - account: The name of the account. It is not empty.
        ///   - signIn: The sign-in. Defaults to none.
        public init(_ account: String, signIn: String = "") { (self.account, self.signIn) = (account, signIn) }
    }
#endif
