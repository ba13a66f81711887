import Millrace

/// Finds messages that repeat, such as the ticks of a timer, so that they do not fill a recording.
///
/// A message repeats if a timer, a worker or a command has sent the same one, with the same payload, three times within 64 turns. From
/// then on, its turns are counted. One line describes all of them, with the change that they made together.
struct FoldedTurns {
    private static let window = 64
    private static let limit = 1_000

    /// A line for several turns.
    struct Fold {
        let first: UInt64
        let start: Duration
        var last: CollectedTurn
        var count = 1
        /// The messages, with their numbers.
        var messages: [(line: TurnLine, count: Int)] = []
        /// The last reduction of each store.
        var reductions: [UInt64: CollectedReduction] = [:]

        func json(_ changes: JSON?) -> JSON {
            .of([
                "folded": .number(first), "last": .number(last.id), "count": .number(count), "time": .seconds(start),
                "until": .seconds(last.time),
                "messages": .array(messages.map { .of(["count": .number($1), "message": .object($0.members)]) }),
                "reductions": changes,
            ])
        }
    }

    /// The last messages that can repeat.
    private var recent: [TurnLine.Key] = []
    private var fold: Fold?

    /// Counts a turn, if its message repeats.
    ///
    /// - Returns: Whether the turn needs no line of its own.
    mutating func takes(_ turn: CollectedTurn, _ line: TurnLine) -> Bool {
        guard let key = line.key else { return false }
        guard recent.count(where: { $0 == key }) >= 3 else { return false }
        if fold == nil { fold = Fold(first: turn.id, start: turn.time, last: turn, count: 0) }
        fold?.add(turn, line)
        return true
    }

    /// Notes a turn that has a line of its own.
    mutating func note(_ turn: CollectedTurn, _ line: TurnLine) {
        guard let key = line.key else { return }
        recent.append(key)
        if recent.count > Self.window { recent.removeFirst() }
    }

    /// Ends the line for several turns. Returns `nil` if there is none.
    mutating func end() -> Fold? { fold.take() }

    /// Whether the line should be written, because it describes many turns.
    var isLong: Bool { fold?.count ?? 0 >= Self.limit }
}

extension FoldedTurns.Fold {
    fileprivate mutating func add(_ turn: CollectedTurn, _ line: TurnLine) {
        count += 1
        last = turn
        for reduction in turn.reductions { reductions[reduction.store] = reduction }
        last.reductions = reductions.values.sorted { $0.store < $1.store }
        if let index = messages.firstIndex(where: { $0.line.key == line.key }) {
            messages[index].count += 1
        } else {
            messages.append((line, 1))
        }
    }
}
