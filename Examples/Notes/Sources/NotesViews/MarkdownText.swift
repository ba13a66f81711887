import NotesCore
import Synchronization

/// A text as blocks of CommonMark. HTML in it remains plain text, an image becomes a link, and a web address becomes a link to it.
///
/// Only the beginning of a long text is read as CommonMark, up to the end of a line, and less of it if it has very many marks. The
/// rest is one block without marks. A page of 2 MB of marks would delay other pages by seconds, and the library takes quadratic time
/// for some texts.
struct MarkdownText: Equatable, Sendable {
    indirect enum Block: Equatable, Sendable {
        case heading(level: Int, [Inline])
        case paragraph([Inline])
        case list(isOrdered: Bool, [[Block]])
        case quotation([Block])
        case code(String)
        case rule
    }

    indirect enum Inline: Equatable, Sendable {
        case text(String)
        case strong([Inline])
        case emphasis([Inline])
        case code(String)
        case link([Inline], to: String)
        case lineBreak
    }

    /// The maximum number of bytes that are read as CommonMark.
    static let longestMarkdown = 65_536
    /// The maximum number of elements and texts with which it is drawn. A long text of prose has some thousand.
    static let maximumNodes = 4_000

    /// The blocks. The first is a heading, unless the text starts with a block that is not a paragraph.
    private(set) var blocks: [Block]

    /// Reads a text. Its first line becomes the title, with or without a mark.
    init(_ text: String) {
        var (start, rest) = Self.split(text, at: Self.longestMarkdown)
        var content = MarkdownReader.read(start)
        while content == nil {
            (start, rest) = Self.split(text, at: start.utf8.count / 2)
            content = MarkdownReader.read(start)
        }
        blocks = content ?? []
        if case .paragraph(let content)? = blocks.first { splitTitle(content) }
        if !rest.isEmpty { blocks.append(.code(rest)) }
    }

    /// The texts that were read last, and their blocks.
    private static let known = Mutex<[(text: String, result: MarkdownText)]>([])
    /// The number of texts whose blocks are kept.
    static let maximumKnown = 8

    /// Returns the blocks of a text that many windows show. They are read once, and the windows share their memory.
    static func shared(_ text: String) -> MarkdownText {
        known.withLock { known in
            if let entry = known.first(where: { $0.text.hasBytes(of: text) }) { return entry.result }
            let result = MarkdownText(text)
            if known.count >= maximumKnown { known.removeFirst() }
            known.append((text, result))
            return result
        }
    }

    /// Splits a long text at the end of the last line that is read as CommonMark, or within a line that is longer than half of it.
    ///
    /// - Parameter limit: The maximum number of bytes before the end.
    private static func split(_ text: String, at limit: Int) -> (start: String, rest: String) {
        let utf8 = text.utf8
        guard utf8.count > limit else { return (text, "") }
        let (half, limit) = (
            utf8.index(utf8.startIndex, offsetBy: limit / 2), utf8.index(utf8.startIndex, offsetBy: limit)
        )
        let line = utf8[half..<limit].lastIndex(of: UInt8(ascii: "\n")).map { utf8.index(after: $0) }
        // The index of a scalar, so that no character is lost.
        let end = text.unicodeScalars.index(before: text.unicodeScalars.index(after: line ?? limit))
        return (String(text[..<end]), String(text[end...]))
    }

    /// Makes the first line of the first paragraph the title.
    private mutating func splitTitle(_ content: [Inline]) {
        let end = content.firstIndex { $0 == .text("\n") || $0 == .lineBreak } ?? content.endIndex
        blocks[0] = .heading(level: 1, Array(content[..<end]))
        if end != content.endIndex { blocks.insert(.paragraph(Array(content[(end + 1)...])), at: 1) }
    }
}
