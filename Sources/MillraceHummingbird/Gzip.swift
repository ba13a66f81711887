#if Hummingbird || App
    import NIOCore
    import NIOEmbedded
    import NIOHTTP1
    import NIOHTTPCompression
    import NIOPosix

    /// Compresses bytes with gzip. More than 64 KB are compressed on a thread of NIO's pool.
    func gzip(_ bytes: [UInt8]) async throws -> [UInt8] {
        if bytes.count <= longDocument {
            try compress(bytes)
        } else {
            try await NIOThreadPool.singleton.runIfActive { try compress(bytes) }
        }
    }

    /// The number of bytes above which compression takes more than about a millisecond.
    private let longDocument = 65_536

    /// NIO compresses only in a handler of a channel. This channel has no socket.
    private func compress(_ bytes: [UInt8]) throws -> [UInt8] {
        let channel = EmbeddedChannel(handler: HTTPResponseCompressor())
        let fields: HTTPHeaders = ["accept-encoding": "gzip"]
        let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: fields)
        try channel.writeInbound(HTTPServerRequestPart.head(request))
        channel.write(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)), promise: nil)
        channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes))), promise: nil)
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        var compressed: [UInt8] = []
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
            if case .body(.byteBuffer(let buffer)) = part { compressed += Array(buffer.readableBytesView) }
        }
        _ = try channel.finish()
        return compressed
    }
#endif
