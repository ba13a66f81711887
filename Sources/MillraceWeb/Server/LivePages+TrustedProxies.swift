#if Web || Hummingbird || App
    extension LivePages {
        /// The proxies in front of the server, which may name the address, the scheme and the host of a client.
        ///
        /// ```swift
        /// configuration.trustedProxies = .init(addresses: ["127.0.0.1", "::1"])
        /// ```
        /// The header fields of all other clients are ignored. If the scheme is `https`, the cookie is `Secure`.
        public struct TrustedProxies: Sendable, Equatable {
            /// The header fields that a proxy sets. A proxy must remove or extend those that its clients send.
            public enum Fields: Sendable, Equatable {
                /// `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`.
                case xForwarded
                /// `Forwarded`, as in RFC 7239.
                case forwarded
            }

            /// The header fields that the proxies set.
            public var fields: Fields
            /// The name of the header field with the account of a person whom the proxy has signed in, such as `X-Forwarded-User`. `nil` if the
            /// proxy does not sign people in. The proxy must remove the field from the requests of its clients. A name
            /// with other characters than those of ASCII, or with a question mark, is refused.
            public var userField: String?
            private let addresses: Set<String>

            /// Trusts the proxies with these IP addresses.
            ///
            /// - Parameters:
            ///   - addresses: The IP addresses.
            ///   - fields: The header fields that the proxies set. Defaults to `X-Forwarded-…`.
            ///   - userField: The header field with the account of the person. Defaults to none.
            public init(addresses: [String], fields: Fields = .xForwarded, userField: String? = nil) {
                (self.fields, self.userField) = (fields, userField)
                self.addresses = Set(addresses.map(ClientAddress.canonical))
            }

            package func contains(_ address: String) -> Bool { addresses.contains(ClientAddress.canonical(address)) }
        }
    }
#endif
