#if SQLite || App
    /// The result of ``Explorer/exploreRestarts(timers:limit:isolation:_:)``, and of that method of ``LinkExplorer``.
    public struct RestartExploration: Sendable {
        /// A property that does not hold, with the shortest steps that lead to it.
        public struct Violation: Hashable, Sendable, CustomStringConvertible {
            /// The name of the property; `once` if a message or a command is performed twice, `stored` if a turn cannot be stored, `order` and
            /// `lost` for messages of a ``LinkExplorer``.
            public let property: String
            /// The reason, in a sentence.
            public let reason: String
            /// The steps, each in a few words.
            public let steps: [String]

            /// The property and the steps.
            public var description: String {
                "\"\(property)\" does not hold. \(reason)\n" + steps.map { "- \($0)" }.joined(separator: "\n")
            }
        }

        /// The number of different worlds: the state, what is stored, and the effects in flight.
        public internal(set) var worlds = 0
        /// Whether all worlds were visited.
        public internal(set) var isComplete = true
        /// The violations. The search ends with the first step that has one.
        public internal(set) var violations: [Violation] = []
    }

    extension RestartExploration {
        /// The failure of an incomplete search.
        var gap: Failure? {
            if isComplete { return nil }
            return Failure(
                problem: "The search with restarts ended after \(worlds) worlds.",
                fix: "declare fewer actions, or raise the limit.")
        }
    }

    extension Failure {
        init(_ violation: RestartExploration.Violation) { self.init(problem: "\(violation)") }
    }
#endif
