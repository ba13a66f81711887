#if Web
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
        /// Whether the page was large in its last frame.
        let isLarge = Lock(false)
    }
#endif
