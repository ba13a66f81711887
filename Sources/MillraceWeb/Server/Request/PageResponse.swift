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

        init(_ status: Int, type: String? = nil, cache: String = "no-store", _ body: [UInt8] = []) {
            (self.status, self.body) = (status, body)
            if let type { self["Content-Type"] = type }
            self["Cache-Control"] = cache
        }

        subscript(name: String) -> String? {
            get { fields.first { $0.name == name }?.value }
            set {
                fields.removeAll { $0.name == name }
                if let newValue { fields.append(Field(name: name, value: newValue)) }
            }
        }

        /// The head of the response as it is sent. A connection serves one response, so it contains `Connection: close`.
        var head: [UInt8] {
            var lines = ["HTTP/1.1 \(status) \(reason)"] + fields.map { "\($0.name): \($0.value)" }
            if status != 101 {
                if status != 304, status != 204 { lines.append("Content-Length: \(body.count)") }
                lines.append("Connection: close")
            }
            return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        }

        private var reason: String {
            switch status {
            case 101: "Switching Protocols"
            case 200: "OK"
            case 204: "No Content"
            case 303: "See Other"
            case 304: "Not Modified"
            case 400: "Bad Request"
            case 403: "Forbidden"
            case 404: "Not Found"
            case 405: "Method Not Allowed"
            case 408: "Request Timeout"
            case 410: "Gone"
            case 411: "Length Required"
            case 413: "Content Too Large"
            case 415: "Unsupported Media Type"
            case 421: "Misdirected Request"
            case 426: "Upgrade Required"
            case 431: "Request Header Fields Too Large"
            case 500: "Internal Server Error"
            default: "Service Unavailable"
            }
        }
    }
#endif
