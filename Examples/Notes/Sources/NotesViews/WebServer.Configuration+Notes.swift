package import MillraceWeb

extension WebServer.Configuration {
    /// The configuration of the server, with the files of the pages.
    package static func notes(port: UInt16) -> WebServer.Configuration {
        var configuration = WebServer.Configuration(port: port)
        configuration.files = [
            WebFile("/notes.css", type: "text/css; charset=utf-8", bytes: PackageResources.notes_css),
            WebFile("/notes.js", type: "text/javascript; charset=utf-8", bytes: PackageResources.notes_js),
            WebFile("/icon.svg", type: "image/svg+xml", bytes: PackageResources.icon_svg),
            Icon.styleSheet,
        ]
        configuration.files += Icon.allCases.map(\.file)
        configuration.stylesheets = ["/icons.css", "/notes.css"]
        configuration.scripts = ["/notes.js"]
        configuration.icon = "/icon.svg"
        // Without JavaScript, nothing is sent while a person writes a note.
        configuration.limits.unusedSessionTimeout = .seconds(900)
        configuration.limits.sessionTimeout = .seconds(900)
        // A note of 2 MB. URL encoding can triple its size.
        configuration.limits.formBytes = 7_000_000
        return configuration
    }
}
