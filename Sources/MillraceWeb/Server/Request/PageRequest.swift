#if Web || Hummingbird || App
    /// A request for the pages of any server: its line and its header fields, validated.
    public struct PageRequest: Equatable, Sendable {
        /// The network address of the client: of the connection, or as a trusted proxy names it.
        public internal(set) var clientAddress = ""
        /// The person, as the configuration's ``LivePages/Configuration/identities`` or a trusted proxy names them, or as the application
        /// has set it before it passed the request to the pages. `nil` without a sign-in.
        public var identity: Identity? { didSet { isIdentityOfService = false } }
        /// Whether the configuration's identities have returned the identity.
        private(set) var isIdentityOfService = false
        /// The scheme of the URL, `http` or `https`. `nil` if it is unknown: the connection does not use TLS, and no trusted proxy
        /// has set it.
        var scheme: String?
        /// The method, such as `GET`.
        public let method: String
        /// The path and the query of the request: `/notes/3?sort=name`.
        public let target: String
        /// The path without the query.
        let path: Substring
        /// The query without the question mark.
        let query: Substring
        private(set) var fields: [PageResponse.Field] = []
        /// The name of the pages' cookie.
        var cookieName = "millrace"

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

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - method: The method, such as `GET`.
        ///   - target: The path with the query.
        ///   - fields: The names and values of the header fields. The order of the values of one name matters.
        ///   - address: The network address of the connection: that of the client, or of a proxy.
        ///   - isSecure: Whether the connection uses TLS. Then the cookie of the pages is `Secure`.
        /// - Throws: ``RequestError``, if the request is malformed: a target that is no path, a field that occurs twice and may not, or no
        ///   host.
        public init(
            method: String, target: String, fields: some Sequence<(name: String, value: String)>, address: String = "",
            isSecure: Bool = false
        ) throws(RequestError) {
            guard Self.isToken(method), Self.isTarget(target) else { throw .malformed }
            (self.method, self.target, clientAddress) = (method, target, address)
            if isSecure { scheme = "https" }
            path = target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
            query = target[path.endIndex...].dropFirst()
            for field in fields {
                guard self.fields.count < Self.maxFields, Self.isToken(field.name) else { throw .malformed }
                self.fields.append(Self.field(field.name, field.value))
            }
            try check()
        }

        /// Creates a request for another route than the pages'. It has no path, and its header fields are not validated.
        package init(
            method: String = "GET", uncheckedFields fields: some Sequence<(name: String, value: String)>,
            address: String = "", isSecure: Bool = false
        ) {
            (self.method, target, path, query, clientAddress) = (method, "/", "/", "", address)
            if isSecure { scheme = "https" }
            self.fields = fields.map { Self.field($0.name, $0.value) }
        }

        private static func field(_ name: String, _ value: String) -> PageResponse.Field {
            PageResponse.Field(name: name.lowercased(), value: trim(text(value.utf8)))
        }

        /// Finds the identity, if no proxy has named it.
        mutating func identify(_ identities: (any IdentityService)?) {
            guard identity == nil, let found = identities?.identity(of: self) else { return }
            identity = found
            isIdentityOfService = true
        }

        /// The value of the first header field with this lowercase name. Each byte that is not ASCII is a question mark.
        public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

        /// Whether the server accepts WebSockets. Without them, pages use events and requests. Defaults to `true`.
        public var acceptsSockets = true

        /// The length of the body in bytes. `Int.max` if the number is too large.
        package var bodyLength: Int { self["content-length"].map { Int($0) ?? .max } ?? 0 }

        /// Whether the browser uses TLS, as far as it is known: the connection does, or a trusted proxy says so.
        public var isSecure: Bool { scheme == "https" }

        /// Whether the method is HEAD.
        public var isHead: Bool { method == "HEAD" }

        /// Returns the value of a cookie.
        public func cookie(_ name: String) -> String? {
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

        /// Returns a part of a head as text, with a question mark in place of each byte that is not ASCII: none of these has a
        /// meaning in a request, and Swift compares many combining marks in quadratic time.
        static func text(_ bytes: some Sequence<UInt8>) -> String {
            String(decoding: bytes.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
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

        static func isTarget(_ text: some StringProtocol) -> Bool {
            text.utf8.first == UInt8(ascii: "/")
                && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
        }

        static func isToken(_ text: some StringProtocol) -> Bool {
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
