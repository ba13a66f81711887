import MillraceInspection
import MillraceHistory
import Millrace
import MillraceJournal

extension Failure {
    /// A replay differs from its recording.
    static func replay<R: Reducer>(_ difference: Replay<R>.Mismatch, of source: String) -> Failure {
        let what: String
        let detail: String
        switch difference.subject {
        case .state(let recorded, let today):
            what = "to another state than was recorded."
            detail = comparison(recorded, today, "- recorded, + today")
        case .requests(let recorded, let today):
            what = "and asks for something else than was recorded."
            detail = lines(recorded, today) + "\n\n(- recorded, + today)"
        }
        return Failure(
            what: "In turn \(difference.turn), line \(difference.line) of \(source), \(R.self) reduces "
                + "\(shortDescription(of: difference.action)) \(what)",
            detail: detail, origin: chain(difference.causes) { $0 },
            fix: "mend the reducer, or, if it shall do so from now on, replace the recording by a new one.")
    }

    /// A recording, or something in it, cannot be read.
    static func unreplayable(_ error: RecordingError, _ source: String) -> Failure {
        Failure(what: "A replay of \(source) came to nothing. \(error.what)", fix: error.fix + ".")
    }

    /// The last line of a recording is cut.
    static func cut(_ line: Int, of source: String, _ turns: Int) -> Failure {
        Failure(
            what: "The last line of \(source), \(line), is cut, as when a program ends while it writes. "
                + "\(turns == 1 ? "The turn" : "The \(turns) turns") before it "
                + "\(turns == 1 ? "was" : "were") replayed, and nothing differs.")
    }

    /// The lines of one after a minus where the other has none like it, those of the other after a plus.
    private static func lines(_ one: [String], _ other: [String]) -> String {
        // Texts whose every line has an end are compared line by line. The quotes around them, and what follows the last
        // end, are none of the lines.
        let (one, other) = (one.map { $0 + "\n" }.joined(), other.map { $0 + "\n" }.joined())
        let lines = difference(of: one, and: other)?.split(separator: "\n").dropFirst().dropLast(2)
        return lines?.joined(separator: "\n") ?? one
    }
}
