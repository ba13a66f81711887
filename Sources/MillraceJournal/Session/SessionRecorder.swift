#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import Millrace

/// Records a store from the start of a program to its end, in a new file for each start, and removes old files.
///
/// ```swift
/// engine.history = History(records: 1_000)
/// let recorder = try SessionRecorder(list, folder: folder)
/// …
/// try recorder.end()
/// ```
/// The name of a file contains the time of the start in UTC, such as `session-20261128T080142.123Z.jsonl`. So the names sort by time, and
/// no start replaces the recording of another. One program at a time should record into a folder.
///
/// The turns are written after each change of the state, so a program that crashes leaves a recording that can be read. Turns that could
/// not be written, for example because the disk was full, are written with the next change.
///
/// A session recorder is bound to its store's actor. It retains the history of the engine, but neither the store nor the engine.
public final class SessionRecorder<R: Reducer> where R.State: Codable, R.Action: Codable {
    /// The file of this session.
    public let file: URL

    private let recorder: Recorder<R>
    private let output: AppendedFile

    /// Creates the file and records the store from now on.
    ///
    /// - Parameters:
    ///   - store: The store. Its engine has a history.
    ///   - folder: The folder of the recordings, which is created if it is missing.
    ///   - limit: How many files of sessions the folder keeps, at least 1. Older ones are removed. Defaults to 10.
    ///   - tokens: Replaces sensitive values in every line. Defaults to `nil`: values are recorded as they are.
    /// - Throws: ``RecordingError/noHistory`` if the engine has no history; ``RecordingError/unwritable(file:reason:)`` if the file
    ///   cannot be created.
    public convenience init(
        _ store: Store<R>, folder: URL, keeping limit: Int = 10, tokens: Tokens? = nil
    ) throws(RecordingError) {
        try self.init(store, folder: folder, keeping: limit, tokens: tokens, start: Date())
    }

    package init(
        _ store: Store<R>, folder: URL, keeping limit: Int, tokens: Tokens?, start: Date
    ) throws(RecordingError) {
        recorder = try Recorder(store, tokens: tokens)
        output = try SessionFiles.create(in: folder, at: start)
        file = output.url
        SessionFiles.removeOld(in: folder, keeping: limit)
        let (reference, posted) = (ActorBound(self), store.engine.posted)
        store.subscribe(owner: self) { _ in
            // A turn can be written when it has ended.
            posted.post(.betweenTurns { try? reference.open()?.write() })
        }
    }

    /// Writes the last turns and the end of the recording, and closes the file.
    ///
    /// - Throws: The errors of ``Recorder/end(_:)``, and ``RecordingError/unwritable(file:reason:)`` if they cannot be written. Then the
    ///   recording is not ended.
    public func end() throws { try recorder.end { try output.append($0) } }

    private func write() throws { try recorder.write { try output.append($0) } }
}
