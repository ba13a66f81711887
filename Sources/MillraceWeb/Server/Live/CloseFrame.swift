#if Web
    /// The status code that closes a WebSocket, and a sentence for the person in case of an error.
    struct CloseFrame: Error, Equatable {
        var code: UInt16
        var sentence: String?

        init(_ code: UInt16, _ sentence: String? = nil) { (self.code, self.sentence) = (code, sentence) }

        static let malformed = CloseFrame(1002, "The browser sent something that is no frame of a WebSocket.")
    }
#endif
