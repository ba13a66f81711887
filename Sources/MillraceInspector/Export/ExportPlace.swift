#if Inspector || App
    import MillraceWeb

    /// The content of the page of an export. It is in the URL.
    struct ExportPlace: Hashable, Sendable {
        /// The run; empty for the last one.
        var run = ""
        var first: UInt64
        var last: UInt64
        var store: UInt64?
        /// The part of the state that is marked, and the value that it should have after the last turn; empty for none.
        var path = ""
        var expected = ""

        init(run: String, first: UInt64, last: UInt64, store: UInt64?) {
            (self.run, self.first, self.last, self.store) = (run, first, last, store)
        }

        /// Reads the query of a URL. Its names differ from those of the page of the turn, which is before it in the URL.
        init(_ first: UInt64, _ last: UInt64, _ path: inout WebPath) {
            (self.first, self.last) = (first, last)
            run = path.take(query: "in", as: String.self) ?? ""
            store = path.take(query: "of", as: UInt64.self)
            self.path = path.take(query: "at", as: String.self) ?? ""
            expected = path.take(query: "expected", as: String.self) ?? ""
        }

        /// The value that is expected; `nil` if none is marked.
        var mark: (path: StatePath, value: String)? {
            expected.isEmpty ? nil : (StatePath(text: path), expected)
        }

        /// The end of the URL: `export/4700/4711?at=cart.total&expected=42`.
        var url: String {
            "export/\(first)/\(last)"
                + URLQuery.text([
                    ("in", run), ("of", store.map { "\($0)" } ?? ""), ("at", path), ("expected", expected),
                ])
        }
    }
#endif
