package import Foundation
import MillraceJournal

/// A recording as text, for `millrace journal`.
package struct JournalText {
    private let recording: Recording
    /// The file of the recording.
    package let file: URL

    /// Reads a recording, or some of its turns.
    ///
    /// - Parameters:
    ///   - url: A file, or a folder whose newest session is read.
    ///   - turns: The turns to read. Defaults to `nil`: all.
    /// - Throws: ``ToolError`` if the file is no recording, or is damaged.
    package init(_ url: URL, turns: ClosedRange<UInt64>? = nil) throws(ToolError) {
        file = try FileSystem.recording(at: url)
        do throws(RecordingError) {
            let reader = RecordingReader(file)
            recording = if let turns { try reader.read(turns: turns) } else { try reader.read() }
        } catch {
            throw ToolError("\(file.lastPathComponent): \(error.what)")
        }
    }

    private var name: String { file.lastPathComponent }

    /// The name of the recorded reducer.
    package var reducer: String { recording.reducer }
    /// The number of turns.
    package var count: Int { recording.count }

    /// One line for each turn: its number, its message, and the turn that caused it.
    package var turns: [String] {
        recording.turns.map { turn in
            let cause = turn.cause == 0 ? "" : ", because of \(turn.cause)"
            let skipped = turn.skipped == 0 ? "" : " (\(turn.skipped) turns before it are missing)"
            return "\(turn.id): \(turn.summary)\(cause)\(skipped)"
        }
    }

    /// The content of the recording, and whether it is complete, as one sentence.
    package var summary: String {
        let turns = "\(count) \(count == 1 ? "turn" : "turns") of \(reducer)"
        if recording.isPart { return "\(name): \(turns)." }
        if let line = recording.cutLine { return "\(name): \(turns); line \(line) is incomplete." }
        return recording.isEnded ? "\(name): \(turns), complete." : "\(name): \(turns); the recording was not ended."
    }
}
