public import MillraceHistory
public import Millrace

/// Writes down what passes on an engine, and what one store makes of it, so that it can be replayed elsewhere.
///
/// ```swift
/// engine.history = History(records: 10_000)
/// let recorder = try Recorder(library)
/// …
/// try recorder.write { lines in try file.write(contentsOf: Data(lines.utf8)) }  // whenever it suits
/// ```
/// What is written is JSON, a line for each turn of the history, in order; a first line names the reducer and holds the
/// state from which the others go on. That is the oldest state that the history remembers of the store when the
/// recorder first writes. Turns that the store does not reduce are there with their type alone, as causes. What is said to
/// have become of a message is what had when its line was written. Where the history forgot something in between, or was
/// off, the line that comes next says from which state it goes on; where somebody went back, a line says so, and a
/// reader leaves out what was undone.
///
/// A recorder is bound to its history's actor. It keeps the history, and neither the store nor the engine: what a store
/// did can still be written when it has gone.
public final class Recorder<R: Reducer> where R.State: Codable, R.Action: Codable {
    private let history: History
    private let store: StoreID
    /// The state of a store that has reduced nothing.
    private let first: R.State
    private let values: Values
    private var progress = Progress<R>()

    /// A recorder of `store` and of what its engine's history remembers and will.
    ///
    /// Nothing is written yet. `tokens` replaces what is sensitive in every line.
    ///
    /// - Throws: ``RecordingError/noHistory`` where the engine has no history.
    public convenience init(_ store: Store<R>, tokens: Tokens? = nil) throws(RecordingError) {
        guard let history = store.engine.history else { throw .noHistory }
        self.init(store, history, Values(tokens: tokens))
    }

    init(_ store: Store<R>, _ history: History, _ values: Values) {
        (self.history, self.store, first, self.values) = (history, store.id, store.state, values)
    }

    /// Gives `output` the lines of all turns that have ended since the last time, each line with its end; the first
    /// time with the line that begins a recording.
    ///
    /// `output` is called at most once, before this returns, and not where there is nothing new. In the middle of a turn
    /// that turn is left for the next time. The lines count as written when `output` returns: one that throws is given
    /// them again the next time.
    ///
    /// - Throws: what `output` throws; ``RecordingError/unencodable(turn:part:reason:)`` or
    ///   ``RecordingError/notText(turn:field:)`` where a turn cannot be written. What passed before that turn is written,
    ///   and nothing after it, now or later.
    public func write(_ output: (String) throws -> Void) throws {
        var next = progress
        var lines = ""
        var problem: RecordingError?
        do throws(RecordingError) { try next.goOn(with: history, store, first, values, &lines) } catch {
            problem = error
        }
        if !lines.isEmpty {
            // Before they are taken: who takes them may write too.
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
    /// All that it remembers of what `store` made of what passed, as lines, to be kept and replayed; see ``Recorder``.
    ///
    /// - Throws: ``RecordingError/unencodable(turn:part:reason:)`` or ``RecordingError/notText(turn:field:)`` where a
    ///   turn cannot be written.
    public func recording<R: Reducer>(of store: Store<R>, tokens: Tokens? = nil) throws -> String
    where R.State: Codable, R.Action: Codable {
        var text = ""
        try Recorder(store, self, Values(tokens: tokens)).write { text += $0 }
        return text
    }
}

/// How far a recorder has come: what a reader of its lines knows.
private struct Progress<R: Reducer> where R.State: Codable, R.Action: Codable {
    private var hasBegun = false
    /// The turns that are written, as far as the history may remember them, less those that were undone.
    private var written: [Record.ID] = []
    /// The last of those that were written before them.
    private var before: Record.ID = 0
    private var last: Record.ID = 0
    /// The state after the last turn; `nil` where a reader knows it and this does not.
    private var state: R.State?

    /// Adds the lines of what is new. What throws has not changed it, and has added no part of a line.
    mutating func goOn(
        with history: History, _ store: StoreID, _ first: R.State, _ values: Values, _ lines: inout String
    ) throws(RecordingError) {
        goBack(in: history, &lines)
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

    /// Says that one went back in the history, if one did.
    private mutating func goBack(in history: History, _ lines: inout String) {
        let gone = written.suffix(where: { history[$0] == nil })
        if !gone.isEmpty, let first = gone.firstIndex(where: history.left.contains) {
            written.removeSubrange(first...)
            (last, state) = (written.last ?? before, nil)
            JSON.of(["back": .number(last)]).write(to: &lines)
            lines += "\n"
        }
        // The last is kept, to see whether it was left.
        let forgotten = written.dropLast().prefix { history[$0] == nil }
        before = forgotten.last ?? before
        written.removeFirst(forgotten.count)
    }
}

extension History {
    /// The turns that lie ahead or in a branch; those that were forgotten do not.
    fileprivate var left: Set<Record.ID> {
        Set(future.map(\.id)).union(branches.flatMap { $0.records.map(\.id) })
    }
}

extension [Record.ID] {
    /// The longest end of which all are so.
    fileprivate func suffix(where isSo: (Record.ID) -> Bool) -> ArraySlice<Record.ID> {
        self[(lastIndex { !isSo($0) }.map { $0 + 1 } ?? 0)...]
    }
}

extension [Record] {
    /// The state before the first that the store reduced.
    fileprivate func firstState<R: Reducer>(of store: StoreID, as type: R.Type) -> R.State? {
        for record in self {
            if let reduction = record.reductions(by: store, as: type).first { return reduction.before }
        }
        return nil
    }
}
