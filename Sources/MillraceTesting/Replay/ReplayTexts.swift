import MillraceHistory
import Millrace
import MillraceJournal

extension Failure {
    /// A replay differs from its recording.
    static func replay<R: Reducer>(_ difference: Replay<R>.Mismatch, of source: String) -> Failure {
        let result: String
        let detail: String
        switch difference.subject {
        case .state(let recorded, let today):
            result = "but the state differs from the recording."
            detail = comparison(recorded, today, "- recorded, + today")
        case .parts(let recorded, let today):
            result = "but the state differs from the recording."
            detail = lines(recorded, today) + "\n\n(- recorded, + today)"
        case .requests(let recorded, let today):
            result = "but the requests in its flow differ from the recording."
            detail = lines(recorded, today) + "\n\n(- recorded, + today)"
        case .activeCommands(let recorded, let today):
            result = "but the active commands differ from the recording."
            detail = lines(recorded, today) + "\n\n(- recorded, + today)"
        case .action(let recorded, let today):
            result = "but the event of the command now gives another action."
            detail = comparison(recorded, today, "- recorded, + today")
        }
        return Failure(
            problem: "In turn \(difference.turn), line \(difference.line) of \(source), \(R.self) reduces "
                + "\(shortDescription(of: difference.action)), \(result)",
            detail: detail, origin: chain(difference.causes) { $0 },
            fix: "fix the reducer. If the new behavior is intended, record the session again.")
    }

    /// The recording, or a value in it, cannot be read.
    static func unreplayable(_ error: RecordingError, _ source: String) -> Failure {
        Failure(problem: "Cannot replay \(source). \(error.what)", fix: error.fix + ".")
    }

    /// A recording has no action to compare.
    static func nothing<R>(_ summary: Replay<R>.Summary, of source: String) -> Failure {
        let lines = skipped(summary)
        return Failure(
            problem: "Nothing was compared, because \(source) has no action of \(R.self) in its "
                + "\(summary.turns == 1 ? "turn" : "\(summary.turns) turns")\(lines.isEmpty ? "" : " that can be reduced").",
            detail: lines.isEmpty ? nil : notCompared(lines),
            fix: "record a session in which the store reduces an action.")
    }

    /// A recording is incomplete, or a part of it could not be compared. `nil` if neither is the case.
    static func incomplete<R>(
        _ recording: Recording?, of source: String, _ summary: Replay<R>.Summary
    ) -> Failure? {
        var lines = skipped(summary)
        let turns = summary.turns == 1 ? "The turn" : "The \(summary.turns) turns"
        let replayed = "\(turns) before it \(summary.turns == 1 ? "was" : "were") replayed without a mismatch."
        if let line = recording?.cutLine {
            return Failure(
                problem: "The last line of \(source), line \(line), is incomplete, probably because the program ended "
                    + "while writing it. " + replayed, detail: lines.isEmpty ? nil : notCompared(lines))
        }
        if let recording, recording.version > 1, !recording.isEnded, !recording.isPart {
            lines.append("turns after the last line, if there were any: the recorder did not end the recording")
        }
        if lines.isEmpty { return nil }
        return Failure(
            problem: "\(source.prefix(1).uppercased() + source.dropFirst()) was replayed without a mismatch, but a "
                + "part of it could not be compared.", detail: notCompared(lines))
    }

    private static func skipped<R>(_ summary: Replay<R>.Summary) -> [String] {
        summary.skipped.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
    }

    private static func notCompared(_ lines: [String]) -> String { "Not compared:\n" + lines.joined(separator: "\n") }

    /// The difference between two lists of lines: lines only in `one` after a minus, lines only in `other` after a
    /// plus.
    private static func lines(_ one: [String], _ other: [String]) -> String {
        // A text is compared line by line if each line has a line end. The result drops the quotes and the empty last
        // line.
        let (one, other) = (one.map { $0 + "\n" }.joined(), other.map { $0 + "\n" }.joined())
        let lines = difference(of: one, and: other)?.split(separator: "\n").dropFirst().dropLast(2)
        return lines?.joined(separator: "\n") ?? one
    }
}
