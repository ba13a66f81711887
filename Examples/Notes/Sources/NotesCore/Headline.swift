/// The title of a text, and an excerpt of the text after it.
package struct Headline: Hashable, Codable, Sendable {
    /// How many Unicode scalars of a text are scanned for its headline.
    package static let scannedLength = 600

    /// The first line that is not blank, without the marks of a Markdown heading. Empty if all lines are blank.
    package let title: String
    /// The following lines, joined by spaces.
    package let excerpt: String
    /// The title in lower case as UTF-8, eight bytes in each number, by which notes are sorted. Swift would bring texts with accents
    /// into canonical form for each comparison: sorting 10,000 such titles takes seconds.
    let sortingKey: [UInt64]
    /// The maximum number of bytes in ``sortingKey``. Titles that are equal up to this length are sorted by
    /// their age, the newest first.
    private static let maxSortingBytes = 480

    private enum CodingKeys: CodingKey { case title, excerpt }

    /// Creates the headline of a text. Reads only its first ``scannedLength`` scalars.
    package init(of text: String) {
        let beginning = String(text.unicodeScalars.prefix(Self.scannedLength))
        let lines = beginning.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
        title = String((lines.first?.withoutHeadingMarks ?? "").prefix(120))
        sortingKey = Self.sortingKey(of: title)
        excerpt = String(lines.dropFirst().joined(separator: " ").prefix(160))
    }

    /// Decodes the title and the excerpt. The sorting key follows from the title.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        title = try values.decode(String.self, forKey: .title)
        excerpt = try values.decode(String.self, forKey: .excerpt)
        sortingKey = Self.sortingKey(of: title)
    }

    private static func sortingKey(of title: String) -> [UInt64] {
        numbers(title.lowercased().utf8.prefix(maxSortingBytes))
    }

    /// Returns numbers that have the order of the bytes.
    private static func numbers(_ bytes: some Sequence<UInt8>) -> [UInt64] {
        var (numbers, shift): ([UInt64], UInt64) = ([], 0)
        for byte in bytes {
            if shift == 0 {
                numbers.append(0)
                shift = 64
            }
            shift -= 8
            numbers[numbers.count - 1] |= UInt64(byte) << shift
        }
        return numbers
    }
}

extension Unicode.Scalar {
    /// Whether this is white space. Finding the characters of a long text takes ten times longer than its scalars.
    package var isWhitespace: Bool { isASCII ? value == 0x20 || 0x09...0x0D ~= value : properties.isWhitespace }
}

extension StringProtocol {
    /// The text without leading and trailing white space.
    var trimmed: SubSequence {
        guard let first = unicodeScalars.firstIndex(where: { !$0.isWhitespace }),
            let last = unicodeScalars.lastIndex(where: { !$0.isWhitespace })
        else { return self[endIndex...] }
        return self[first..<unicodeScalars.index(after: last)]
    }

    /// The text without the leading `#` of a Markdown heading.
    fileprivate var withoutHeadingMarks: SubSequence {
        let rest = drop { $0 == "#" }
        guard rest.startIndex != startIndex, rest.first?.isWhitespace == true else { return self[...] }
        return rest.trimmed
    }
}
