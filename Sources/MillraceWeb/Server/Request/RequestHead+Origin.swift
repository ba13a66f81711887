#if Web
    extension RequestHead {
        /// The value of our cookie, which identifies the browser; `nil` if it is missing or malformed.
        var browserCookie: String? { cookie("millrace").flatMap { RandomID.isValid($0) ? $0 : nil } }

        /// Whether a document is asked for to be shown. Browsers ask by themselves for pictures and the like, and no
        /// session is to be made for that.
        var isNavigation: Bool { (self["sec-fetch-dest"] ?? "document") == "document" && path != "/favicon.ico" }

        /// Whether the origin that the browser names is that of the page that it was served here.
        var isSameOrigin: Bool { self["origin"].map(isOwnOrigin) ?? false }

        /// Whether a form was sent from a page of ours: what says nothing of it is taken for another's.
        var isSameOriginForm: Bool {
            if self["origin"] != nil { return isSameOrigin }
            if let site = self["sec-fetch-site"] { return site == "same-origin" }
            guard let referer = self["referer"], let slash = referer.firstIndex(after: "://", of: "/") else {
                return false
            }
            return isOwnOrigin(String(referer[..<slash]))
        }

        /// The host has been checked to be ours; what stands before us may speak TLS.
        private func isOwnOrigin(_ origin: String) -> Bool {
            guard let host = self["host"]?.lowercased() else { return false }
            return ["http://" + host, "https://" + host].contains(origin.lowercased())
        }
    }

    extension String {
        /// Where `mark` comes first after `beginning`.
        fileprivate func firstIndex(after beginning: String, of mark: Character) -> Index? {
            guard let start = firstRange(of: beginning)?.upperBound else { return nil }
            return self[start...].firstIndex(of: mark)
        }
    }
#endif
