#if Inspector || App
    import MillraceJournal

    /// The commands of a run: those that are pending, the last ones, and how long those of each type took.
    struct CommandTable: Hashable, Sendable {
        /// How long the commands of one type took, in seconds.
        struct Times: Hashable, Sendable, Identifiable {
            let type: String
            let count: Int
            let failed: Int
            let median: Double
            let slow: Double
            var id: String { type }
        }

        /// The number of commands that are shown.
        static let limit = 200

        /// The pending ones, the oldest first.
        let pending: [RecordedTurn]
        /// Those that a storage has given up, the oldest first.
        let deadLetters: [RecordedTurn]
        /// The last that ended, the newest first.
        let ended: [RecordedTurn]
        let times: [Times]
        /// The time up to which pending commands have run.
        let now: Double

        /// - Parameter time: The time since the start of a run that goes on; `nil` for the last turn.
        init(_ run: RecordedRun, now time: Double?) {
            let commands = run.turns.filter { $0.kind == "command" && $0.message == $0.id }
            let isPending = { (turn: RecordedTurn) in turn.outcome == nil || turn.outcome == "pending" }
            pending = Array(commands.filter(isPending).prefix(Self.limit))
            let isLetter = { (turn: RecordedTurn) in turn.outcome == "deadLetter" }
            deadLetters = Array(commands.filter(isLetter).prefix(Self.limit))
            let all = commands.filter { !isPending($0) && !isLetter($0) }
            ended = Array(all.suffix(Self.limit).reversed())
            now = max(time ?? 0, run.turns.last?.time ?? 0)
            times = Dictionary(grouping: all.filter { $0.outcome != "cancelled" }, by: \.type).map { type, turns in
                let durations = turns.map { ($0.ended?.time ?? $0.time) - $0.time }.sorted()
                return Times(
                    type: type, count: turns.count, failed: turns.count { $0.outcome == "failed" },
                    median: durations[(durations.count - 1) / 2], slow: durations[(durations.count * 95 + 99) / 100 - 1]
                )
            }
            .sorted { ($1.slow, $0.type) < ($0.slow, $1.type) }
        }
    }
#endif
