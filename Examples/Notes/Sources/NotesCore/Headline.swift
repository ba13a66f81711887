/// The title of a text and the beginning of what follows it.
package struct Headline: Hashable, Sendable {
    /// How many Unicode scalars from the beginning of a text it is made of.
    package static let reach = 600

    /// The first line that is not blank, without the marks of a Markdown heading; empty where there is none.
    package let title: String
    /// The following lines in one.
    package let excerpt: String

    /// The headline of `text`, of which only the first ``reach`` scalars are looked at.
    package init(of text: String) {
        let beginning = String(text.unicodeScalars.prefix(Self.reach))
        let lines = beginning.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
        title = String((lines.first?.withoutHeadingMarks ?? "").prefix(120))
        excerpt = String(lines.dropFirst().joined(separator: " ").prefix(160))
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmed: SubSequence {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return self[endIndex...] }
        return self[first...last]
    }

    /// The text without the `#` of a Markdown heading before it.
    fileprivate var withoutHeadingMarks: SubSequence {
        let rest = drop { $0 == "#" }
        guard rest.startIndex != startIndex, rest.first?.isWhitespace == true else { return self[...] }
        return rest.trimmed
    }
}
