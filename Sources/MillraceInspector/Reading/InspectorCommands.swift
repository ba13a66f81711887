#if Inspector || App
    import Millrace
    import MillraceJournal

    /// Reads a part of the list of turns.
    struct ReadList: Command, Hashable {
        struct Output: Hashable, Sendable {
            let runs: [RunSummary]
            let run: String
            let page: RingReader.Page
        }
        /// The part that was found so far.
        typealias Progress = Output

        /// The run; empty for the last one.
        let run: String
        let filter: TurnFilter
        /// The first turn; `nil` for the last ones.
        let start: Int?
        /// A new number reads what was written since.
        let revision: Int
    }

    /// Reads everything about a turn, and the state of one store after it.
    struct ReadTurn: Command, Hashable {
        struct Output: Hashable, Sendable {
            /// `nil` if there is no such turn.
            let details: TurnDetails?
            /// The stores whose state is known after the turn.
            let stores: [StoreName]
            let store: UInt64?
            let tree: StateTree?
        }

        let run: String
        /// The turn; 0 for the last one.
        let id: UInt64
        let store: UInt64?
        let open: Set<StatePath>
        let starts: [StatePath: Int]
    }

    /// Finds the changes of a part of a state, from a turn backwards.
    struct FindChanges: Command, Hashable {
        struct Output: Hashable, Sendable {
            let changes: [FoundChange]
            /// The turns since the last change in which the store has reduced a message, the last first.
            var unchanged: [RecordedTurn] = []
            /// The share of the recording that was searched.
            let progress: Double
        }
        typealias Progress = Output

        let run: String
        let store: UInt64
        let path: StatePath
        let end: UInt64
        /// Finds when the part became this value; `nil` for all changes.
        let value: String?
    }

    /// A change of a part of a state, with its causes.
    struct FoundChange: Hashable, Sendable, Identifiable {
        let turn: RecordedTurn
        /// The beginning of the value before and after the change; `nil` if there was none.
        let before: String?
        let after: String?
        let chain: [RecordedTurn]
        var id: UInt64 { turn.id }
    }

    /// Reads the commands of a run.
    struct ReadCommands: Command, Hashable {
        struct Output: Hashable, Sendable {
            let run: RunSummary?
            let table: CommandTable?
        }

        let run: String
        /// A new number reads what was written since.
        let revision: Int
    }
#endif
