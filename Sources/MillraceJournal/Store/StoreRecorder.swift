public import MillraceHistory
public import Millrace

/// Writes the actions of one store as lines of JSON, with their results and causes, so that they can be replayed elsewhere.
///
/// ```swift
/// engine.history = History(records: 10_000)
/// let recorder = try StoreRecorder(library)
/// …
/// try recorder.write { lines in try file.write(contentsOf: Data(lines.utf8)) }  // as often as you like
/// …
/// try recorder.end { lines in try file.write(contentsOf: Data(lines.utf8)) }    // once
/// ```
/// The first line contains the name of the reducer and the first state: the oldest state of the store in the history when the
/// recorder first writes. One line for each turn of the history follows, in order:
/// - A turn that the store did not reduce is written too, because it may have caused other turns. Its line has no state or
///   flow.
/// - The outcome of a message is its outcome at the time when its line was written.
/// - If the history discarded turns or did not record for a while, the line of the next turn also contains the state before
///   that turn.
/// - A rewind of the history has a line of its own. A reader ignores the turns that were undone.
/// - States are written as differences from the state before. From time to time a line has the whole state.
/// - Each line ends with a checksum of all lines up to it, so a reader finds lines that were changed, removed or moved.
///
/// A recorder is bound to its history's actor. It retains the history, but neither the store nor the engine. So it can write
/// the turns of a store after the store was released.
public final class StoreRecorder<R: Reducer> where R.State: Codable, R.Action: Codable {
    private let history: History
    private let store: StoreID
    /// The state of the store when the recorder was created, for a store that has no reductions.
    private let first: R.State
    private let values: Values
    private var progress: RecorderProgress<R>

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
        progress = RecorderProgress(values, store.core.reducer as? R)
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
    public func write(_ output: (String) throws -> Void) throws { try write(isEnd: false, output) }

    /// Passes the lines of all turns since the last call to `output`, and the last line of the recording. Later calls throw
    /// ``RecordingError/ended``.
    ///
    /// Without this line, a reader cannot know whether turns are missing at the end of the recording.
    ///
    /// - Throws: the errors of ``write(_:)``. Then the recording is not ended.
    public func end(_ output: (String) throws -> Void) throws { try write(isEnd: true, output) }

    private func write(isEnd: Bool, _ output: (String) throws -> Void) throws {
        if progress.isEnded { throw RecordingError.ended }
        var next = progress
        var lines = ""
        var problem: RecordingError?
        do throws(RecordingError) {
            try next.appendLines(with: history, store, first, &lines)
            if isEnd { next.appendEnd(&lines) }
        } catch {
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
    /// Returns the recording of `store` with all turns of the history, as text with its end; see ``StoreRecorder``.
    ///
    /// - Throws: ``RecordingError/unencodable(turn:part:reason:)`` or ``RecordingError/notText(turn:field:)`` if a turn cannot
    ///   be written.
    public func recording<R: Reducer>(of store: Store<R>, tokens: Tokens? = nil) throws -> String
    where R.State: Codable, R.Action: Codable {
        var text = ""
        try StoreRecorder(store, self, Values(tokens: tokens)).end { text += $0 }
        return text
    }
}
