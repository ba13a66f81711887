#if Inspector || App
    import MillraceWeb

    /// The content of the page of a turn. It is in the URL.
    struct TurnPlace: Hashable, Sendable {
        /// The run; empty for the last one.
        var run = ""
        var turn: UInt64
        var store: UInt64?
        /// The part of the state that is explained.
        var path: StatePath?

        init(run: String, turn: UInt64) { (self.run, self.turn) = (run, turn) }

        /// Reads the query of a URL.
        init(_ turn: UInt64, _ path: inout WebPath) {
            self.turn = turn
            run = path.take(query: "run", as: String.self) ?? ""
            store = path.take(query: "store", as: UInt64.self)
            self.path = path.take(query: "path", as: String.self).map { StatePath(text: $0) }
        }

        /// The URL without a leading slash: `turn/4711?path=cart.total`.
        var url: String {
            "turn/\(turn)"
                + URLQuery.text([
                    ("run", run), ("store", store.map { "\($0)" } ?? ""), ("path", path.map { "\($0)" } ?? ""),
                ])
        }
    }
#endif
