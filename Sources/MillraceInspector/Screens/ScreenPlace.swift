#if Inspector || App
    import MillraceWeb

    /// The content of the page that shows the screens after a turn. It is in the URL.
    struct ScreenPlace: Hashable, Sendable {
        /// The run; empty for the last one.
        var run = ""
        var turn: UInt64
        /// The window; `nil` for that of the message, or the last one.
        var window: UInt64?

        init(run: String, turn: UInt64, window: UInt64? = nil) {
            (self.run, self.turn, self.window) = (run, turn, window)
        }

        /// Reads the end of a URL.
        init?(_ path: inout WebPath) {
            guard let turn = path.take(UInt64.self) else { return nil }
            self.turn = turn
            run = path.take(query: "run", as: String.self) ?? ""
            window = path.take(query: "window", as: UInt64.self)
        }

        /// The end of a URL: `4711?window=3`.
        var url: String {
            "\(turn)" + URLQuery.text([("run", run), ("window", window.map { "\($0)" } ?? "")])
        }
    }
#endif
