import TestSupport
import Testing

@testable import MillraceModules
@testable import MillraceWeb
@testable import WebTestSupport

/// M15: applying the operations of a diff results in the new page.
@Suite struct TreeDiffTests {
    /// A tree that is drawn repeatedly, with a browser that applies the operations.
    final class DiffFixture {
        private(set) var drawn: HTMLElement
        private(set) var references = ControlReferences()
        private var templates = Templates()
        private var sequence = 1
        private var rows = RowMemory()
        private(set) var replica = Replica(sequence: 1)
        private(set) var last = ""

        init(_ html: HTML<Int>) throws {
            drawn = Self.root(HTML())
            drawn = prepared(html)
            var diff = TreeDiff(sequence: 1, references: references, templates: templates)
            diff.drawFirst(drawn)
            (references, templates) = (diff.references, diff.templates)
            for rows in diff.drawnRows { rows.compact(&references) }
            var (json, definitions) = (JSONWriter(), [String]())
            for node in drawn.children {
                json.separate()
                templates.write(node, to: &json, newDefinitions: &definitions)
            }
            try replica.apply("{\"q\":1,\"t\":{\(definitions.joined(separator: ","))},\"full\":[\(json.text)]}")
            try check()
        }

        static func root(_ html: HTML<Int>) -> HTMLElement {
            let section = HTMLElement(.section, [], html.nodes)
            section.scene = Navigator.Scene.ID(1)
            return HTMLElement(.div, [], [HTMLNode(section)])
        }

        /// Returns the root of a page, with the rows that differ from those of the former page.
        private func prepared(_ html: HTML<Int>) -> HTMLElement {
            var nodes = html.nodes
            rows.prepare(&nodes, HTMLBudget(PageLimits()))
            return Self.root(HTML(nodes))
        }

        /// Draws a page, and expects that it equals the whole rendering.
        func draw(_ html: () -> HTML<Int>) throws {
            try draw(html())
            let whole = Self.root(HTML(html().nodes.flatMap { $0.withoutRows() }))
            #expect(drawn.outline(of: \.attributes) == whole.outline(of: \.attributes))
        }

        @discardableResult
        func draw(_ html: HTML<Int>) throws -> String {
            sequence += 1
            let new = prepared(html)
            var diff = TreeDiff(sequence: sequence, references: references, templates: templates)
            diff.change(drawn, to: new)
            (references, templates, drawn) = (diff.references, diff.templates, new)
            for rows in diff.drawnRows { rows.compact(&references) }
            last = diff.operations.text
            try replica.apply(
                "{\"q\":\(sequence),\"t\":{\(diff.newDefinitions.joined(separator: ","))},\"o\":[\(last)]}")
            try check()
            return last
        }

        private func check() throws {
            let truth = drawn.children.map(\.outline).joined(separator: " ")
            if replica.outline != truth {
                throw Replica.Mismatch(description: "\(replica.outline)\n≠\n\(truth)\nby \(last)")
            }
        }
    }

    @Test("M15 · unchanged nodes are not sent") func nothing() throws {
        let html = HTML<Int> {
            div {
                p { "one" }; button("go", send: 1)
            }
        }
        #expect(
            try DiffFixture(html).draw(
                HTML<Int> {
                    div {
                        p { "one" }; button("go", send: 1)
                    }
                }) == "")
    }

    @Test("M15 · only the changed parts are sent") func single() throws {
        let fixture = try DiffFixture(
            HTML {
                div {
                    p { "one" }.class("a"); "rest"
                }
            })
        #expect(
            try fixture.draw(
                HTML {
                    div {
                        p { "two" }.class("a"); "rest"
                    }
                }) == #"["x",[0,0,0,0],"two"]"#)
        #expect(
            try fixture.draw(
                HTML {
                    div {
                        p { "two" }.class("b"); "rest"
                    }
                }) == #"["a",[0,0,0],{"class":"b"}]"#)
        #expect(
            try fixture.draw(
                HTML {
                    div {
                        p { "two" }; "rest"
                    }
                }) == #"["a",[0,0,0],{"class":null}]"#)
    }

    @Test("M15 · inserting and removing a node does not affect those after it") func optional() throws {
        func html(_ isThere: Bool) -> HTML<Int> {
            HTML {
                if isThere { p { "new" } }
                p { "old" }
            }
        }
        let fixture = try DiffFixture(html(false))
        #expect(try fixture.draw(html(true)) == #"["c",[0],[["+",0,[["p",{},"new"]]]]]"#)
        #expect(try fixture.draw(html(false)) == #"["c",[0],[["-",0,1]]]"#)
    }

    @Test("M15 · keyed items are moved, not replaced, and a button keeps its reference") func moving() throws {
        func html(_ keys: [Int]) -> HTML<Int> {
            HTML {
                ul {
                    each(keys, id: \.self) { key in
                        li {
                            "item \(key)"; button("x", send: key)
                        }
                    }
                }
            }
        }
        let fixture = try DiffFixture(html(Array(0..<6)))
        #expect(try fixture.draw(html([5, 0, 1, 2, 3, 4])) == #"["c",[0,0],[[">",5,0]]]"#)
        #expect(try fixture.draw(html([5, 4, 3, 2, 1, 0])).contains("+") == false)
        #expect(try fixture.draw(html([])) == #"["c",[0,0],[["-",0,6]]]"#)
    }

    @Test("M15 · the common parts of rows are sent once") func templates() throws {
        func html(_ count: Int) -> HTML<Int> {
            HTML {
                ul {
                    each(Array(0..<count), id: \.self) { key in
                        li {
                            span { "\(key)" }.class("number"); button("Open", send: key)
                        }.class("row wide").data("kind", "note")
                    }
                }
            }
        }
        let fixture = try DiffFixture(html(1))
        let operations = try fixture.draw(html(101))
        #expect(operations.utf8.count < 101 * 24)
        #expect(!operations.contains("wide"))
    }

    @Test("M15 · a button with a new meaning gets a new reference, and the old one is retired") func meaning() throws {
        let fixture = try DiffFixture(HTML { button("Like", send: 1) })
        let before = fixture.references
        try fixture.draw(HTML { button("Like", send: 2) })
        #expect(before[ControlReference(number: 1)]?.retiredAt == nil)
        #expect(fixture.references[ControlReference(number: 1)]?.retiredAt == 2)
        #expect(fixture.references[ControlReference(number: 2)]?.retiredAt == nil)
    }

    @Test("M15 · a disabled control has no reference") func disabled() throws {
        let fixture = try DiffFixture(HTML { button("Like", send: 1).disabled() })
        #expect(fixture.references.count == 0)
        try fixture.draw(HTML { button("Like", send: 1) })
        #expect(fixture.references.count == 1)
        try fixture.draw(HTML { button("Like", send: 1).disabled() })
        #expect(fixture.references[ControlReference(number: 1)]?.retiredAt == 3)
    }

    @Test("M15 · a field with another type is another element") func fieldType() throws {
        let fixture = try DiffFixture(HTML { textField("x", value: "", kind: .text) { _ in 1 } })
        #expect(try fixture.draw(HTML { textField("x", value: "", kind: .password) { _ in 1 } }).contains("[\"+\",0"))
    }

    @Test("M15 · the number of templates is limited") func templateCount() {
        var (templates, json, definitions) = (Templates(), JSONWriter(), [String]())
        for count in 0..<(Templates.maxCount + 20) {
            let row: HTML<Int> = HTML { li { for _ in 0..<count { hr() } } }.key(count)
            templates.write(row.nodes[0], to: &json, newDefinitions: &definitions)
        }
        #expect(templates.definitions.count == Templates.maxCount)
    }

    @Test("Pages · a long element is no template, because the page keeps its templates") func longTemplate() {
        var (templates, json, definitions) = (Templates(), JSONWriter(), [String]())
        for count in [Templates.maxBytes, Templates.maxBytes + 1] {
            let row: HTML<Int> = HTML { li { String(repeating: "a", count: count) } }.key(count)
            templates = Templates()
            templates.write(row.nodes[0], to: &json, newDefinitions: &definitions)
            #expect(templates.definitions.count == (count == Templates.maxBytes ? 1 : 0))
            #expect((templates.bytes > count) == (count == Templates.maxBytes))
        }
    }

    @Test("M15 · operations can turn any page into any other", arguments: 0..<(isSanitized ? 50 : 200))
    func anything(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let fixture = try DiffFixture(.random(&random))
        for _ in 0..<20 {
            let start = random
            random = SeededGenerator(seed: random.next())
            try fixture.draw {
                var random = start
                return .random(&random)
            }
        }
    }
}

extension HTML where Action == Int {
    /// Returns a random fragment: texts, elements, keyed items in any order, buttons, fields and optional parts.
    static func random(_ random: inout SeededGenerator, depth: Int = 0) -> HTML {
        let rows = (0..<8).shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random))
        let (flags, text) = (
            (0..<4).map { _ in Bool.random(using: &random) }, "<\"&'\(Int.random(in: 0...3, using: &random))"
        )
        let inner = depth < 2 ? HTML.random(&random, depth: depth + 1) : HTML()
        let equatable = (0..<3).map { _ in RandomRow.random(&random) }
        let isShown = random.chance(oneIn: 2)
        let input = random.chance(oneIn: 5)
        return HTML {
            if flags[0] { text }
            div {
                inner; text
            }.class("c\(rows.count)").key(flags[1])
            if flags[2] { p { text } } else { section { text } }
            each(rows, id: \.self) { row in
                li {
                    "row \(row)"; button(text, send: row).disabled(flags[3])
                }.title(text)
                if row == 3 { hr() }
            }
            each(equatable: equatable[0], id: \.key) { $0.html }
            if isShown {
                text
                each(equatable: equatable[1], id: \.key, dependingOn: input) { row, input in
                    row.html.class("input", if: input)
                }
                text
            }
            ol { each(equatable: equatable[2], id: \.key) { row in HTML { row.html } }.map { $0 + 1 } }
            textField("field", value: text) { _ in 1 }
            toggle("box", isOn: flags[1]) { _ in 2 }
            for flag in flags where flag { em { "yes" } }
            text
        }
    }
}

/// The value of a row that is skipped while it is equal.
private struct RandomRow: Equatable {
    var key: Int
    var text: Int
    /// 0–5 are rows of different kinds. Only the last kinds are never skipped.
    var kind: Int

    /// Returns rows in any order. Most of them are equal to those of other calls, and some have the same key.
    static func random(_ random: inout SeededGenerator) -> [RandomRow] {
        var keys = Array(0..<random.count(12))
        if random.chance(oneIn: 3) { keys.shuffle(using: &random) }
        if random.chance(oneIn: 4) { keys += [0, 0, 1] }
        let isUnusual = random.chance(oneIn: 4)
        return keys.map { key in
            RandomRow(
                key: key, text: random.chance(oneIn: 8) ? random.count(9) : 0,
                kind: isUnusual ? random.count(8) : random.chance(oneIn: 8) ? random.count(5) : 0)
        }
    }

    @HTMLBuilder<Int> var html: HTML<Int> {
        switch kind {
        case 0, 1:
            li {
                "row \(text)"; button("press \(text)", send: text); button("key", send: key)
            }
        case 2: li { p { "no control \(text)" } }.title("\(key)")
        case 3:
            li {
                textField("field", value: "text \(text)") { _ in 1 }; button("off", send: 1).disabled(text > 4)
            }
        case 4: div { "another element" }
        case 5: li { each(equatable: [key, text], id: \.self) { key in span { "inner \(key)" } } }
        case 6: dt { "two" }; dd { "elements \(text)" }
        default: "a text \(text)"
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func count(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
