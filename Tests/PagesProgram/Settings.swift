#if Hummingbird && SQLite || App
    /// What the tests choose.
    struct Settings: Sendable {
        /// A version of the application.
        enum Build: String, Sendable { case a, b }

        /// The path of the storage.
        let file: String
        let port: UInt16
        let build: Build
        /// Whether the answers to questions never come.
        let holdsAnswers: Bool
        /// When the process kills itself; `nil` for never.
        let kill: String?

        init(_ environment: [String: String]) {
            file = environment["FILE"] ?? "pages.sqlite"
            port = environment["PORT"].flatMap { UInt16($0) } ?? 0
            build = environment["BUILD"].flatMap { Build(rawValue: $0) } ?? .a
            holdsAnswers = environment["HOLD"] != nil
            kill = environment["KILL"]
        }
    }
#endif
