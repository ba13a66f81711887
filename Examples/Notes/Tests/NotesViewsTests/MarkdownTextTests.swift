import Foundation
import Testing

@testable import NotesViews

@Suite("Markdown texts") struct MarkdownTextTests {
    @Test("Views · only the beginning of a long text is read as Markdown, and no character is lost")
    func longTexts() {
        let line = String(repeating: "x", count: 95) + " *b*\n"
        let lines = String(repeating: line, count: MarkdownText.longestMarkdown / 100 + 1)
        let text = "T\n\n" + lines + "*é*\nend"
        let blocks = MarkdownText(text).blocks
        if case .code(let rest)? = blocks.last {
            #expect(blocks.count == 3 && text.hasSuffix(rest) && rest.hasSuffix("*é*\nend"))
            #expect(text.dropLast(rest.count).hasSuffix("\n"))
        } else {
            Issue.record("The text has no rest.")
        }
        for scalar in ["x", "é", "€", "🥖"] {
            let long = String(repeating: scalar, count: MarkdownText.longestMarkdown + 1)
            guard case .heading(1, let title)? = MarkdownText(long).blocks.first,
                case .code(let rest)? = MarkdownText(long).blocks.last, case .text(let start)? = title.first
            else {
                Issue.record("The text has no title, or no rest.")
                continue
            }
            #expect(start + rest == long && start.utf8.count <= MarkdownText.longestMarkdown)
        }
    }

    @Test(
        "Views · a text with very many marks is read as far as they make no page that is slow to draw",
        arguments: ["*a* ", "`x`\n\n", "- a\n", "> a\n\n", "[a](b) ", "http://a.b ", "~~~\na\n~~~\n", "---\n", "a\\\n"])
    func manyMarks(_ part: String) {
        let text = "T\n\n" + String(repeating: part, count: 60_000 / part.utf8.count) + "end"
        guard case .code(let rest)? = MarkdownText(text).blocks.last else {
            Issue.record("The text has no rest.")
            return
        }
        #expect(text.hasSuffix(rest) && rest.hasSuffix("end"))
        // The rest is drawn as three, and the title is an element of its own.
        let drawn = MarkdownText(text).blocks.reduce(0) { $0 + nodes(of: $1) }
        #expect((1_000...MarkdownText.maximumNodes + 4).contains(drawn))
        #expect(rest.utf8.count < 59_000, "some of it is read")
    }

    /// The elements and texts with which a block is drawn.
    private func nodes(of block: MarkdownText.Block) -> Int {
        switch block {
        case .heading(_, let content), .paragraph(let content): content.reduce(1) { $0 + nodes(of: $1) }
        case .list(_, let items): items.reduce(1) { $0 + $1.reduce(1) { $0 + nodes(of: $1) } }
        case .quotation(let blocks): blocks.reduce(1) { $0 + nodes(of: $1) }
        case .code: 3
        case .rule: 1
        }
    }

    private func nodes(of inline: MarkdownText.Inline) -> Int {
        switch inline {
        case .text, .lineBreak: 1
        case .code: 2
        case .strong(let content), .emphasis(let content), .link(let content, _):
            content.reduce(1) { $0 + nodes(of: $1) }
        }
    }

    @Test("Views · a text for which the library takes quadratic time is read like any other") func quadratic() {
        let text = String(repeating: "![[]()", count: 300_000)
        guard case .code(let rest)? = MarkdownText(text).blocks.last else {
            Issue.record("The text has no rest.")
            return
        }
        #expect((8_000...MarkdownText.longestMarkdown).contains(text.utf8.count - rest.utf8.count))
    }

    @Test("The first line is the title, with or without a mark")
    func title() {
        #expect(MarkdownText("# Title\ntext").blocks == [heading(1, "Title"), paragraph("text")])
        #expect(MarkdownText("\n\nTitle\ntext").blocks == [heading(1, "Title"), paragraph("text")])
        #expect(MarkdownText("Title  \ntext").blocks == [heading(1, "Title"), paragraph("text")])
        #expect(MarkdownText("").blocks.isEmpty && MarkdownText(" \n\t").blocks.isEmpty)
    }

    @Test("Reads headings, lists, quotations, code and rules; a # without a space is text")
    func blocks() {
        let text = """
            Title

            ## Part
            #tag
            - a
            - b
              - c
            1. one
            2. two

            > said
            >so

            ---
            ```swift
            let a = "# no heading"

            ```
            <b>end</b>
            """
        #expect(
            MarkdownText(text).blocks == [
                heading(1, "Title"), heading(2, "Part"), paragraph("#tag"),
                .list(
                    isOrdered: false,
                    [[paragraph("a")], [paragraph("b"), .list(isOrdered: false, [[paragraph("c")]])]]),
                .list(isOrdered: true, [[paragraph("one")], [paragraph("two")]]),
                .quotation([.paragraph([.text("said"), .text("\n"), .text("so")])]), .rule,
                .code("let a = \"# no heading\"\n"), .paragraph([.text("<b>"), .text("end"), .text("</b>")]),
            ])
    }

    @Test("Code without an end mark continues to the end")
    func openCode() {
        #expect(MarkdownText("T\n```\na\nb").blocks == [heading(1, "T"), .code("a\nb")])
    }

    @Test(
        "Reads inline syntax; marks without a partner are text",
        arguments: [
            ("a **b** c", [.text("a "), .strong([.text("b")]), .text(" c")]), ("*a*", [.emphasis([.text("a")])]),
            ("**a *b***", [.strong([.text("a "), .emphasis([.text("b")])])]),
            ("2 * 3 * 4", [.text("2 * 3 * 4")]), ("snake_case_name", [.text("snake_case_name")]),
            ("`*a*`", [.code("*a*")]), ("**a", [.text("**a")]), ("``", [.text("``")]), ("a\0b", [.text("a\u{FFFD}b")]),
            ("[a](/b)", [.link([.text("a")], to: "/b")]), ("[a] (b)", [.text("[a] (b)")]),
            ("![a](/b)", [.link([.text("a")], to: "/b")]), ("&lt;", [.text("<")]),
            (
                "see https://a.example/b_c_d?e=f. h http://",
                [
                    .text("see "),
                    .link([.text("https://a.example/b_c_d?e=f")], to: "https://a.example/b_c_d?e=f"),
                    .text(". h http://"),
                ]
            ), ("[https://a.example](/b)", [.link([.text("https://a.example")], to: "/b")]),
        ] as [(String, [MarkdownText.Inline])])
    func inline(_ text: String, _ content: [MarkdownText.Inline]) {
        #expect(MarkdownText("# T\n" + text).blocks == [heading(1, "T"), .paragraph(content)])
    }

    /// The start of a hostile text, and its end. Each took time that grew with the square of its length, in this reader, in an
    /// earlier one or in the library.
    @Test(
        "A hostile text of 200,000 characters is read, and nothing is nested too deeply",
        arguments: [
            ("[", ""), ("*a_ ", ""), ("`a``b```", ""), ("http://", ""), (">", ""), ("> ", ""), ("+ ", "\n"),
            ("1. ", "\n"), ("> + 1) ", "\n"), ("**", "a"), ("![[]()", ""),
        ])
    func hostile(_ start: String, _ end: String) {
        func repeated(_ part: String) -> String { String(repeating: part, count: 100_000 / max(1, part.utf8.count)) }
        let blocks = MarkdownText(repeated(start) + repeated(end)).blocks
        #expect(!blocks.isEmpty)
        #expect(depth(blocks) <= MarkdownReader.maximumDepth + 1)
    }

    private func depth(_ blocks: [MarkdownText.Block]) -> Int {
        let inner = blocks.map { block in
            switch block {
            case .list(_, let items): items.map(depth).max() ?? 0
            case .quotation(let blocks): depth(blocks)
            case .heading(_, let content), .paragraph(let content): depth(content)
            case .code, .rule: 0
            }
        }
        return 1 + (inner.max() ?? 0)
    }

    private func depth(_ content: [MarkdownText.Inline]) -> Int {
        let inner = content.map { inline in
            switch inline {
            case .strong(let content), .emphasis(let content), .link(let content, _): 1 + depth(content)
            case .text, .code, .lineBreak: 0
            }
        }
        return inner.max() ?? 0
    }

    @Test(
        "Views · lists that begin in several lines are not nested too deeply",
        arguments: ["", "> "], ["- ", "1. ", "-\t"])
    func nestingOverLines(quotation: String, mark: String) {
        func text(levels: Int) -> MarkdownText {
            let first = String(repeating: "- ", count: levels) + "text"
            return MarkdownText(
                quotation + first + "\n" + quotation + String(repeating: " ", count: 2 * levels) + mark + "last")
        }
        // The last list is kept, or its mark is a text.
        #expect(!String(describing: text(levels: 10)).contains(mark.prefix(2) + "last"))
        let tooDeep = String(describing: text(levels: 16))
        #expect(tooDeep.contains(mark.first == "1" ? "1. last" : mark.prefix(1)) && tooDeep.contains("last"))
    }

    @Test(
        "Views · a hundred images between two empty lines are links, and further ones are text",
        arguments: [("\n", "\n\n"), ("\r\n", "\r\n \r\n"), ("\r", "\r\r"), (" ", "\n\t\n")])
    func images(separator: String, end: String) {
        let images = String(repeating: "![a](b)" + separator, count: MarkdownLimiter.maximumImages + 20)
        let blocks = MarkdownText("# T\n" + images + end + images).blocks
        #expect(blocks.count == 3)
        for case .paragraph(let content) in blocks {
            let links = content.filter { if case .link = $0 { true } else { false } }
            #expect(links.count == MarkdownLimiter.maximumImages)
            #expect(String(describing: content.last).contains("![a](b)"))
        }
    }

    @Test("Views · many empty lines are few ones", arguments: ["\n", "\r\n", " \n", ">\n"])
    func emptyLines(line: String) {
        // For the library, all lists remain open after the second line: it continues the paragraph.
        let lists = String(repeating: "- ", count: 14) + "a\n-a\n" + String(repeating: "\t", count: 7) + "- - - - - b\n"
        let lines = String(repeating: line, count: 1_000)
        let source = String(decoding: MarkdownLimiter.limit(lists + lines + "c\n\nd" + lines), as: UTF8.self)
        #expect(source.hasPrefix(lists) && source.contains("c\n\nd"))
        // Three, the first empty lines, two, the end of the last line, and the second empty lines.
        #expect(source.utf8.count(where: { $0 == UInt8(ascii: "\n") }) == 6 + 2 * MarkdownLimiter.maximumEmptyLines)
        let code = MarkdownText("# T\n```\na\n\n\n\nb\n```").blocks.last
        #expect(code == .code("a\n\n\n\nb"))
    }

    @Test("Views · the windows that show a text share its blocks") func sharedBlocks() {
        let texts = (0..<(2 * MarkdownText.maximumKnown)).map {
            "# T\ntext \($0) " + String(repeating: "a", count: 70_000)
        }
        for text in texts + texts { #expect(MarkdownText.shared(text) == MarkdownText(text)) }
        let last = texts[texts.count - 1]
        func address() -> UnsafePointer<UInt8>? {
            guard case .code(let rest)? = MarkdownText.shared(last + "").blocks.last else { return nil }
            return rest.utf8.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil
        }
        #expect(address() != nil && address() == address())
    }

    @Test("A rule may be long, and a deep list keeps its text")
    func nesting() {
        #expect(MarkdownText("# T\n" + String(repeating: "-", count: 200)).blocks == [heading(1, "T"), .rule])
        let deep = MarkdownText("# T\n" + String(repeating: "- ", count: 12) + "text")
        #expect(String(describing: deep).contains("text"))
        let tooDeep = MarkdownText("# T\n" + String(repeating: "> ", count: 40) + "text\n\nend")
        #expect(String(describing: tooDeep).contains("text") && tooDeep.blocks.last == paragraph("end"))
    }

    private func heading(_ level: Int, _ text: String) -> MarkdownText.Block { .heading(level: level, [.text(text)]) }
    private func paragraph(_ text: String) -> MarkdownText.Block { .paragraph([.text(text)]) }

    @Test("Marks words, ignoring case and accents, the longest first") func marks() {
        let pieces = Marks(["creme", "BRU"]).pieces(of: "Crème brûlée")
        #expect(pieces.filter(\.isMarked).map(\.text) == ["Crème", "brû"])
        #expect(pieces.map(\.text).joined() == "Crème brûlée")
        #expect(Marks([]).pieces(of: "a") == [.init(text: "a", isMarked: false)])
        #expect(Marks(["a"]).pieces(of: "").isEmpty)
        #expect(
            Marks(["e", "\u{301}", "élan"]).pieces(of: "1e\u{301}lan 中Ελ").map(\.text) == ["1", "e\u{301}lan", " 中Ελ"])
        #expect(Marks(["中", "ελ"]).pieces(of: "中Ελ").map(\.text) == ["中", "Ελ"])
    }

    @Test("Views · marks only the first places of a text") func manyPlaces() {
        let pieces = Marks(["a"]).pieces(of: String(repeating: "a ", count: 100))
        #expect(pieces.count { $0.isMarked } == Marks.maxMarks)
        #expect(pieces.map(\.text).joined() == String(repeating: "a ", count: 100))
        let ofLongList = Marks(["a"], in: 1_000).pieces(of: String(repeating: "a ", count: 100))
        #expect(ofLongList.count { $0.isMarked } == 2)
    }

    @Test("Views · marks only the first letters of a long search") func manyMarks() {
        let words = (0..<32).map { "\($0 % 10)\($0 / 10)" }
        #expect(Marks(words + ["a"]).pieces(of: "a 01").map(\.text) == ["a ", "01"])
        #expect(Marks([String(repeating: "a", count: 65), "b"]).pieces(of: "b").map(\.isMarked) == [false])
    }

    @Test("Formats a time as time, yesterday, day or date") func stamps() throws {
        let noon = try #require(
            Calendar.current.date(from: DateComponents(year: 2026, month: 5, day: 20, hour: 12)))
        let stamp = DateText(now: noon)
        let written = [0, -86_400, -86_400 * 10, -86_400 * 400].map { seconds in
            stamp.text(Int64((noon.timeIntervalSince1970 + Double(seconds)) * 1_000))
        }
        #expect(written == ["12:00", "Yesterday", "10 May", "15 Apr 2025"])
    }
}
