import Millrace
import MillraceJournal

extension Failure {
    /// A replay differs from its recording.
    static func replay<R: Reducer>(_ difference: Replay<R>.Difference, of source: String) -> Failure {
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
            what: "In turn \(difference.turn), line \(difference.line) of \(source), \(R.self) folds "
                + "\(brief(difference.action)) \(what)",
            detail: detail, origin: difference.causes.count > 1 ? chain(difference.causes) : [],
            remedy: "mend the reducer, or, if it shall do so from now on, replace the recording by a new one.")
    }

    /// A recording, or something in it, cannot be read.
    static func unreplayable(_ error: RecordingError, _ source: String) -> Failure {
        Failure(what: "A replay of \(source) came to nothing. \(error.what)", remedy: error.remedy + ".")
    }

    /// The last line of a recording is cut.
    static func cut(_ line: Int, of source: String, _ turns: Int) -> Failure {
        Failure(
            what: "The last line of \(source), \(line), is cut, as when a program ends while it writes. "
                + "\(turns == 1 ? "The turn" : "The \(turns) turns") before it "
                + "\(turns == 1 ? "was" : "were") replayed, and nothing differs.")
    }

    /// The causes, the first and the last of them where nobody would read them all.
    private static func chain(_ causes: [String]) -> [String] {
        if causes.count <= 20 { return causes }
        return [causes[0], "… and \(causes.count - 20) more"] + causes.suffix(19)
    }

    /// The lines of one after a minus where the other has none like it, those of the other after a plus.
    private static func lines(_ one: [String], _ other: [String]) -> String {
        let difference = other.difference(from: one)
        var lines: [String] = []
        var removed: Set<Int> = []
        for case .remove(let offset, _, _) in difference { removed.insert(offset) }
        var inserted: [Int: String] = [:]
        for case .insert(let offset, let line, _) in difference { inserted[offset] = line }
        var place = 0
        for (offset, line) in one.enumerated() {
            if removed.contains(offset) {
                lines.append("- \(line)")
            } else {
                while let new = inserted[place] { (lines, place) = (lines + ["+ \(new)"], place + 1) }
                lines.append("  \(line)")
                place += 1
            }
        }
        while let new = inserted[place] { (lines, place) = (lines + ["+ \(new)"], place + 1) }
        return lines.isEmpty ? "nothing" : lines.joined(separator: "\n")
    }
}
