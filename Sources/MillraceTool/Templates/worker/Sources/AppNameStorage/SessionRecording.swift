package import AppNameCore
package import Foundation
import MillraceJournal
package import MillraceKit

/// Writes the actions of the worker to `session.jsonl`, for `millrace replay`. Each session replaces the file.
package final class SessionRecording {
    private let recorder: Recorder<WordCounts>
    private let file: FileHandle

    /// Starts the recording. Adds a history to the engine of the worker.
    ///
    /// - Throws: An error of the file system.
    package init(of worker: Store<WordCounts>, folder: URL) throws {
        worker.engine.history = History(records: 1_000)
        recorder = try Recorder(worker)
        let url = folder.appending(path: "session.jsonl")
        try Data().write(to: url)
        file = try FileHandle(forWritingTo: url)
        worker.subscribe(owner: self) { [weak self] _ in
            guard let self else { return }
            // What cannot be written is written with the next change.
            try? recorder.write { [file] lines in try file.write(contentsOf: Data(lines.utf8)) }
        }
    }

    /// Writes the last turns and the end.
    ///
    /// - Throws: An error of the file system.
    package func end() throws {
        try recorder.end { lines in try file.write(contentsOf: Data(lines.utf8)) }
    }
}
