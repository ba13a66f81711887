import MillraceHistory
import Millrace

/// The progress of a recorder: the written turns, and the state that a reader of the lines has.
struct RecorderProgress<R: Reducer> where R.State: Codable, R.Action: Codable {
    /// The least number of bytes between two checkpoints.
    private static var checkpointDistance: Int { 65_536 }

    private(set) var isEnded = false
    private var hasBegun = false
    /// The written turns that were not undone and that the history may still have.
    private var written: [Record.ID] = []
    /// The last written turn before those in `written`.
    private var before: Record.ID = 0
    /// The last turn that was written and not undone.
    private var last: Record.ID = 0
    private var state: WrittenState<R>
    private var chain = LineChain()
    /// The number of bytes since the last line with a whole state, and the number of bytes of that line.
    private var (distance, checkpoint) = (0, 0)

    init(_ values: Values, _ reducer: R?) { state = WrittenState(values, reducer) }

    /// Appends the lines of the new turns. If a turn cannot be written, throws before that turn's line and keeps the turns
    /// before it.
    mutating func appendLines(
        with history: History, _ store: StoreID, _ first: R.State, _ lines: inout String
    ) throws(RecordingError) {
        appendRewind(in: history, &lines)
        let turns = history.turns(after: last)
        if !hasBegun { try begin(turns.firstState(of: store, as: R.self) ?? first, before: turns.first?.id, &lines) }
        for turn in turns {
            var next = state
            let line = try TurnWriter<R>(turn, store, skipped: turn.id - last - 1).line(after: &next)
            append(line, &lines)
            (state, last) = (next, turn.id)
            written.append(turn.id)
            appendCheckpoint(&lines)
        }
    }

    mutating func appendEnd(_ lines: inout String) {
        append(.of(["end": .number(last)]), &lines)
        isEnded = true
    }

    private mutating func append(_ line: JSON, _ lines: inout String) {
        let length = lines.utf8.count
        chain.append(line, to: &lines)
        distance += lines.utf8.count - length
    }

    private mutating func begin(
        _ first: R.State, before turn: Record.ID?, _ lines: inout String
    ) throws(RecordingError) {
        try state.begin(first)
        if let turn { (before, last) = (turn - 1, turn - 1) }
        append(
            .of([
                "format": .string(Format.name), "version": .number(Format.version), "reducer": .string("\(R.self)"),
                "after": last == 0 ? nil : .number(last), "state": state.recorded.json, "active": state.activeIfAny,
            ]), &lines)
        (hasBegun, checkpoint, distance) = (true, distance, 0)
    }

    /// Appends a line with the whole state if a reader of the next turn would have to read too many lines.
    private mutating func appendCheckpoint(_ lines: inout String) {
        guard distance > max(Self.checkpointDistance, 2 * checkpoint), let json = state.recorded.json else { return }
        distance = 0
        append(.of(["checkpoint": .number(last), "state": json, "active": state.activeIfAny]), &lines)
        state.forgetKept()
        (checkpoint, distance) = (distance, 0)
    }

    /// Appends a line for a rewind of the history, if there was one.
    private mutating func appendRewind(in history: History, _ lines: inout String) {
        let missing = written.suffix(where: { history[$0] == nil })
        if !missing.isEmpty, let first = missing.firstIndex(where: history.undoneTurns.contains) {
            written.removeSubrange(first...)
            last = written.last ?? before
            state.forget()
            append(.of(["back": .number(last)]), &lines)
        }
        // The last turn is kept, to detect whether it will be undone.
        let discarded = written.dropLast().prefix { history[$0] == nil }
        before = discarded.last ?? before
        written.removeFirst(discarded.count)
    }
}

extension History {
    /// The turns that a rewind has undone and that the history still has: in its future or in a branch.
    fileprivate var undoneTurns: Set<Record.ID> {
        Set(future.map(\.id)).union(branches.flatMap { $0.records.map(\.id) })
    }
}

extension [Record.ID] {
    /// Returns the longest suffix whose elements all fulfil `condition`.
    fileprivate func suffix(where condition: (Record.ID) -> Bool) -> ArraySlice<Record.ID> {
        self[(lastIndex { !condition($0) }.map { $0 + 1 } ?? 0)...]
    }
}

extension [Record] {
    /// Returns the state before the store's first reduction; `nil` if there is none.
    fileprivate func firstState<R: Reducer>(of store: StoreID, as type: R.Type) -> R.State? {
        for record in self {
            if let reduction = record.reductions(by: store, as: type).first { return reduction.before }
        }
        return nil
    }
}
