import MillraceInspection
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
        case .requests(let recorded, let today):
            result = "but the requests in its flow differ from the recording."
            detail = lines(recorded, today) + "\n\n(- recorded, + today)"
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

    /// The last line of a recording is incomplete.
    static func cut(_ line: Int, of source: String, _ turns: Int) -> Failure {
        Failure(
            problem:
                "The last line of \(source), line \(line), is incomplete, probably because the program ended while "
                + "writing it. \(turns == 1 ? "The turn" : "The \(turns) turns") before it "
                + "\(turns == 1 ? "was" : "were") replayed without a mismatch.")
    }

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
