#if Hummingbird || App
    import Foundation
    import HTTPTypes
    public import Hummingbird
    import MillraceWeb
    import NIOCore
    import NIOHTTP1
    import NIOWebSocket

    extension PageRequest {
        /// Creates the pages' request for one of Hummingbird's.
        ///
        /// - Parameter mountPath: The path below which the pages are served. The router also accepts other forms of it, such as
        ///   with two slashes, which would have other links. There is no page then.
        init(_ request: Request, _ connection: Connection?, _ mountPath: String) throws(RequestError) {
            let path = request.head.path ?? "/"
            let rest = path.dropFirst(mountPath.count)
            guard path.hasPrefix(mountPath), rest.isEmpty || rest.first == "/" || rest.first == "?" else {
                throw .notFound
            }
            let target = rest.first == "/" ? String(rest) : "/\(rest)"
            var fields = request.headers.map { (name: $0.name.canonicalName, value: $0.value) }
            // Both are not among the fields: the codec puts the host into the authority, and each cookie into a field of its own.
            fields.removeAll { $0.name == "cookie" }
            if let cookies = request.headers[.cookie] { fields.append(("cookie", cookies)) }
            if let host = request.head.authority { fields.append(("host", host)) }
            try self.init(
                method: request.method.rawValue, target: target, fields: fields,
                address: connection?.address ?? "",
                isSecure: connection?.isSecure ?? (request.head.scheme == "https"))
        }
    }

    extension Request {
        /// The network address of the client: that of the connection or, behind a trusted proxy, the one that the proxy names. Empty
        /// in an application without the server ``HummingbirdCore/HTTPServerBuilder/http1Live(_:)``.
        public var clientAddress: String {
            guard let connection = Connection.current else { return "" }
            let fields = headers.map { (name: $0.name.canonicalName, value: $0.value) }
            return PageRequest.client(of: fields, from: connection.address, connection.connections.proxies)
        }

        /// Whether the client asks for a WebSocket.
        var wantsSocket: Bool {
            let connection = headers[.connection]?.lowercased().split { $0 == "," || $0 == " " } ?? []
            return headers[.upgrade]?.lowercased() == "websocket" && connection.contains("upgrade")
                && headers[.secWebSocketVersion] == "13"
        }
    }

    extension PageResponse {
        /// Whether a response with this status has a body.
        var hasBody: Bool { status != 204 && status != 304 }

        /// The fields with the length of the body.
        var headerFields: HTTPFields {
            var result = fieldsWithoutLength
            if hasBody { result[.contentLength] = "\(body.count)" }
            return result
        }

        var fieldsWithoutLength: HTTPFields {
            var result = HTTPFields()
            for field in fields {
                if let name = HTTPField.Name(field.name) { result.append(HTTPField(name: name, value: field.value)) }
            }
            return result
        }
    }

    extension Response {
        /// Creates a response of pages. The body is written in parts, each when the client has read most of the one before. Meanwhile the
        /// connection waits.
        ///
        /// - Parameter document: The document that counts until the response is released.
        init(
            _ response: PageResponse, isHead: Bool = false, on connection: any PageConnection = UnknownConnection(),
            _ document: OutgoingDocument? = nil
        ) {
            let bytes = isHead ? [] : response.body
            let body = ResponseBody(contentLength: response.hasBody ? response.body.count : nil) {
                @concurrent (writer: inout any ResponseBodyWriter) in
                connection.beginWait()
                defer { connection.endWait() }
                for start in stride(from: 0, to: bytes.count, by: Self.partLength) {
                    let end = min(start + Self.partLength, bytes.count)
                    try await writer.write(ByteBuffer(bytes: bytes[start..<end]))
                }
                try await writer.finish(nil)
                withExtendedLifetime(document) {}
            }
            self.init(status: .init(code: response.status), headers: response.headerFields, body: body)
        }

        /// The number of bytes that are written together.
        private static let partLength = 65_536
    }

    /// The answer to the key of a WebSocket's request (RFC 6455, section 4.2.2).
    enum SocketKey {
        /// Returns the value of `Sec-WebSocket-Accept`; `nil` if the key is not 16 bytes in Base64.
        static func accept(_ key: String, on channel: any Channel) async -> String? {
            guard Data(base64Encoded: key)?.count == 16 else { return nil }
            var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
            head.headers = ["Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"]
            // NIO computes the hash. swift-crypto would double the time of an application's first build.
            let answer = upgrader.buildUpgradeResponse(
                channel: channel, upgradeRequest: head, initialResponseHeaders: [:])
            return try? await answer.get().first(name: "Sec-WebSocket-Accept")
        }

        private static let upgrader = NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
    }
#endif
