import MillraceWeb

extension MarkdownText {
    /// The text as HTML.
    @HTMLBuilder<Action> func html<Action>() -> HTML<Action> {
        for block in blocks { Self.html(block) }
    }

    @HTMLBuilder<Action> private static func html<Action>(_ block: Block) -> HTML<Action> {
        switch block {
        case .heading(1, let title): h1 { inline(title) }
        case .heading(2, let title): h2 { inline(title) }
        case .heading(_, let title): h3 { inline(title) }
        case .paragraph(let text): p { inline(text) }
        case .list(true, let items): ol { for item in items { li { inline(item) } } }
        case .list(false, let items): ul { for item in items { li { inline(item) } } }
        case .quotation(let text): blockquote { p { inline(text) } }
        case .code(let source): pre { code { source } }
        case .rule: hr()
        }
    }

    @HTMLBuilder<Action> private static func inline<Action>(_ text: String) -> HTML<Action> {
        for piece in Inline(text).pieces { html(piece) }
    }

    @HTMLBuilder<Action> private static func html<Action>(_ piece: Inline.Piece) -> HTML<Action> {
        switch piece {
        case .plain(let text): text
        case .strong(let text): strong { text }
        case .emphasis(let text): em { text }
        case .code(let text): code { text }
        case .link(let name, let address): link(to: address) { name }
        }
    }
}
