package import MillraceWeb

extension LivePages.Configuration {
    /// The configuration of the server, with the style sheet.
    package static var lunch: LivePages.Configuration {
        var configuration = LivePages.Configuration()
        configuration.files = [
            WebFile("/lunch.css", type: "text/css; charset=utf-8", bytes: PackageResources.lunch_css)
        ]
        configuration.stylesheets = ["/lunch.css"]
        return configuration
    }
}
