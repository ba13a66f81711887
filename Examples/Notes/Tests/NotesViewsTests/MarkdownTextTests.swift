import Foundation
import Testing

@testable import NotesViews

@Suite("Markdown texts") struct MarkdownTextTests {
    @Test("The first line is the title, with or without a mark")
    func title() {
        #expect(MarkdownText("# Title\ntext").blocks == [.heading(level: 1, "Title"), .paragraph("text")])
        #expect(MarkdownText("\n\nTitle\ntext").blocks == [.heading(level: 1, "Title"), .paragraph("text")])
        #expect(MarkdownText("").blocks.isEmpty && MarkdownText(" \n\t").blocks.isEmpty)
    }

    @Test("Reads headings, lists, quotations, code and rules; a # without a space is text") func blocks() {
        let text = """
            Title

            ## Part
            #tag
            - a
            * b
            1. one
            2) two
            > said
            >so
            ---
            ```swift
            let a = "# no heading"

            ```
            end
            """
        #expect(
            MarkdownText(text).blocks == [
                .heading(level: 1, "Title"), .heading(level: 2, "Part"), .paragraph("#tag"),
                .list(isOrdered: false, ["a", "b"]), .list(isOrdered: true, ["one", "two"]), .quotation("said\nso"),
                .rule, .code("let a = \"# no heading\"\n"), .paragraph("end"),
            ])
    }

    @Test("Code without an end mark continues to the end") func openCode() {
        #expect(MarkdownText("T\n```\na\nb").blocks == [.heading(level: 1, "T"), .code("a\nb")])
    }

    @Test(
        "Reads inline syntax; marks without a partner are text",
        arguments: [
            ("a **b** c", [.plain("a "), .strong("b"), .plain(" c")]), ("*a*", [.emphasis("a")]),
            ("2 * 3 * 4", [.plain("2 * 3 * 4")]), ("snake_case_name", [.plain("snake_case_name")]),
            ("`*a*`", [.code("*a*")]),
            ("**a", [.plain("**a")]), ("****", [.plain("****")]), ("``", [.plain("``")]),
            ("[a](/b)", [.link("a", to: "/b")]), ("[a] (b)", [.plain("[a] (b)")]), ("[](b)", [.plain("[](b)")]),
            (
                "see https://a.example/b?c=d.",
                [
                    .plain("see "), .link("https://a.example/b?c=d", to: "https://a.example/b?c=d"), .plain("."),
                ]
            ),
        ] as [(String, [Inline.Piece])])
    func inline(_ text: String, _ pieces: [Inline.Piece]) {
        #expect(Inline(text).pieces == pieces)
    }

    @Test("Marks words, ignoring case and accents, the longest first") func marks() {
        let pieces = Marks.pieces(of: "Crème brûlée", words: ["creme", "BRU"])
        #expect(pieces.filter(\.isMarked).map(\.text) == ["Crème", "brû"])
        #expect(pieces.map(\.text).joined() == "Crème brûlée")
        #expect(Marks.pieces(of: "a", words: []) == [.init(text: "a", isMarked: false)])
        #expect(Marks.pieces(of: "", words: ["a"]).isEmpty)
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
