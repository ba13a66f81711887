package import MillraceWeb

extension WebServer.Configuration {
    /// The configuration of the server, with the style sheet.
    package static func application(port: UInt16) -> WebServer.Configuration {
        var configuration = WebServer.Configuration(port: port)
        configuration.files = [
            WebFile("/style.css", type: "text/css; charset=utf-8", bytes: PackageResources.style_css)
        ]
        configuration.stylesheets = ["/style.css"]
        return configuration
    }
}
