package import MillraceWeb

extension WebServer.Configuration {
    /// What Notes serves besides its windows.
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
        // Whoever has no script writes a note at leisure, and sends it whole.
        configuration.limits.unusedSessionTimeout = .seconds(900)
        configuration.limits.sessionTimeout = .seconds(900)
        // A note of 2 MB, of which each byte may be written as three.
        configuration.limits.formBytes = 7_000_000
        return configuration
    }
}
