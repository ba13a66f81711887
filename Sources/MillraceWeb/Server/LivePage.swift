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
        /// Whether the page was large in its last frame, or when it was connected.
        let isLarge: Lock<Bool>

        init(id: String, page: any ServedPage, connectionID: Int, number: LiveConnections.ID, isLarge: Bool) {
            (self.id, self.page, self.connectionID, self.number) = (id, page, connectionID, number)
            self.isLarge = Lock(isLarge)
        }
    }
#endif
