#if Web || Hummingbird || App
    extension PageRequest {
        /// The value of the server's cookie, which identifies the browser. `nil` if it is missing or malformed.
        var browserCookie: String? { cookie(cookieName).flatMap { RandomID.isValid($0) ? $0 : nil } }

        /// Whether the browser requests a document to show. Browsers also request images and icons by themselves, and
        /// these must not create a session.
        var isNavigation: Bool { (self["sec-fetch-dest"] ?? "document") == "document" && path != "/favicon.ico" }

        /// Whether the browser loads the page in advance, and may never show it.
        var isPrefetch: Bool {
            ["sec-purpose", "purpose", "x-purpose", "x-moz"].contains { name in
                let purpose = self[name]?.lowercased() ?? ""
                return ["prefetch", "prerender", "preview"].contains { purpose.hasPrefix($0) }
            }
        }

        /// Whether a page of this server sent the request. A request that does not name its origin counts as another site's.
        var isFromOwnPage: Bool {
            if let origin = self["origin"] { return isOwnOrigin(origin) }
            if let site = self["sec-fetch-site"] { return site == "same-origin" }
            // The scheme with its colon, an empty part, the host, and the path.
            let slash = UInt8(ascii: "/")
            guard let referer = self["referer"],
                case let parts = referer.utf8.split(separator: slash, maxSplits: 3, omittingEmptySubsequences: false),
                parts.count == 4, parts[1].isEmpty
            else { return false }
            return isOwnOrigin(String(referer[..<parts[2].endIndex]))
        }

        /// Whether the origin is this server's. The `Host` header has been checked before. Both schemes are accepted if
        /// the scheme is unknown, because a proxy may handle TLS.
        private func isOwnOrigin(_ origin: String) -> Bool {
            guard let host = self["host"]?.lowercased() else { return false }
            let schemes = scheme.map { [$0] } ?? ["http", "https"]
            return schemes.contains { "\($0)://\(host)" == origin.lowercased() }
        }
    }
#endif
