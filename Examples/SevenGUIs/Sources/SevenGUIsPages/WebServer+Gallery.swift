import Millrace
import MillraceModules
package import MillraceWeb

extension WebServer {
    /// Creates the server of the gallery. Each tab has a session of its own.
    ///
    /// - Throws: `WebServer.Failure`, if the port cannot be opened.
    package static func gallery(port: UInt16) throws(WebServer.Failure) -> WebServer {
        var configuration = WebServer.Configuration(port: port)
        configuration.files = [
            WebFile("/gallery.css", type: "text/css; charset=utf-8", bytes: PackageResources.gallery_css)
        ]
        configuration.stylesheets = ["/gallery.css"]
        return try WebServer(
            configuration,
            sessions: .perTab { session in Navigator(root: Gallery(), stacked: true, on: Engine()) })
    }
}
