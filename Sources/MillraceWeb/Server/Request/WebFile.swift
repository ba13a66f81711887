#if Web || Hummingbird || App
    /// A static file of the application, such as a style sheet or an image.
    public struct WebFile: Sendable, Equatable {
        /// The path of the file's URL, such as `/notes.css`. Paths under `/millrace/` are reserved.
        public var path: String
        /// The media type of the file, such as `text/css; charset=utf-8`.
        public var type: String
        /// The content of the file.
        public var bytes: [UInt8]

        /// Creates a file with this path, media type and content.
        public init(_ path: String, type: String, bytes: [UInt8]) {
            (self.path, self.type, self.bytes) = (path, type, bytes)
        }

        /// The entity tag of the content: its 64-bit FNV-1a hash and its length.
        var entityTag: String { "\"\(String(bytes.stableHash, radix: 16))-\(bytes.count)\"" }
    }
#endif
