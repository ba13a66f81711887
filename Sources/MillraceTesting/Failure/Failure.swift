/// The text of a failure: what was expected and what was there, where that came from, and what to do.
struct Failure {
    /// A sentence or two.
    let what: String
    /// The lines that differ, or that are meant.
    var detail: String?
    /// What led to it, one line for each message.
    var origin: [String] = []
    /// What mends it; it follows "To fix this, ". What is only shown needs no mending.
    var fix: String?

    /// The text as a whole.
    var text: String {
        var parts = [what]
        if let detail { parts.append(detail.indented) }
        if !origin.isEmpty { parts.append("It came of:\n" + origin.joined(separator: "\n").indented) }
        if let fix { parts.append("To fix this, " + fix) }
        return parts.joined(separator: "\n\n")
    }

    /// Fails the test that runs, at `place`.
    func report(at place: Place) { MillraceTesting.report(failure: text, at: place) }

    /// Shows at `place` that it was passed over.
    func show(at place: Place) {
        let shown = Failure(what: "Skipped, because the store is not exhaustive: \(what)", detail: detail)
        MillraceTesting.report(warning: shown.text, at: place)
    }
}

extension String {
    /// The same lines, four spaces to the right.
    fileprivate var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    }
}

/// The lines in which two values differ, under words for either.
func comparison<Value>(_ one: Value, _ other: Value, _ legend: String) -> String {
    if let difference = difference(of: one, and: other) { return "\(difference)\n\n(\(legend))" }
    return dump(one)
        + "\n\n(Both look like this, and are not the same: == says so, or a part is a function, which is never the "
        + "same.)"
}

/// Several values, one under the other, as far as anybody would read on.
func list(_ values: [String], upTo limit: Int = 20) -> String {
    let rest = values.count > limit ? ["… and \(values.count - limit) more"] : []
    return (values.prefix(limit) + rest).joined(separator: "\n")
}

/// The causes of something that is the last of them, a line for each; none where it came of nothing else.
///
/// A loop without end has a chain of a hundred thousand: of a long one, where it began and how it came to the end.
func chain<Cause>(_ causes: [Cause], _ line: (Cause) -> String) -> [String] {
    if causes.count < 2 { return [] }
    if causes.count <= 20 { return causes.map(line) }
    return [line(causes[0]), "… and \(causes.count - 20) more"] + causes.suffix(19).map(line)
}
