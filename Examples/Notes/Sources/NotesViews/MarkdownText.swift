/// A text as blocks of CommonMark. HTML in it remains plain text, an image becomes a link, and a web address becomes a link to it.
///
/// Reading takes time linear in the length of the text, whatever the text is.
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

    /// The blocks. The first is a heading, unless the text starts with a block that is not a paragraph.
    private(set) var blocks: [Block]

    /// Reads a text. Its first line becomes the title, with or without a mark.
    init(_ text: String) {
        blocks = MarkdownReader.blocks(of: text)
        if case .paragraph(let content)? = blocks.first { splitTitle(content) }
    }

    /// Makes the first line of the first paragraph the title.
    private mutating func splitTitle(_ content: [Inline]) {
        let end = content.firstIndex { $0 == .text("\n") || $0 == .lineBreak } ?? content.endIndex
        blocks[0] = .heading(level: 1, Array(content[..<end]))
        if end != content.endIndex { blocks.insert(.paragraph(Array(content[(end + 1)...])), at: 1) }
    }
}
