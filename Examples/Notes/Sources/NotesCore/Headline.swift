/// The title of a text, and an excerpt of the text after it.
package struct Headline: Hashable, Sendable {
    /// How many Unicode scalars of a text are scanned for its headline.
    package static let scannedLength = 600

    /// The first line that is not blank, without the marks of a Markdown heading. Empty if all lines are blank.
    package let title: String
    /// The following lines, joined by spaces.
    package let excerpt: String
    /// The title in lower case as UTF-8, by which notes are sorted. Swift would bring texts with accents into canonical form for
    /// each comparison: sorting 10,000 such titles takes seconds.
    let sortingKey: [UInt8]

    /// Creates the headline of a text. Reads only its first ``scannedLength`` scalars.
    package init(of text: String) {
        let beginning = String(text.unicodeScalars.prefix(Self.scannedLength))
        let lines = beginning.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
        title = String((lines.first?.withoutHeadingMarks ?? "").prefix(120))
        sortingKey = Array(title.lowercased().utf8)
        excerpt = String(lines.dropFirst().joined(separator: " ").prefix(160))
    }
}

extension StringProtocol {
    /// The text without leading and trailing white space.
    var trimmed: SubSequence {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return self[endIndex...] }
        return self[first...last]
    }

    /// The text without the leading `#` of a Markdown heading.
    fileprivate var withoutHeadingMarks: SubSequence {
        let rest = drop { $0 == "#" }
        guard rest.startIndex != startIndex, rest.first?.isWhitespace == true else { return self[...] }
        return rest.trimmed
    }
}
