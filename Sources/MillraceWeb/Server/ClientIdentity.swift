#if Web
    import FlyingSocks
    import Foundation

    /// What a client is known by: the cookie of its browser, and its network address.
    struct ClientIdentity: Sendable, Equatable {
        let cookie: String
        let address: String
    }

    /// The network address of a client, as its limits are counted.
    enum ClientAddress {
        /// Returns the address of a connection. Empty if it is unknown.
        static func text(of socket: Socket) -> String {
            switch try? socket.remotePeer() {
            case .ip4(let address, _), .ip6(let address, _): normalized(address)
            default: ""
            }
        }

        /// Returns an IPv4 address as it is, and the first 64 bits of an IPv6 address: a single client has all addresses
        /// that begin with them.
        static func normalized(_ address: String) -> String {
            var bytes = in6_addr()
            guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
            let all = withUnsafeBytes(of: bytes) { Array($0) }
            if all.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
                return all.suffix(4).map { "\($0)" }.joined(separator: ".")
            }
            return all.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
        }
    }
#endif
