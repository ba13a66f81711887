#if Web
    /// The status code that closes a WebSocket, and a message for the person in case of an error.
    struct CloseFrame: Error, Equatable {
        var code: UInt16
        var message: String?

        init(_ code: UInt16, _ message: String? = nil) { (self.code, self.message) = (code, message) }

        static let malformed = CloseFrame(1002, "The browser sent something that is no frame of a WebSocket.")
    }
#endif
