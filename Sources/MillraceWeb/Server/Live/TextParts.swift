#if Web || Hummingbird || App
    /// The parts of a long text, which both sides send in several messages: each but the last begins with `+`.
    ///
    /// So the server reads little before it knows that a text is long, and a browser notices that a long one arrives.
    struct TextParts {
        /// The maximum number of bytes in a part.
        static let maxBytes = 65_536
        private static let mark = UInt8(ascii: "+")

        private var received: [UInt8] = []

        /// The number of bytes that have been added since the last whole text.
        var count: Int { received.count }

        /// Adds a part. Returns the whole text after its last one.
        mutating func add(_ part: [UInt8]) -> [UInt8]? {
            let isLast = part.first != Self.mark
            if isLast, received.isEmpty { return part }
            received += isLast ? part[...] : part.dropFirst()
            guard isLast else { return nil }
            defer { received = [] }
            return received
        }

        /// Removes and returns the first part of a text that is too long for one, which ends with a whole character.
        static func removeFirst(_ text: inout ArraySlice<UInt8>) -> [UInt8]? {
            guard text.count > maxBytes else { return nil }
            var end = text.startIndex + maxBytes - 1
            // The first byte of a character in UTF-8 has another prefix than the others.
            while text[end] & 0xC0 == 0x80 { end -= 1 }
            defer { text = text[end...] }
            return [mark] + text[..<end]
        }
    }

    extension LiveTransport {
        /// Sends a frame, in parts if it is long. The time limit of a client that reads slowly begins again with each part, and its
        /// script knows that the connection works.
        func sendParts(of frame: [UInt8]) async throws {
            var rest = frame[...]
            while let part = TextParts.removeFirst(&rest) { try await send(part) }
            try await send(rest.count == frame.count ? frame : Array(rest))
        }
    }
#endif
