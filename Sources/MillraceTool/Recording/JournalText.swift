package import Foundation
import MillraceJournal

/// A recording as text, for `millrace journal`.
package struct JournalText {
    /// The names of the recorded reducers, sorted.
    package let reducers: [String]
    /// The number of turns.
    package let count: Int
    /// One line for each turn: its number, its message, and the turn that caused it.
    package let turns: [String]
    /// The content of the recording, and whether it is complete, as one sentence.
    package let summary: String
    /// The name of the file, or a pattern of the names of several files.
    let name: String

    /// Reads a recording, or some of its turns.
    ///
    /// - Parameters:
    ///   - url: A file, or the folder of a recorder, whose last run is read.
    ///   - turns: The turns to read. Defaults to `nil`: all.
    /// - Throws: ``ToolError`` if there is no recording, or it is damaged.
    package init(_ url: URL, turns: ClosedRange<UInt64>? = nil) throws(ToolError) {
        let isRun = RunLines.exist(at: url)
        if !isRun {
            guard !FileSystem.isFolder(url) else {
                throw ToolError("The folder \(url.path) contains no recording of an engine.")
            }
            try FileSystem.checkReadable(url)
        }
        do throws(RecordingError) {
            if isRun { try self.init(RunLines(url), turns) } else { try self.init(file: url, turns) }
        } catch {
            throw ToolError("\(url.lastPathComponent): \(error.what)")
        }
    }

    /// Reads the recording of a store.
    private init(file: URL, _ range: ClosedRange<UInt64>?) throws(RecordingError) {
        let reader = RecordingReader(file)
        let recording = if let range { try reader.read(turns: range) } else { try reader.read() }
        (name, reducers, count) = (file.lastPathComponent, [recording.reducer], recording.count)
        turns = recording.turns.map { turn in
            let skipped = turn.skipped == 0 ? "" : " (\(turn.skipped) turns before it are missing)"
            return Self.line("\(turn.id)", turn.summary, turn.cause) + skipped
        }
        let end =
            if recording.isPart {
                ""
            } else if let line = recording.cutLine {
                "; line \(line) is incomplete"
            } else {
                recording.isEnded ? ", complete" : "; the recording was not ended"
            }
        summary = "\(name): \(Self.turns(count, of: reducers))\(end)."
    }

    /// Reads the recording of an engine.
    private init(_ lines: RunLines, _ range: ClosedRange<UInt64>?) throws(RecordingError) {
        var (turns, count, missing, gaps): ([String], Int, UInt64, [String]) = ([], 0, 0, [])
        for line in lines {
            switch line.content {
            case .damaged: throw .damaged(line: line.number)
            case .incomplete: gaps.append("line \(line.number) is incomplete")
            case .json(let json):
                missing += json["lost"]?.integer ?? 0
                if line.number == 1, let part = json["part"]?.integer, part > 1 {
                    gaps.append("the turns before it were removed")
                }
                guard let turn = RecordedTurn(json), range?.overlaps(turn.id...turn.last) ?? true else { continue }
                count += turn.count
                let message = "\(turn.kind) \(turn.title)" + (turn.count > 1 ? " × \(turn.count)" : "")
                turns.append(Self.line("\(turn.id)", message, turn.cause))
            }
        }
        if missing > 0 { gaps.append("\(missing) turns are missing") }
        (name, reducers, self.turns, self.count) = (lines.name, lines.reducers.sorted(), turns, count)
        let end = range != nil ? "" : gaps.isEmpty ? ", complete" : "; " + gaps.joined(separator: "; ")
        summary = "\(name): \(Self.turns(count, of: reducers))\(end)."
    }

    private static func line(_ id: String, _ message: String, _ cause: UInt64) -> String {
        "\(id): \(message)\(cause == 0 ? "" : ", because of \(cause)")"
    }

    static func turns(_ count: Int, of reducers: [String]) -> String {
        "\(count) \(count == 1 ? "turn" : "turns")"
            + (reducers.isEmpty ? "" : " of \(reducers.joined(separator: ", "))")
    }
}
