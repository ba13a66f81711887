import Testing

@testable import MillraceWeb

/// M15: a view consists of elements and texts, and texts are always escaped.
@Suite struct HTMLTests {
    private func source(_ html: HTML<Int>) -> String {
        var writer = HTMLWriter()
        for node in html.nodes { writer.write(node) }
        return writer.source
    }

    private let hostile = "<script>alert(\"'&\")</script>\0\r\n"
    private let harmless = "&lt;script&gt;alert(&quot;&#39;&amp;&quot;)&lt;/script&gt;\u{FFFD}&#13;\n"

    @Test("M15 · no text and no value can insert HTML") func hostileTexts() {
        #expect(source(HTML { hostile }) == harmless)
        #expect(source(HTML { p { hostile } }) == "<p>\(harmless)</p>")
        #expect(source(HTML { p { "a" }.class(hostile) }) == "<p class=\"\(harmless)\">a</p>")
        #expect(source(HTML { p { "a" }.data("x", hostile) }) == "<p data-x=\"\(harmless)\">a</p>")
        #expect(
            source(HTML { textArea(hostile, value: hostile) { _ in 1 } })
                == "<textarea aria-label=\"\(harmless)\">\(harmless)</textarea>")
        #expect(source(HTML { button(hostile, send: 1) }) == "<button type=\"submit\">\(harmless)</button>")
        #expect(
            source(HTML { picker("a", selection: 1, options: [(hostile, 1)]) { $0 } })
                == "<select aria-label=\"a\" data-on=\"change\"><option value=\"\(harmless)#0\" selected=\"\">\(harmless)</option></select>"
        )
    }

    @Test(
        "M15 · an unsafe URL is replaced",
        arguments: [
            "javascript:alert(1)", " JavaScript:alert(1)", "java\nscript:alert(1)", "\u{1}javascript:x",
            "data:text/html,x",
            "vbscript:x", "blob:x", "file:///etc/passwd",
        ])
    func unsafeURLs(url: String) {
        #expect(source(HTML { link(to: url) { "x" } }) == "<a href=\"#\">x</a>")
        #expect(source(HTML { link(to: url, send: 1) { "x" } }) == "<a href=\"#\">x</a>")
        #expect(source(HTML { image(url, description: "x") }) == "<img src=\"#\" alt=\"x\">")
    }

    @Test(
        "M15 · a safe URL is unchanged",
        arguments: ["/a:b", "a?b:c", "#x:y", "https://x.y", "mailto:a@b", ""])
    func safeURLs(url: String) {
        #expect(source(HTML { link(to: url) { "x" } }) == "<a href=\"\(url)\">x</a>")
    }

    @Test("M15 · adjacent texts are joined, as a browser does") func joined() {
        var writer = HTMLWriter()
        for node in HTML<Int>({
            p {
                "a"; "b"; 3; em { "c" }; ""
            }
        }).nodes { writer.write(node) }
        #expect(writer.source == "<p>ab3<em>c</em></p>")
    }

    @Test("M15 · a leading line break is kept") func lineBreak() {
        #expect(source(HTML { pre { "\na" } }) == "<pre>\n\na</pre>")
        #expect(
            source(HTML { textArea("x", value: "\na") { _ in 1 } }) == "<textarea aria-label=\"x\">\n\na</textarea>")
    }

    @Test("M15 · modifiers change the outermost elements and no texts") func modifiers() {
        let html = HTML<Int> {
            "a"
            p { "b" }.class("x")
            p { em { "c" } }
        }
        #expect(source(html.class("y")) == "a<p class=\"x y\">b</p><p class=\"y\"><em>c</em></p>")
        #expect(source(html.class("y", if: false)) == source(html))
        // The original fragment is a value and does not change.
        #expect(source(html) == "a<p class=\"x\">b</p><p><em>c</em></p>")
    }

    @Test("M15 · each modifier sets its attribute") func attributes() {
        let html = HTML<Int> {
            td { "x" }.id("i").title("t").role("r").aria("label", "l").aria("pressed", true).hidden().disabled()
                .shortcut("n").autofocus().placeholder("p").maxLength(3).rows(2).autocomplete("off").language("fr")
                .datetime("2026-11-21").columns(2).open()
        }
        #expect(
            source(html)
                == #"<td id="i" title="t" role="r" aria-label="l" aria-pressed="true" hidden="" disabled="" "#
                + #"aria-keyshortcuts="n" autofocus="" placeholder="p" maxlength="3" rows="2" autocomplete="off" lang="fr" "#
                + #"datetime="2026-11-21" colspan="2" open="">x</td>"#)
        #expect(source(HTML { td { "x" }.hidden(false).disabled(false).autofocus(false).open(false) }) == "<td>x</td>")
    }

    @Test("M15 · map transforms the actions of a child's view") func map() throws {
        enum Whole: Equatable { case part(Int) }
        let part = HTML<Int> {
            div { button("a", send: 1) }
            textField("b", value: "") { $0.count }
        }
        let whole: HTML<Whole> = part.map(Whole.part)
        let press = try #require(whole.nodes[0].element?.children[0].element?.control)
        #expect(try press.decode(.none) as? Whole == .part(1))
        #expect(press.action as? Whole == .part(1))
        let field = try #require(whole.nodes[1].element?.control)
        #expect(try field.decode(.text("abc")) as? Whole == .part(3))
        #expect(throws: ValidationError.unexpectedValue) { try press.decode(.text("x")) }
    }

    @Test("M15 · an element keeps its identity when siblings before it change") func identity() {
        func last(_ isThere: Bool, _ count: Int) -> UInt64 {
            HTML<Int> {
                if isThere { p { "a" } }
                if isThere { "x" } else { "y"; "z" }
                for number in 0..<count { "\(number)"; hr() }
                p { "b" }
            }.nodes.last!.identity
        }
        #expect(Set([last(true, 0), last(false, 0), last(true, 9), last(false, 1)]).count == 1)
    }

    @Test("M15 · siblings have different identities: statements, loop iterations and keyed items") func siblings() {
        let html = HTML<Int> {
            p { "a" }
            p { "b" }
            if true { p { "c" }; p { "d" } }
            for _ in 0..<100 { p { "e" }; p { "f" } }
            each(0..<100, id: \.self) { _ in
                p { "g" }; p { "h" }
            }
        }
        #expect(Set(html.nodes.map(\.identity)).count == html.nodes.count)
    }
}
