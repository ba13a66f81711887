#if Web || Hummingbird || App
    /// A response of the pages with its whole body.
    public struct PageResponse: Sendable, Equatable {
        /// The status.
        public internal(set) var status: Int
        /// The header fields, without the length of the body.
        public internal(set) var fields: [Field] = []
        /// The body.
        public internal(set) var body: [UInt8]

        /// A header field.
        public struct Field: Sendable, Equatable {
            /// The name.
            public internal(set) var name: String
            /// The value.
            public internal(set) var value: String
        }

        /// Adds a header field that can occur several times, such as `Set-Cookie`.
        mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

        /// Whether the body is a text that is long enough to be compressed.
        var isCompressible: Bool {
            let type = self["Content-Type"] ?? ""
            return body.count >= 1_000 && (type.hasPrefix("text/") || type == "image/svg+xml")
        }

        package init(_ status: Int, type: String? = nil, cache: String = "no-store", _ body: [UInt8] = []) {
            (self.status, self.body) = (status, body)
            if let type { self["Content-Type"] = type }
            self["Cache-Control"] = cache
        }

        /// Returns the response with the header fields that every response has.
        ///
        /// - Parameters:
        ///   - host: The host that the client has requested, if pages are served under it.
        ///   - hasFrames: Whether pages contain frames with documents of this server. Defaults to `false`.
        package func secured(for host: String? = nil, hasFrames: Bool = false) -> PageResponse {
            var response = self
            if status == 503 { response["Retry-After"] = "5" }
            if status == 405 { response["Allow"] = "GET, HEAD" }
            if status == 426 { (response["Upgrade"], response["Sec-WebSocket-Version"]) = ("websocket", "13") }
            // In older browsers, 'self' does not include WebSocket URLs.
            let sockets = host.map { " ws://\($0) wss://\($0)" } ?? ""
            // The document of a frame has a policy of its own.
            if response["Content-Security-Policy"] == nil {
                response["Content-Security-Policy"] =
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
                    + "connect-src 'self'\(sockets); form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
                    + (hasFrames ? "; frame-src 'self'" : "")
            }
            response["X-Content-Type-Options"] = "nosniff"
            // With `no-referrer`, browsers would send a form with the origin `null`.
            response["Referrer-Policy"] = "same-origin"
            response["Cross-Origin-Opener-Policy"] = "same-origin"
            response["Cross-Origin-Resource-Policy"] = "same-origin"
            return response
        }

        package subscript(name: String) -> String? {
            get { fields.first { $0.name == name }?.value }
            set {
                fields.removeAll { $0.name == name }
                if let newValue { fields.append(Field(name: name, value: newValue)) }
            }
        }
    }
#endif
