/// Which turns of a recording are listed.
package struct TurnFilter: Hashable, Sendable {
    /// The kinds of messages; empty for all.
    package var kinds: Set<String> = []
    package var store: UInt64?
    /// A part of the type or of the case.
    package var type = ""
    /// A text in the payload, in a change or in an error.
    package var text = ""
    /// A number or a whole text in the payload or in a change.
    package var value = ""
    /// The times since the start of the run, in seconds.
    package var times: ClosedRange<Double>?
    /// Whether only messages that failed are listed.
    package var onlyFailed = false

    package init() {}

    /// Whether the content of the lines decides.
    package var readsLines: Bool { !text.isEmpty || !value.isEmpty }

    /// Whether a turn may be listed, without its content.
    func accepts(_ turn: RecordedTurn) -> Bool {
        if !kinds.isEmpty, !kinds.contains(turn.kind) { return false }
        if let store, (turn.store ?? turn.sender) != store { return false }
        if !type.isEmpty, !turn.title.lowercased().contains(type.lowercased()) { return false }
        if let times, !times.contains(turn.time) { return false }
        return true
    }

    /// Whether the outcome of a turn is accepted; `nil` if the turn has not ended.
    func acceptsOutcome(of turn: RecordedTurn) -> Bool? {
        if !onlyFailed { return true }
        return turn.outcome == nil || turn.outcome == "pending" ? nil : turn.outcome == "failed"
    }

    /// Whether a line, or the error of its message, has the text and the value.
    func accepts(_ line: JSON, _ turn: RecordedTurn) -> Bool {
        (text.isEmpty || line.hasText(text) || turn.error?.contains(text) == true)
            && (value.isEmpty || line.hasValue(value))
    }
}

extension JSON {
    /// Whether a text or a name within the value contains a text.
    fileprivate func hasText(_ text: String) -> Bool {
        switch self {
        case .string(let own): own.contains(text)
        case .number(let digits): digits.contains(text)
        case .array(let elements): elements.contains { $0.hasText(text) }
        case .object(let members): members.contains { $0.name.contains(text) || $0.value.hasText(text) }
        case .null, .bool: false
        }
    }

    /// Whether a number with these digits, or this whole text, is within the value.
    fileprivate func hasValue(_ value: String) -> Bool {
        switch self {
        case .string(let own): own == value
        case .number(let digits): digits == value
        case .bool(let bool): "\(bool)" == value
        case .array(let elements): elements.contains { $0.hasValue(value) }
        case .object(let members): members.contains { $0.value.hasValue(value) }
        case .null: value == "null"
        }
    }
}

/// The positions of the turns that a filter accepts. New turns are added when they are read.
struct FilterMatches: Sendable {
    let run: String
    let filter: TurnFilter
    fileprivate(set) var positions: [Int] = []
    /// The positions of turns whose outcome will decide.
    fileprivate var undecided: [Int] = []
    /// The number of turns that were looked at.
    fileprivate(set) var seen = 0

    /// Adds a position in its order.
    fileprivate mutating func insert(_ position: Int) {
        let index = positions.lastIndex { $0 < position }.map { $0 + 1 } ?? 0
        positions.insert(position, at: index)
    }
}

extension RingReader {
    /// A part of the listed turns.
    package struct Page: Sendable, Hashable {
        package let turns: [RecordedTurn]
        /// The place of the first one among all that the filter accepts.
        package let start: Int
        package let count: Int
        /// The share of the recording that was searched; 1 if all of it was.
        package let progress: Double

        package static let empty = Page(turns: [], start: 0, count: 0, progress: 1)
    }

    /// The number of filters whose results are kept: one for each page that is open.
    private static let filterLimit = 8
    /// The number of lines that are read in one call.
    private static let lineLimit = 2_000

    /// Returns the listed turns from a place on; without a place, the last ones.
    ///
    /// Looks at more turns first. A filter of contents looks at 2,000 in one call, so that a search can be stopped.
    package func page(_ filter: TurnFilter, in name: String, from start: Int?, limit: Int) -> Page {
        guard let run = run(name) else { return .empty }
        let index = matches.firstIndex { $0.run == name && $0.filter == filter }
        var found = index.map { matches.remove(at: $0) } ?? FilterMatches(run: name, filter: filter)
        search(&found, run)
        matches.append(found)
        if matches.count > Self.filterLimit { matches.removeFirst() }
        let count = found.positions.count
        let first = max(0, min(start ?? .max, count - limit))
        let turns = found.positions[first..<min(count, first + limit)].map { run.turns[$0] }
        let progress = found.seen == run.turns.count ? 1 : Double(found.seen) / Double(run.turns.count)
        return Page(turns: turns, start: first, count: count, progress: progress)
    }

    private func search(_ found: inout FilterMatches, _ run: RecordedRun) {
        let filter = found.filter
        func accepts(_ position: Int) -> Bool {
            let turn = run.turns[position]
            return !filter.readsLines || line(of: turn, in: run.name).map { filter.accepts($0, turn) } ?? false
        }
        let ended = found.undecided.filter { filter.acceptsOutcome(of: run.turns[$0]) != nil }
        found.undecided.removeAll { ended.contains($0) }
        for position in ended where filter.acceptsOutcome(of: run.turns[position]) == true && accepts(position) {
            found.insert(position)
        }
        let end = filter.readsLines ? min(found.seen + Self.lineLimit, run.turns.count) : run.turns.count
        while found.seen < end {
            let position = found.seen
            found.seen += 1
            guard filter.accepts(run.turns[position]) else { continue }
            switch filter.acceptsOutcome(of: run.turns[position]) {
            case nil: found.undecided.append(position)
            case true?: if accepts(position) { found.positions.append(position) }
            case false?: break
            }
        }
    }
}
