#if Web || Hummingbird || App
    import Millrace

    /// The style sheets with the declarations of the elements in documents.
    ///
    /// The content security policy forbids style attributes, and permits files. Without the script, a browser gets the
    /// declarations from a file that belongs to the document. Documents with the same declarations share a file. The
    /// last files are kept, up to a number of bytes. A file that is gone is created again from the page of its session.
    final class ElementStyles: Sendable {
        private struct State {
            var sheets: [String: String] = [:]
            var paths: [String: String] = [:]
            /// The paths of the sheets, the oldest first.
            var order: [String] = []
            var bytes = 0
        }

        /// The maximum number of bytes in all sheets, and in one of them.
        static let (maxBytes, maxSheet) = (8_000_000, 1_000_000)

        /// The path that all sheets begin with.
        static let folder = "/millrace/styles/"

        private let state = Lock(State())

        /// Returns the path of a sheet with these declarations. `nil` if there are none, or they are too long.
        func path(for styles: [String]) -> String? {
            if styles.isEmpty { return nil }
            let sheet = Self.sheet(of: styles)
            guard sheet.utf8.count <= Self.maxSheet else { return nil }
            return state.withLock { state in
                if let path = state.paths[sheet] { return path }
                let path = "\(Self.folder)\(RandomID.make()).css"
                (state.sheets[path], state.paths[sheet]) = (sheet, path)
                state.order.append(path)
                state.bytes += sheet.utf8.count
                while state.bytes > Self.maxBytes {
                    guard let old = state.sheets.removeValue(forKey: state.order.removeFirst()) else { break }
                    state.paths[old] = nil
                    state.bytes -= old.utf8.count
                }
                return path
            }
        }

        /// Returns a sheet with these declarations. A declaration contains no quotes and no braces.
        static func sheet(of styles: [String]) -> String {
            styles.map { style in
                // A style attribute would have precedence over all style sheets.
                let important = style.replacing(";", with: "!important;")
                return "[\(HTMLElement.styleAttribute)=\"\(style)\"]{\(important)!important}"
            }.joined(separator: "\n")
        }

        /// Returns the sheet at a path. `nil` if it does not exist, or no longer.
        func sheet(at path: some StringProtocol) -> String? { state.withLock { $0.sheets[String(path)] } }
    }
#endif
