import MillraceWeb

extension MarkdownText {
    /// The text as HTML.
    @HTMLBuilder<Action> func html<Action>() -> HTML<Action> { Self.html(blocks) }

    @HTMLBuilder<Action> private static func html<Action>(_ blocks: [Block]) -> HTML<Action> {
        for block in blocks { html(block) }
    }

    @HTMLBuilder<Action> private static func html<Action>(_ block: Block) -> HTML<Action> {
        switch block {
        case .heading(1, let title): h1 { html(title) }
        case .heading(2, let title): h2 { html(title) }
        case .heading(_, let title): h3 { html(title) }
        case .paragraph(let content): p { html(content) }
        case .list(true, let items): ol { for item in items { li { html(item: item) } } }
        case .list(false, let items): ul { for item in items { li { html(item: item) } } }
        case .quotation(let blocks): blockquote { html(blocks) }
        case .code(let source): pre { code { source } }
        case .rule: hr()
        }
    }

    /// The content of an item. The text of a short item is not a paragraph.
    @HTMLBuilder<Action> private static func html<Action>(item: [Block]) -> HTML<Action> {
        if case .paragraph(let content)? = item.first {
            html(content)
            html(Array(item.dropFirst()))
        } else {
            html(item)
        }
    }

    @HTMLBuilder<Action> private static func html<Action>(_ content: [Inline]) -> HTML<Action> {
        for inline in content { html(inline) }
    }

    @HTMLBuilder<Action> private static func html<Action>(_ inline: Inline) -> HTML<Action> {
        switch inline {
        case .text(let text): text
        case .strong(let content): strong { html(content) }
        case .emphasis(let content): em { html(content) }
        case .code(let text): code { text }
        case .link(let content, let address): link(to: address) { html(content) }
        case .lineBreak: br()
        }
    }
}
