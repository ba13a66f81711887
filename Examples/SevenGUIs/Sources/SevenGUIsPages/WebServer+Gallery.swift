import Millrace
import MillraceModules
package import MillraceHummingbird

extension WebServer {
    /// Creates the server of the gallery. Each tab has a session of its own.
    package static func gallery(port: UInt16) -> WebServer {
        var configuration = LivePages.Configuration()
        configuration.files = [
            WebFile("/gallery.css", type: "text/css; charset=utf-8", bytes: PackageResources.gallery_css)
        ]
        configuration.stylesheets = ["/gallery.css"]
        return WebServer(
            port: port, configuration,
            sessions: .perTab { session in Navigator(root: Gallery(), stacked: true, on: Engine()) })
    }
}
