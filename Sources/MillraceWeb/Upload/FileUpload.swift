/// A file that the user has chosen in a ``fileField(_:accept:limit:isMultiple:send:)``.
///
/// It is a value for a state, an action or a command. It does not contain the bytes: the browser sends them while a handler
/// reads ``chunks``, and no faster.
///
/// ```swift
/// engine.handle(StorePhoto.self) { command, reply in
///     var count = 0
///     for try await chunk in command.file.chunks {
///         try await disk.append(chunk)
///         count += chunk.count
///         reply.progress(Double(count) / Double(max(command.file.size, 1)))
///     }
/// }
/// ```
/// The transfer ends with the command: if the reducer cancels it, its scene is dismissed or its session ends, the browser
/// stops sending.
public struct FileUpload: Sendable {
    /// The reason why the bytes of a file cannot be read.
    public enum Failure: Error, Hashable, Sendable {
        /// The browser has disconnected, or cannot read the file.
        case connectionLost
        /// The session has ended, or the server shuts down.
        case sessionEnded
        /// The bytes were read before. The browser sends them only once.
        case alreadyRead
        /// The value was decoded, for example from a recording. It has no bytes.
        case noContent
    }

    /// The last component of the file's name. Every name is possible, so do not use it as a path.
    public let name: String
    /// The media type that the browser supposes, such as `image/png`. It may be wrong. Empty if it is unknown.
    public let type: String
    /// The number of bytes. ``chunks`` has exactly as many, or throws.
    public let size: Int
    private let content: Content

    private enum Content { case none, bytes([UInt8]), browser(UploadSource) }

    /// The maximum number of bytes in a chunk.
    static let chunkBytes = 65_536

    /// Creates a file in memory, for tests and previews.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - type: The media type. Defaults to an empty text.
    ///   - bytes: The content, which can be read several times.
    public init(name: String, type: String = "", bytes: [UInt8]) {
        (self.name, self.type, size, content) = (name, type, bytes.count, .bytes(bytes))
    }

    init(name: String, type: String, _ source: UploadSource) {
        (self.name, self.type, size, content) = (name, type, source.size, .browser(source))
    }

    /// The bytes, in parts of at most 65,536.
    ///
    /// The sequence can be iterated once, on any actor. It throws ``Failure``, or `CancellationError` if the task is
    /// cancelled. An iteration that ends early stops the transfer.
    public var chunks: Chunks { Chunks(file: self) }

    /// The sequence of a file's bytes.
    public struct Chunks: AsyncSequence, Sendable {
        fileprivate let file: FileUpload

        /// Starts the transfer with its first call of `next()`.
        public func makeAsyncIterator() -> Iterator {
            switch file.content {
            case .none: Iterator(.failed(.noContent))
            case .bytes(let bytes): Iterator(.bytes(bytes[...]))
            case .browser(let source):
                Iterator(source.claim() ? .transfer(UploadTransfer(source)) : .failed(.alreadyRead))
            }
        }

        /// The iterator of a file's bytes.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate enum Rest { case failed(Failure), bytes(ArraySlice<UInt8>), transfer(UploadTransfer) }
            private var rest: Rest

            fileprivate init(_ rest: Rest) { self.rest = rest }

            /// Returns the next bytes. Returns `nil` after the last ones.
            public mutating func next() async throws -> [UInt8]? {
                switch rest {
                case .failed(let failure): throw failure
                case .transfer(let transfer): return try await transfer.source.next()
                case .bytes(let bytes):
                    if bytes.isEmpty { return nil }
                    rest = .bytes(bytes.dropFirst(FileUpload.chunkBytes))
                    return Array(bytes.prefix(FileUpload.chunkBytes))
                }
            }
        }
    }
}

extension FileUpload: Hashable {
    /// Whether both values are the same file. Files in memory are the same if their names, types and bytes are equal.
    public static func == (one: FileUpload, other: FileUpload) -> Bool {
        guard one.name == other.name, one.type == other.type, one.size == other.size else { return false }
        return switch (one.content, other.content) {
        case (.none, .none): true
        case (.bytes(let one), .bytes(let other)): one == other
        case (.browser(let one), .browser(let other)): one === other
        default: false
        }
    }

    /// Hashes the name, the type and the size.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(type)
        hasher.combine(size)
    }
}

extension FileUpload: Codable {
    private enum Key: String, CodingKey { case name, type, size }

    /// Decodes a file without its bytes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(String.self, forKey: .name)
        type = try container.decode(String.self, forKey: .type)
        size = try container.decode(Int.self, forKey: .size)
        content = .none
    }

    /// Encodes the name, the type and the size.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(type, forKey: .type)
        try container.encode(size, forKey: .size)
    }
}
