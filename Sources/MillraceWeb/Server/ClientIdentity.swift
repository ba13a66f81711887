#if Web || Hummingbird || App
    import Foundation

    /// A client: the cookie of its browser, its network address, and the identity of the person.
    package struct ClientIdentity: Sendable, Hashable {
        package let cookie: String
        package let address: String
        package var identity: Identity?

        init(cookie: String, address: String, identity: Identity? = nil) {
            (self.cookie, self.address) = (cookie, ClientAddress.normalized(address))
            self.identity = identity
        }

        /// The client of a request. Without a cookie, it has an empty one.
        init(_ request: PageRequest) {
            self.init(
                cookie: request.browserCookie ?? "", address: request.clientAddress, identity: request.identity)
        }

        /// Whether a session of `other` is found by this client.
        package func owns(sessionOf other: ClientIdentity) -> Bool {
            cookie == other.cookie && identity == other.identity
        }
    }

    /// The network addresses of clients.
    package enum ClientAddress {
        /// Returns an IPv4 address as it is, and the first 64 bits of an IPv6 address: a single client has all addresses
        /// that begin with them.
        package static func normalized(_ address: String) -> String {
            guard let bytes = ip6(address) else { return address }
            return ip4(bytes) ?? groups(bytes.prefix(8)) + "::"
        }

        /// Returns an address in its only form. An IPv4 address that is mapped to IPv6 is the IPv4 address.
        package static func canonical(_ address: String) -> String {
            guard let bytes = ip6(address) else { return address }
            return ip4(bytes) ?? groups(bytes[...])
        }

        /// Returns the groups of an IPv6 address, of two bytes each.
        private static func groups(_ bytes: ArraySlice<UInt8>) -> String {
            stride(from: 0, to: bytes.count, by: 2).map { index in
                String(Int(bytes[index]) << 8 | Int(bytes[index + 1]), radix: 16)
            }.joined(separator: ":")
        }

        private static func ip6(_ address: String) -> [UInt8]? {
            var bytes = in6_addr()
            guard inet_pton(AF_INET6, address, &bytes) == 1 else { return nil }
            return withUnsafeBytes(of: bytes) { Array($0) }
        }

        private static func ip4(_ bytes: [UInt8]) -> String? {
            guard bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] else { return nil }
            return bytes.suffix(4).map { "\($0)" }.joined(separator: ".")
        }
    }

    extension [ClientIdentity: Int] {
        /// Changes the count of a client. A client with the count 0 is removed.
        mutating func count(_ client: ClientIdentity, by change: Int) {
            let count = (self[client] ?? 0) + change
            self[client] = count == 0 ? nil : count
        }
    }
#endif
