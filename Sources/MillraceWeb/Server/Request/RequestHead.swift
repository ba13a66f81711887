#if Web || App
    /// The head of an HTTP/1.1 request: its request line and its header fields, validated.
    struct RequestHead: Equatable, Sendable {
        /// The network address of the client. Set by the connection, or by a trusted proxy.
        var clientAddress = ""
        /// The scheme of the URL, `http` or `https`. `nil` if it is unknown, because no trusted proxy has set it.
        var scheme: String?
        let method: String
        /// The path and the query of the request: `/notes/3?sort=name`.
        let target: String
        /// The path without the query.
        let path: Substring
        /// The query without the question mark.
        let query: Substring
        private(set) var fields: [Response.Field] = []

        /// The maximum number of header fields, as in other servers.
        static let maxFields = 100
        /// The number of elements of a list that are read, the last ones, and the number of bytes in an element that is read.
        static let (maxElements, maxElement) = (64, 512)
        /// The number of cookies that are read, the first ones. Browsers send fewer.
        static let maxCookies = 200

        /// The header fields that may occur only once.
        private static let singleFields: Set<String> = [
            "host", "content-length", "content-type", "origin", "upgrade", "sec-websocket-key", "sec-websocket-version",
            "sec-fetch-site", "sec-fetch-dest", "referer", "expect",
        ]

        /// Parses a head, which must not include the empty line at its end.
        init(_ bytes: some Sequence<UInt8>) throws(RequestError) {
            let bytes = Array(bytes)
            let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
            guard isPlain else { throw .malformed }
            var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
                line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            }
            guard !lines.contains(where: { $0.contains(UInt8(ascii: "\r")) }) else { throw .malformed }
            let requestLine = lines.removeFirst()
            let words = requestLine.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map(Self.text)
            guard requestLine.allSatisfy({ $0 < 0x80 }), words.count == 3, Self.isToken(words[0]),
                Self.isTarget(words[1]),
                words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0"
            else { throw .malformed }
            (method, target) = (words[0], words[1])
            path = target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
            query = target[path.endIndex...].dropFirst()
            guard lines.count <= Self.maxFields else { throw .malformed }
            for line in lines {
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .malformed }
                let name = Self.text(line[..<colon])
                guard Self.isToken(name) else { throw .malformed }
                fields.append(.init(name: name.lowercased(), value: Self.trim(Self.text(line[(colon + 1)...]))))
            }
            try check()
        }

        /// Returns a part of a head as text, with a question mark in place of each byte that is not ASCII: none of these has a
        /// meaning in a request, and Swift compares many combining marks in quadratic time.
        private static func text(_ bytes: ArraySlice<UInt8>) -> String {
            String(decoding: bytes.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
        }

        /// The value of the first header field with this lowercase name.
        subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

        /// The length of the body in bytes. `Int.max` if the number is too large.
        var bodyLength: Int { self["content-length"].map { Int($0) ?? .max } ?? 0 }

        /// Whether the method is HEAD.
        var isHead: Bool { method == "HEAD" }

        /// Returns the value of a cookie.
        func cookie(_ name: String) -> String? {
            for field in fields where field.name == "cookie" {
                let pairs = field.value.utf8.split(separator: UInt8(ascii: ";"), maxSplits: Self.maxCookies)
                for pair in pairs.prefix(Self.maxCookies) {
                    guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
                    if Self.trim(pair[..<equals]).elementsEqual(name.utf8) {
                        return String(Substring(Self.trim(pair[equals...].dropFirst())))
                    }
                }
            }
            return nil
        }

        /// Whether the client accepts content that is compressed with gzip.
        var acceptsGzip: Bool {
            listValues("accept-encoding").contains { coding in
                let parts = coding.utf8.split(separator: UInt8(ascii: ";")).map(Self.trim)
                guard let name = parts.first, name.elementsEqual("gzip".utf8) else { return false }
                let nonzero = UInt8(ascii: "1")...UInt8(ascii: "9")
                return !parts.dropFirst().contains {
                    $0.starts(with: "q=0".utf8) && !$0.contains(where: nonzero.contains)
                }
            }
        }

        /// Replaces the host, as a trusted proxy requests.
        mutating func setHost(_ host: String) {
            fields.removeAll { $0.name == "host" }
            fields.append(.init(name: "host", value: host))
        }

        /// Returns the lowercase elements of a header field with a comma-separated list, at most the last ``maxElements``. Longer
        /// elements than ``maxElement`` are empty.
        func listValues(_ name: String) -> [String] {
            let values = fields.filter { $0.name == name }.map(\.value.utf8)
            let elements = values.flatMap { $0.split(separator: UInt8(ascii: ",")) }
            return elements.suffix(Self.maxElements).map { element in
                element.count <= Self.maxElement ? String(Substring(Self.trim(element))).lowercased() : ""
            }
        }

        private func check() throws(RequestError) {
            for name in Self.singleFields where fields.count(where: { $0.name == name }) > 1 { throw .malformed }
            guard self["host"] != nil else { throw .malformed }
            if self["transfer-encoding"] != nil { throw self["content-length"] == nil ? .lengthRequired : .malformed }
            guard let length = self["content-length"] else { return }
            guard !length.isEmpty, length.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            else { throw .malformed }
        }

        static func trim(_ text: some StringProtocol) -> String { String(Substring(trim(Substring(text).utf8))) }

        /// Removes spaces and tabs at both ends. Works on bytes, because characters of long heads take much more time.
        private static func trim(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
            let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            var rest = bytes.drop(while: isSpace)
            while let last = rest.last, isSpace(last) { rest.removeLast() }
            return rest
        }

        private static func isTarget(_ text: some StringProtocol) -> Bool {
            text.utf8.first == UInt8(ascii: "/")
                && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
        }

        private static func isToken(_ text: some StringProtocol) -> Bool {
            !text.isEmpty
                && text.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"):
                        true
                    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                    }
                }
        }
    }
#endif
