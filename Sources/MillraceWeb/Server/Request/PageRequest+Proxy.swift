#if Web || Hummingbird || App
    extension PageRequest {
        /// Applies what a trusted proxy says about the client: its address, the scheme and the host.
        ///
        /// - Parameter peer: The address of the connection. The header fields of any other client are ignored.
        mutating func applyProxyFields(from peer: String, _ proxies: LivePages.TrustedProxies?) {
            clientAddress = peer
            guard let proxies, proxies.contains(peer) else { return }
            let users = proxies.userField.map { name in fields.filter { $0.name == name.lowercased() } } ?? []
            // With two fields, one can be the client's. Bytes that are not ASCII have become question marks, so two names would be equal.
            if users.count == 1, !users[0].value.isEmpty, !users[0].value.contains("?") {
                identity = Identity(users[0].value)
            }
            switch proxies.fields {
            case .xForwarded:
                // Each proxy appends the address of its client. Values before those of the trusted proxies are not to be
                // trusted.
                let addresses = listValues("x-forwarded-for").map(Self.address)
                if let address = addresses.last(where: { !proxies.contains($0) }) {
                    clientAddress = ClientAddress.canonical(address)
                }
                setScheme(listValues("x-forwarded-proto").last)
                if let host = listValues("x-forwarded-host").last { setHost(host) }
            case .forwarded:
                let hops = listValues("forwarded").map(Self.parameters)
                // An element without `for` hides its client. Elements before it are not to be trusted.
                let hop = hops.last { hop in hop["for"].map { !proxies.contains(Self.address($0)) } ?? true }
                if let address = hop?["for"] { clientAddress = ClientAddress.canonical(Self.address(address)) }
                setScheme(hops.last?["proto"])
                if let host = hops.last?["host"] { setHost(host) }
            }
        }

        /// Returns the address of the client of any request, which a trusted proxy may name. The request may have fields that pages
        /// refuse.
        ///
        /// - Parameters:
        ///   - fields: The names and values of the header fields.
        ///   - peer: The address of the connection.
        package static func client(
            of fields: some Sequence<(name: String, value: String)>, from peer: String,
            _ proxies: LivePages.TrustedProxies?
        ) -> String {
            var request = PageRequest(uncheckedFields: fields)
            request.applyProxyFields(from: peer, proxies)
            return request.clientAddress
        }

        private mutating func setScheme(_ text: String?) {
            if let text, ["http", "https"].contains(text) { scheme = text }
        }

        /// Returns the parameters of an element of a `Forwarded` field (RFC 7239).
        private static func parameters(_ element: String) -> [String: String] {
            let pairs = element.split(separator: ";").map { $0.split(separator: "=", maxSplits: 1).map { trim($0) } }
            let values = pairs.filter { $0.count == 2 }.map { pair in
                (pair[0], pair[1].hasPrefix("\"") ? String(pair[1].dropFirst().prefix { $0 != "\"" }) : pair[1])
            }
            return Dictionary(values) { _, last in last }
        }

        /// Returns the address of a node without its port: `[2001:db8::1]:4711` → `2001:db8::1`.
        private static func address(_ node: String) -> String {
            if node.hasPrefix("[") { return String(node.dropFirst().prefix { $0 != "]" }) }
            return node.count { $0 == ":" } == 1 ? String(node.prefix { $0 != ":" }) : node
        }
    }
#endif
