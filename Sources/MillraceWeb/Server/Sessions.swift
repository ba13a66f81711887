#if Web
    /// What a server serves: how a session is made, and who has one.
    public struct Sessions: Sendable {
        /// Whether there is one for all browsers. It is made when it is first asked for, made again once it has ended, and
        /// kept as long as the server runs.
        var isShared: Bool
        /// Makes a session that is to be known by this name.
        var make: @Sendable (_ id: String) async throws -> any ServedPage
    }
#endif
