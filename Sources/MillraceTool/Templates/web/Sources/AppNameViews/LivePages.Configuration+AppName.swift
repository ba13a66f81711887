package import MillraceWeb

extension LivePages.Configuration {
    /// The configuration of the server, with the style sheet.
    package static var application: LivePages.Configuration {
        var configuration = LivePages.Configuration()
        configuration.files = [
            WebFile("/style.css", type: "text/css; charset=utf-8", bytes: PackageResources.style_css)
        ]
        configuration.stylesheets = ["/style.css"]
        return configuration
    }
}
