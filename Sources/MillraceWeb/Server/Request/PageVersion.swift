#if Web || Hummingbird || App
    /// Identifies the files that a document refers to.
    ///
    /// A page that stays open while the program is replaced has the script and the style sheets of the earlier program. Its
    /// script compares the versions, and loads the page again.
    enum PageVersion {
        /// Returns the version of the files with these entity tags by path, and of the lists of style sheets and scripts.
        static func make(_ tags: [String: String], _ configuration: LivePages.Configuration) -> String {
            let served = tags.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            let text = (served + configuration.allStylesheets + configuration.scripts).joined(separator: "\n")
            return WebFile("", type: "", bytes: Array(text.utf8)).entityTag.filter { $0 != "\"" }
        }
    }
#endif
