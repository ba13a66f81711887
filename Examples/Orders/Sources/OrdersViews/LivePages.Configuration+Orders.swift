package import MillraceWeb

extension LivePages.Configuration {
    /// The configuration of the server, with the style sheet.
    package static var orders: LivePages.Configuration {
        var configuration = LivePages.Configuration()
        configuration.files = [
            WebFile("/orders.css", type: "text/css; charset=utf-8", bytes: PackageResources.orders_css)
        ]
        configuration.stylesheets = ["/orders.css"]
        return configuration
    }
}
