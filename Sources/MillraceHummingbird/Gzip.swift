#if Hummingbird || App
    import NIOCore
    import NIOEmbedded
    import NIOHTTP1
    import NIOHTTPCompression

    /// Compresses bytes with gzip.
    ///
    /// NIO compresses only in a handler of a channel. The channel here has no socket and a queue of its own, so a long document delays no
    /// connection. Its name says what it is used for elsewhere.
    func gzip(_ bytes: [UInt8]) async throws -> [UInt8] {
        let channel = NIOAsyncTestingChannel()
        try await channel.pipeline.addHandler(HTTPResponseCompressor())
        let fields: HTTPHeaders = ["accept-encoding": "gzip"]
        let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: fields)
        try await channel.writeInbound(HTTPServerRequestPart.head(request))
        channel.write(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)), promise: nil)
        channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes))), promise: nil)
        try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
        var compressed: [UInt8] = []
        while let part = try await channel.readOutbound(as: HTTPServerResponsePart.self) {
            if case .body(.byteBuffer(let buffer)) = part { compressed += Array(buffer.readableBytesView) }
        }
        try await channel.close()
        return compressed
    }
#endif
