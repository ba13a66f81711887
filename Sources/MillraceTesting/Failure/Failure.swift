/// The text of a failure: what was expected, what happened, the causes, and the fix.
struct Failure {
    /// One or two sentences.
    let problem: String
    /// The lines that differ, or the values concerned.
    var detail: String?
    /// The chain of causes, one line for each message.
    var origin: [String] = []
    /// The fix; the text after "To fix this, ". `nil` for a warning.
    var fix: String?

    /// The complete text.
    var text: String {
        var parts = [problem]
        if let detail { parts.append(detail.indented) }
        if !origin.isEmpty { parts.append("Caused by:\n" + origin.joined(separator: "\n").indented) }
        if let fix { parts.append("To fix this, " + fix) }
        return parts.joined(separator: "\n\n")
    }

    /// The text as a warning: the problem and its cause, without a fix.
    var warning: String { ([problem] + (detail.map { [$0.indented] } ?? [])).joined(separator: "\n\n") }

    /// Fails the running test at `place`.
    func report(at place: Place) { MillraceTesting.report(failure: text, at: place) }

    /// Shows a warning at `place` that the value was skipped.
    func show(at place: Place) {
        let shown = Failure(problem: "Skipped, because the test store is not exhaustive: \(problem)", detail: detail)
        MillraceTesting.report(warning: shown.text, at: place)
    }
}

extension String {
    /// The same lines, indented by four spaces.
    fileprivate var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    }
}

/// The lines in which two values differ, with a legend.
func comparison<Value>(_ one: Value, _ other: Value, _ legend: String) -> String {
    if let difference = difference(of: one, and: other) { return "\(difference)\n\n(\(legend))" }
    return dump(one)
        + "\n\n(Both values have this description, but they are not equal: == returns false, or they contain a function; "
        + "functions are never equal.)"
}

/// Several values, one in each line, at most `limit` of them.
func list(_ values: [String], upTo limit: Int = 20) -> String {
    let rest = values.count > limit ? ["… and \(values.count - limit) more"] : []
    return (values.prefix(limit) + rest).joined(separator: "\n")
}

/// The causes of the last element, one line each. Empty if the last element is the only one.
///
/// A long chain, such as that of an endless loop, is shortened to its first cause and its last 19.
func chain<Cause>(_ causes: [Cause], _ line: (Cause) -> String) -> [String] {
    if causes.count < 2 { return [] }
    if causes.count <= 20 { return causes.map(line) }
    return [line(causes[0]), "… and \(causes.count - 20) more"] + causes.suffix(19).map(line)
}
