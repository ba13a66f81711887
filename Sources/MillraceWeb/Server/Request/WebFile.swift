#if Web
    /// A file of the application that is served as it is, such as a style sheet or a picture.
    public struct WebFile: Sendable, Equatable {
        /// Its url, without the origin: `/notes.css`. Nothing under `/millrace/` may be taken.
        public var path: String
        /// What it is, as HTTP names it: `text/css; charset=utf-8`.
        public var type: String
        /// What it holds.
        public var bytes: [UInt8]
        /// The same, compressed, for whoever takes that.
        var compressed: [UInt8]?

        /// A file under `path`, of this type.
        public init(_ path: String, type: String, bytes: [UInt8]) {
            (self.path, self.type, self.bytes) = (path, type, bytes)
        }

        /// What tells its content from another's: FNV-1a in 64 bits, with the length.
        var entityTag: String {
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
            return "\"\(String(hash, radix: 16))-\(bytes.count)\""
        }
    }
#endif
