#if Web || Hummingbird || App
    import Foundation

    extension Hello {
        /// The maximum number of bytes in the first frame.
        static let maxBytes = ClientFrame.maxURL * 2
        /// The maximum number of values in the first frame, and of bytes in their names: those of `Frame`, and some more.
        private static let (maxValues, maxNameBytes) = (16, 8)

        /// Decodes the first frame. Returns `nil` if the script cannot have sent it.
        init?(json: String) {
            struct Frame: Decodable {
                var h: Int, s: String, d: String?, c: String, q: Int, a: String, v: String?
            }
            guard json.utf8.count <= Self.maxBytes,
                ClientFrame.isLimited(json.utf8, values: Self.maxValues, nameBytes: Self.maxNameBytes),
                let frame = try? JSONDecoder().decode(Frame.self, from: Data(json.utf8)),
                frame.h == 1, frame.q >= -1, ClientFrame.isURL(frame.a), !frame.c.isEmpty, frame.c.utf8.count <= 64
            else { return nil }
            self.init(
                session: frame.s, document: frame.d, client: frame.c, sequence: frame.q, url: frame.a,
                version: frame.v)
        }
    }
#endif
