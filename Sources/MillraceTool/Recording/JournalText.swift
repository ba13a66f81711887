package import Foundation
import MillraceJournal

/// A recording as text, for `millrace journal`.
package struct JournalText {
    private let recording: Recording
    private let file: String

    /// Reads a recording, or some of its turns.
    ///
    /// - Throws: ``ToolError`` if the file is no recording, or is damaged.
    package init(_ file: URL, turns: ClosedRange<UInt64>? = nil) throws(ToolError) {
        self.file = file.lastPathComponent
        try FileSystem.checkFile(file)
        do throws(RecordingError) {
            let reader = RecordingReader(file)
            recording = if let turns { try reader.read(turns: turns) } else { try reader.read() }
        } catch {
            throw ToolError("\(file.lastPathComponent): \(error.what)")
        }
    }

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
        if recording.isPart { return "\(file): \(turns)." }
        if let line = recording.cutLine { return "\(file): \(turns); line \(line) is incomplete." }
        return recording.isEnded ? "\(file): \(turns), complete." : "\(file): \(turns); the recording was not ended."
    }
}
