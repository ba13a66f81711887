#if Web || Hummingbird || App
    import MillraceModules
    import FlyingSocks
    import Foundation

    /// Opens the sockets that a server listens on.
    enum ServerSockets {
        /// Opens one socket for each address family that the system supports.
        static func open(_ configuration: WebServer.Configuration) throws -> [Socket] {
            guard configuration.access.isLoopback else {
                // This socket also accepts IPv4, unless the system is configured otherwise.
                if let both = try optional({ try open(sockaddr_in6.inet6(port: configuration.port)) }) { return [both] }
                return [try open(sockaddr_in.inet(port: configuration.port))]
            }
            // A port that is free for one address family may be in use for the other. With port 0, another port is
            // tried then.
            var tries = configuration.port == 0 ? 16 : 1
            while true {
                tries -= 1
                let first = try open(sockaddr_in.inet(ip4: "127.0.0.1", port: configuration.port))
                do {
                    let address = try sockaddr_in6.inet6(ip6: "::1", port: port(of: first))
                    return [first] + [try optional { try open(address) }].compactMap(\.self)
                } catch {
                    try? first.close()
                    if tries == 0 { throw error }
                }
            }
        }

        static func port(of socket: Socket) throws -> UInt16 {
            switch try socket.sockname() {
            case .ip4(_, let port), .ip6(_, let port): port
            default: throw SocketError.unsupportedAddress
            }
        }

        /// Returns `nil` if the system does not support the address family.
        private static func optional(_ open: () throws -> Socket) throws -> Socket? {
            do {
                return try open()
            } catch SocketError.failed(_, EADDRNOTAVAIL, _) {
                return nil
            } catch SocketError.failed(_, EAFNOSUPPORT, _) {
                return nil
            }
        }

        private static func open<Address: SocketAddress>(_ address: Address) throws -> Socket {
            let socket = try Socket(domain: Int32(Address.family), type: .stream)
            do {
                try socket.setValue(true, for: .localAddressReuse)
                try socket.bind(to: address)
            } catch {
                try? socket.close()
                throw error
            }
            try socket.listen()
            return socket
        }
    }
#endif
