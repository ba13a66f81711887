import CMark

/// Builds the blocks of a text from the nodes that the library cmark reads.
///
/// The nodes are visited in their order, without recursion, because a text can nest as many blocks as it has characters.
struct MarkdownReader {
    private typealias Block = MarkdownText.Block
    private typealias Inline = MarkdownText.Inline

    /// The deepest nesting that is kept. The content of deeper blocks and styles belongs to the one around them.
    static let maximumDepth = MarkdownLimiter.maximumDepth

    /// A node whose children are being read.
    private struct Open {
        var blocks: [Block] = []
        var items: [[Block]] = []
        var inlines: [Inline] = []
    }

    private var open = [Open()]
    /// The number of nested nodes that are not kept.
    private var skipped = 0
    /// The number of links around the current node. A web address within a link is not another link.
    private var links = 0
    /// The number of elements and texts with which the content is drawn.
    private var nodes = 0

    /// Returns the blocks of a text. Stops and returns `nil` if they would be drawn with more than ``MarkdownText/maximumNodes``
    /// elements and texts: building them takes longer than reading the text.
    static func read(_ text: String) -> [MarkdownText.Block]? {
        let document = MarkdownLimiter.limit(text).withUnsafeBytes { bytes in
            cmark_parse_document(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, 0)
        }
        defer { cmark_node_free(document) }
        // A text is one node afterwards, also around characters that could have had a meaning.
        cmark_consolidate_text_nodes(document)
        let iterator = cmark_iter_new(document)
        defer { cmark_iter_free(iterator) }
        var reader = MarkdownReader()
        while reader.nodes <= MarkdownText.maximumNodes {
            let event = cmark_iter_next(iterator)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else {
                return reader.open[0].blocks
            }
            if !isContainer(node) {
                reader.add(node)
            } else if event == CMARK_EVENT_ENTER {
                reader.enter(node)
            } else {
                reader.exit(node)
            }
        }
        return nil
    }

    /// Whether the library visits the node twice, before and after its children.
    private static func isContainer(_ node: OpaquePointer) -> Bool {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK, CMARK_NODE_CODE_BLOCK, CMARK_NODE_TEXT,
            CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE:
            false
        default: true
        }
    }

    /// The text of a node without children.
    private static func text(_ node: OpaquePointer) -> String {
        cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
    }

    // MARK: Nodes without children

    private mutating func add(_ node: OpaquePointer) {
        let text = Self.text(node)
        switch cmark_node_get_type(node) {
        case CMARK_NODE_CODE_BLOCK: append(block: .code(text.hasSuffix("\n") ? String(text.dropLast()) : text))
        case CMARK_NODE_HTML_BLOCK:
            append(block: .paragraph([.text(text)]))
            nodes += 1
        case CMARK_NODE_THEMATIC_BREAK: append(block: .rule)
        case CMARK_NODE_CODE: append(inline: .code(text))
        case CMARK_NODE_SOFTBREAK: append(inline: .text("\n"))
        case CMARK_NODE_LINEBREAK: append(inline: .lineBreak)
        case CMARK_NODE_TEXT where links == 0: for piece in WebAddress.pieces(of: text) { append(piece: piece) }
        default: append(inline: .text(text))
        }
    }

    private mutating func append(block: Block) {
        open[open.count - 1].blocks.append(block)
        if case .code = block { nodes += 3 } else { nodes += 1 }
    }

    private mutating func append(inline: Inline) {
        open[open.count - 1].inlines.append(inline)
        if case .code = inline { nodes += 2 } else { nodes += 1 }
    }

    /// Appends a text, or a link whose text was not appended.
    private mutating func append(piece: Inline) {
        append(inline: piece)
        if case .link(let content, _) = piece { nodes += content.count }
    }

    // MARK: Nodes with children

    private mutating func enter(_ node: OpaquePointer) {
        if isLink(node) { links += 1 }
        if cmark_node_get_type(node) == CMARK_NODE_DOCUMENT { return }
        // A paragraph or a heading is always kept, because its children are inlines, which are no blocks.
        if skipped > 0 || open.count > Self.maximumDepth, !isText(node) { skipped += 1 } else { open.append(Open()) }
    }

    private mutating func exit(_ node: OpaquePointer) {
        if isLink(node) { links -= 1 }
        let type = cmark_node_get_type(node)
        if type == CMARK_NODE_DOCUMENT { return }
        if skipped > 0, !isText(node) {
            skipped -= 1
            return
        }
        let content = open.removeLast()
        switch type {
        case CMARK_NODE_HEADING:
            append(block: .heading(level: Int(cmark_node_get_heading_level(node)), content.inlines))
        case CMARK_NODE_PARAGRAPH: append(block: .paragraph(content.inlines))
        case CMARK_NODE_BLOCK_QUOTE: append(block: .quotation(content.blocks))
        case CMARK_NODE_ITEM:
            open[open.count - 1].items.append(content.blocks)
            nodes += 1
        case CMARK_NODE_LIST:
            // The items of the deepest list are not kept, but their blocks are.
            let items = content.blocks.isEmpty ? content.items : content.items + [content.blocks]
            append(block: .list(isOrdered: cmark_node_get_list_type(node) == CMARK_ORDERED_LIST, items))
        case CMARK_NODE_STRONG: append(inline: .strong(content.inlines))
        case CMARK_NODE_EMPH: append(inline: .emphasis(content.inlines))
        default: append(inline: .link(content.inlines, to: cmark_node_get_url(node).map { String(cString: $0) } ?? ""))
        }
    }

    private func isText(_ node: OpaquePointer) -> Bool {
        let type = cmark_node_get_type(node)
        return type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING
    }

    private func isLink(_ node: OpaquePointer) -> Bool {
        let type = cmark_node_get_type(node)
        return type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE
    }
}
