import Foundation
import Testing

@testable import MillraceWeb

/// Drawings, styles, tables, and elements by their names.
@Suite struct DrawingTests {
    private func source(@HTMLBuilder<Int> _ html: () -> HTML<Int>) -> String {
        var writer = HTMLWriter()
        for node in html().nodes { writer.write(node) }
        return writer.source
    }

    @Test("Views · a drawing has shapes with numbers in plain decimals") func shapes() {
        #expect(
            source {
                svg(width: 40, height: 30.5, description: "A <plan>") {
                    circle(x: 1, y: 2.25, radius: 3).fill(.init("#3366cc")).stroke(.black, width: 2)
                    rect(x: 0, y: 0, width: .infinity, height: 5, cornerRadius: 1).fill(nil)
                    polyline([.init(x: 0, y: 1), .init(x: 2.5, y: 3)])
                    svgText(x: 1, y: 2) { "a < b" }
                }
            } == """
                <svg viewBox="0 0 40 30.5" width="40" height="30.5" role="img" aria-label="A &lt;plan&gt;">\
                <circle cx="1" cy="2.25" r="3" fill="#3366cc" stroke="#000000" stroke-width="2"></circle>\
                <rect x="0" y="0" height="5" rx="1" fill="none"></rect>\
                <polyline points="0,1 2.5,3" fill="none"></polyline><text x="1" y="2">a &lt; b</text></svg>
                """)
        #expect(
            source {
                g { line(from: .init(x: 0, y: 0), to: .init(x: 1, y: 1)) }
                    .svgTransform(.translate(x: 5, y: 6), .rotate(45))
            } == #"<g transform="translate(5 6) rotate(45)"><line x1="0" y1="0" x2="1" y2="1"></line></g>"#)
    }

    @Test(
        "Views · an element that could run a script or load a document has no name here",
        arguments: [
            "script", "SCRIPT", "style", "link", "meta", "base", "iframe", "object", "embed", "form", "template",
            "noscript", "animate", "set", "foo bar", "a>b", "", "1a", "sc\u{131}pt", "a:b",
        ])
    func refusedElements(name: String) { #expect(!HTMLName.isElement(name)) }

    @Test(
        "Views · an event handler, a style and the page's own attributes have no name here",
        arguments: [
            "onclick", "ONLOAD", "onFoo", "style", "srcdoc", "action", "formaction", "name", "form", "data-r",
            "data-m-on", "data-m-style", "a=b", "a b", "x\"", "", "xlink:href",
        ])
    func refusedAttributes(name: String) { #expect(!HTMLName.isAttribute(name)) }

    @Test("Views · any other element and attribute can be used, and its URL cannot run a script") func wayOut() {
        #expect(
            source {
                element("linearGradient") { element("stop").attribute("offset", 0.5) }
                    .attribute("gradientUnits", "userSpaceOnUse")
                element("my-chart") { "x" }.attribute("data-count", 3).attribute("draggable", true)
                    .attribute("lang", nil as String?)
                element("wbr")
                element("use").attribute("href", "javascript:alert(1)")
                element("use").attribute("HREF", "#part")
            } == """
                <linearGradient gradientUnits="userSpaceOnUse"><stop offset="0.5"></stop></linearGradient>\
                <my-chart data-count="3" draggable="">x</my-chart><wbr><use href="#"></use><use HREF="#part"></use>
                """)
    }

    @Test("Views · a style consists of checked declarations, and the last one of a property counts") func styles() {
        let html = source {
            div { "a" }.style(
                .width(.percent(40)), .left(.px(-1.5)), .opacity(0.00001), .color(.init(red: 255, green: 0, blue: 0)),
                .transform(.translate(x: 1, y: 2), .scale(0.5)), .variable("share", 1e12), .zIndex(3),
                .property("grid-template-columns", "1fr 2fr")
            ).style(.width(.auto), .height(.px(.nan)))
        }
        #expect(
            html == """
                <div data-m-style="left:-1.5px;opacity:0;color:#ff0000;transform:translate(1px,2px) scale(0.5);\
                --share:1000000000;z-index:3;grid-template-columns:1fr 2fr;width:auto">a</div>
                """)
        #expect(source { p { "a" }.style(.width(.px(.infinity))) } == "<p>a</p>")
    }

    @Test("Views · a color is read from its hexadecimal form only") func colors() {
        #expect(Style.Color("#3366CC") == Style.Color(red: 51, green: 102, blue: 204))
        #expect(Style.Color("#01020304")?.description == "#01020304")
        for text in ["", "3366cc", "#36c", "#gggggg", "#+12345", "#-12345", "red", "#3366cc "] {
            #expect(Style.Color(text) == nil, "\(text)")
        }
    }

    @Test("Views · optionals, numbers and dates are content") func content() {
        let (none, some): (String?, Int?) = (nil, 5)
        let fragment: HTML<Int>? = nil
        #expect(
            source {
                p {
                    none; some; 1.5; " "; 2.0; " "; UInt8(7); "x".dropFirst()
                }
            } == "<p>51.5 2 7</p>")
        #expect(source { p { fragment } } == "<p></p>")
        #expect(
            source { Date(timeIntervalSince1970: 0) }
                == #"<time datetime="1970-01-01T00:00:00Z">1970-01-01T00:00:00Z</time>"#)
    }

    @Test("Views · rows of a table are in a body, as a browser parses them") func tables() {
        #expect(
            source {
                table {
                    thead { tr { th { "a" }.scope(.column).sorted(.ascending) } }
                    tr { td { "1" }.spanningRows(2) }
                    for number in 2...3 { tr { td { number } } }
                    tfoot { tr { td { "s" } } }
                }
            } == """
                <table><thead><tr><th scope="col" aria-sort="ascending">a</th></tr></thead><tbody>\
                <tr><td rowspan="2">1</td></tr><tr><td>2</td></tr><tr><td>3</td></tr></tbody>\
                <tfoot><tr><td>s</td></tr></tfoot></table>
                """)
        #expect(
            source { dialog(isOpen: true, label: "L") { output { 3 } } }
                == #"<dialog aria-label="L" open=""><output>3</output></dialog>"#)
    }
}
