#if Web || App
    /// The status code that closes a WebSocket, with a message for the user if there is an error.
    struct CloseFrame: Error, Equatable {
        var code: UInt16
        var message: String?

        init(_ code: UInt16, _ message: String? = nil) { (self.code, self.message) = (code, message) }

        static let malformed = CloseFrame(1002, "The browser sent an invalid WebSocket frame.")
    }
#endif
