public import MillraceHistory
public import Millrace

/// Writes the actions of one store as lines of JSON, with their results and causes, so that they can be replayed elsewhere.
///
/// ```swift
/// engine.history = History(records: 10_000)
/// let recorder = try Recorder(library)
/// …
/// try recorder.write { lines in try file.write(contentsOf: Data(lines.utf8)) }  // as often as you like
/// ```
/// The first line contains the name of the reducer and the first state: the oldest state of the store in the history when the
/// recorder first writes. One line for each turn of the history follows, in order:
/// - A turn that the store did not reduce is written too, because it may have caused other turns. Its line has no state or
///   flow.
/// - The outcome of a message is its outcome at the time when its line was written.
/// - If the history discarded turns or did not record for a while, the line of the next turn also contains the state before
///   that turn.
/// - A rewind of the history has a line of its own. A reader ignores the turns that were undone.
///
/// A recorder is bound to its history's actor. It retains the history, but neither the store nor the engine. So it can write
/// the turns of a store after the store was released.
public final class Recorder<R: Reducer> where R.State: Codable, R.Action: Codable {
    private let history: History
    private let store: StoreID
    /// The state of the store when the recorder was created, for a store that has no reductions.
    private let first: R.State
    private let values: Values
    private var progress = Progress<R>()

    /// Creates a recorder of `store` that writes the past and future turns of its engine's history.
    ///
    /// This initializer writes nothing. `tokens` replaces sensitive values in every line.
    ///
    /// - Throws: ``RecordingError/noHistory`` if the engine has no history.
    public convenience init(_ store: Store<R>, tokens: Tokens? = nil) throws(RecordingError) {
        guard let history = store.engine.history else { throw .noHistory }
        self.init(store, history, Values(tokens: tokens))
    }

    init(_ store: Store<R>, _ history: History, _ values: Values) {
        (self.history, self.store, first, self.values) = (history, store.id, store.state, values)
    }

    /// Passes the lines of all turns since the last call to `output`. The first call also passes the first line of the
    /// recording. Each line ends with a line break.
    ///
    /// `output` is called at most once, before this function returns, and only if there are new lines. A turn in progress is
    /// written by the next call. The lines count as written when `output` returns. If `output` throws, the next call passes the
    /// same lines again.
    ///
    /// - Throws: the error of `output`; ``RecordingError/unencodable(turn:part:reason:)`` or
    ///   ``RecordingError/notText(turn:field:)`` if a turn cannot be written. Then the turns before that turn are written.
    ///   Neither this nor a later call writes the turns after it.
    public func write(_ output: (String) throws -> Void) throws {
        var next = progress
        var lines = ""
        var problem: RecordingError?
        do throws(RecordingError) { try next.appendLines(with: history, store, first, values, &lines) } catch {
            problem = error
        }
        if !lines.isEmpty {
            // Set before the call, because `output` may call this function too.
            let last = progress
            progress = next
            do { try output(lines) } catch {
                progress = last
                throw error
            }
        }
        if let problem { throw problem }
    }
}

extension History {
    /// Returns the recording of `store` with all turns of the history, as text; see ``Recorder``.
    ///
    /// - Throws: ``RecordingError/unencodable(turn:part:reason:)`` or ``RecordingError/notText(turn:field:)`` if a turn cannot
    ///   be written.
    public func recording<R: Reducer>(of store: Store<R>, tokens: Tokens? = nil) throws -> String
    where R.State: Codable, R.Action: Codable {
        var text = ""
        try Recorder(store, self, Values(tokens: tokens)).write { text += $0 }
        return text
    }
}

/// The progress of a recorder: the written turns, and the state that a reader of the lines has.
private struct Progress<R: Reducer> where R.State: Codable, R.Action: Codable {
    private var hasBegun = false
    /// The written turns that were not undone and that the history may still have.
    private var written: [Record.ID] = []
    /// The last written turn before those in `written`.
    private var before: Record.ID = 0
    /// The last turn that was written and not undone.
    private var last: Record.ID = 0
    /// The state after the last turn. `nil` if only a reader knows the state, after a rewind.
    private var state: R.State?

    /// Appends the lines of the new turns. If a turn cannot be written, throws before that turn's line and keeps the turns
    /// before it.
    mutating func appendLines(
        with history: History, _ store: StoreID, _ first: R.State, _ values: Values, _ lines: inout String
    ) throws(RecordingError) {
        appendRewind(in: history, &lines)
        let turns = history.turns(after: last)
        if !hasBegun { try begin(turns.firstState(of: store, as: R.self) ?? first, values, &lines) }
        for turn in turns {
            let writing = TurnWriter<R>(turn, store, values)
            var next = state
            let line = try writing.line(after: &next)
            line.write(to: &lines)
            lines += "\n"
            (state, last) = (next, turn.id)
            written.append(turn.id)
        }
    }

    private mutating func begin(
        _ state: R.State, _ values: Values, _ lines: inout String
    ) throws(RecordingError) {
        let json: JSON
        do { json = try values.readableJSON(state, .state) } catch { throw .of(error, turn: 0, "The state") }
        JSON.of([
            "format": .string(Format.name), "version": .number(Format.version), "reducer": .string("\(R.self)"),
            "state": json,
        ]).write(to: &lines)
        lines += "\n"
        self.state = state
        hasBegun = true
    }

    /// Appends a line for a rewind of the history, if there was one.
    private mutating func appendRewind(in history: History, _ lines: inout String) {
        let missing = written.suffix(where: { history[$0] == nil })
        if !missing.isEmpty, let first = missing.firstIndex(where: history.undoneTurns.contains) {
            written.removeSubrange(first...)
            (last, state) = (written.last ?? before, nil)
            JSON.of(["back": .number(last)]).write(to: &lines)
            lines += "\n"
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
