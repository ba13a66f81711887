#if Web
    /// Identifies the files that a document refers to.
    ///
    /// A page that stays open while the program is replaced has the script and the style sheets of the earlier program. Its
    /// script compares the versions, and loads the page again.
    enum PageVersion {
        /// Returns the version of these files, and of the lists of style sheets and scripts.
        static func make(_ files: some Sequence<WebFile>, _ configuration: WebServer.Configuration) -> String {
            let served = files.sorted { $0.path < $1.path }.map { "\($0.path) \($0.entityTag)" }
            let text = (served + configuration.stylesheets + configuration.scripts).joined(separator: "\n")
            return WebFile("", type: "", bytes: Array(text.utf8)).entityTag.filter { $0 != "\"" }
        }
    }
#endif
