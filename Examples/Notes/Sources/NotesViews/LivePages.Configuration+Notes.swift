package import MillraceWeb

extension LivePages.Configuration {
    /// The configuration of the server, with the files of the pages.
    ///
    /// - Parameters:
    ///   - site: The host name under which a proxy on this computer serves the pages, if there is one.
    ///   - pages: The number of pages that can be open at the same time, also from one address. `nil` for the
    ///     limits of every server.
    package static func notes(site: String? = nil, pages: Int? = nil) -> LivePages.Configuration {
        var configuration = LivePages.Configuration()
        if let pages { configuration.limits.allow(pages: pages) }
        if let site {
            configuration.access = .behindProxy(hostNames: [site, "localhost", "127.0.0.1", "[::1]"])
            configuration.trustedProxies = .init(addresses: ["127.0.0.1", "::1"])
        }
        configuration.files = [
            WebFile("/notes.css", type: "text/css; charset=utf-8", bytes: PackageResources.notes_css),
            WebFile("/notes.js", type: "text/javascript; charset=utf-8", bytes: PackageResources.notes_js),
            WebFile("/icon.svg", type: "image/svg+xml", bytes: PackageResources.icon_svg),
            Icon.styleSheet,
        ]
        configuration.files += Icon.allCases.map(\.file)
        configuration.usesDefaultStyle = false
        configuration.stylesheets = ["/icons.css", "/notes.css"]
        configuration.scripts = ["/notes.js"]
        configuration.icon = "/icon.svg"
        // Without JavaScript, nothing is sent while a person writes a note. Unused sessions end earlier if others need room.
        configuration.limits.sessionTimeout = .seconds(900)
        // A page with 100,000 elements and texts would keep a core busy for more than a second. The largest page is a list of 300 rows with all marks: some 13,000.
        configuration.limits.pageNodes = 20_000
        // A note of 2 MB. URL encoding can triple its size.
        configuration.limits.inputBytes = 7_000_000
        return configuration
    }
}

extension LivePages.Limits {
    /// Raises the limits to this number of pages, which may all belong to one browser: to a quarter of all sessions. A page has a live
    /// connection, and sometimes loads a file. Keeps limits that are higher.
    fileprivate mutating func allow(pages: Int) {
        (sessions, connections) = (max(sessions, 4 * pages), max(connections, 4 * pages))
    }
}
