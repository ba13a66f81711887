#if Hummingbird || App
    import MillraceModules
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        /// Pages of a real server in a browser with an extension, which keeps changing the document.
        @MainActor @Suite("Pages in a browser · pages and browser extensions") struct ExtensionTests {
            @Test("Pages in a browser · a press changes the row that was pressed", arguments: BrowserExtension.allCases)
            func press(kind: BrowserExtension) async throws {
                try await LivePageFixture.run(Likes()) { fixture in
                    let tab = try await fixture.openTab("/", with: kind)
                    try await tab.clickAndWait("#like2")
                    #expect(try await tab.rows(of: kind) == ["1 has 0", "2 has 1", "3 has 0"])
                    try await tab.clickAndWait("#add")
                    try await tab.clickAndWait("#like4")
                    try await tab.clickAndWait("#reverse")
                    try await tab.clickAndWait("#like1")
                    #expect(try await tab.rows(of: kind) == kind.order(["4 has 1", "3 has 0", "2 has 1", "1 has 1"]))
                    try await tab.clickAndWait("#remove")
                    #expect(try await tab.rows(of: kind) == kind.order(["3 has 0", "2 has 1", "1 has 1"]))
                    #expect(try await tab.hellos() == 1, "No change needs the whole page.")
                }
            }

            @Test("Pages in a browser · a text field keeps its text", arguments: BrowserExtension.allCases)
            func type(kind: BrowserExtension) async throws {
                try await LivePageFixture.run(Likes()) { fixture in
                    let tab = try await fixture.openTab("/", with: kind)
                    try await tab.type("ab", into: "#note")
                    try await tab.clickAndWait("#like2")
                    try await tab.type("cd", into: "#note")
                    try await tab.untilAnswered()
                    #expect(try fixture.store(of: Likes.self).state.note == "ABCD")
                    #expect(try await tab.value("#note") == "ABCD")
                }
            }

            @Test("Pages in a browser · the script knows each kind of node in a document") func kinds() async throws {
                try await LivePageFixture.run(Everything()) { fixture in
                    let tab = try await fixture.openTab("/", recording: true)
                    let hello = "return JSON.parse(recorded[0][1]).q"
                    #expect(try await tab.run(hello) == .number(Double(fixture.sessions[0].page?.sequence ?? -1)))
                }
            }
        }
    }

    /// What an extension does to the rows of a list, again and again.
    enum BrowserExtension: String, CaseIterable {
        case inserts = """
            for (const list of document.querySelectorAll("ul:not(:has(x-ad))")) {
                list.prepend(document.createElement("x-ad"));
            }
            """
        case wraps = """
            for (const each of document.querySelectorAll('li, input')) {
                if (each.parentNode.localName === 'x-wrap') continue;
                const outer = document.createElement('x-wrap');
                each.before(outer);
                outer.append(each);
            }
            """
        case translates = """
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const texts = [];
            while (walker.nextNode()) texts.push(walker.currentNode);
            for (const text of texts) {
                if (text.parentNode.localName === 'font') continue;
                const outer = document.createElement('font');
                outer.textContent = `⟦${text.data}⟧`;
                text.replaceWith(outer);
            }
            """
        case sorts = """
            for (const list of document.querySelectorAll('ul')) {
                if (list.dataset.sorted === list.textContent) continue;
                list.append(...[...list.children].sort((a, b) => a.id < b.id ? 1 : -1));
                list.dataset.sorted = list.textContent;
            }
            """
        case removes = "for (const each of document.querySelectorAll('h1, hr')) each.remove()"

        /// The order in which the test compares rows: for an extension that sorts them, any order is right.
        func order(_ rows: [String]) -> [String] { self == .sorts ? rows.sorted() : rows }
    }

    extension LivePageFixture {
        /// Opens a tab in which an extension changes the page after each change of the document.
        fileprivate func openTab(_ path: String, with kind: BrowserExtension) async throws -> Tab {
            let tab = try await openTab("/")
            try await tab.runBeforeEach(
                """
                window.recorded = [];
                const send = WebSocket.prototype.send;
                WebSocket.prototype.send = function (text) { recorded.push(text); send.call(this, text); };
                addEventListener("load", () => {
                    const change = () => { \(kind.rawValue) };
                    new MutationObserver(change).observe(document.body, { childList: true, characterData: true, subtree: true });
                    change();
                });
                """)
            try await tab.reload()
            try await tab.untilLive()
            return tab
        }
    }

    extension Tab {
        /// Presses a button as a person does, and waits until the page shows the answer.
        fileprivate func clickAndWait(_ selector: String) async throws {
            try await click(selector)
            try await untilAnswered()
        }

        /// Returns the texts of the rows, without the marks of a translation.
        fileprivate func rows(of kind: BrowserExtension) async throws -> [String] {
            let texts = try await texts("li").map { $0.filter { $0 != "⟦" && $0 != "⟧" }.replacing("Like", with: "") }
            return kind.order(texts)
        }

        /// The number of requests for a page.
        fileprivate func hellos() async throws -> JSON {
            try await run("return recorded.filter((each) => JSON.parse(each).h).length")
        }
    }

    /// A list whose rows count presses.
    private struct Likes: Module {
        struct State {
            var rows = [1, 2, 3]
            var counts: [Int: Int] = [:]
            var note = ""
        }
        enum Action { case like(Int), add, reverse, remove, note(String) }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .like(let row): state.counts[row, default: 0] += 1
            case .add: state.rows.append(state.rows.count + 1)
            case .reverse: state.rows.reverse()
            case .remove: state.rows.removeFirst()
            case .note(let text): state.note = text.uppercased()
            }
            return .none
        }
    }

    extension Likes: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { "Likes" }
            hr()
            p { textField("Note", value: state.note, send: Action.note).id("note") }
            ul {
                for row in state.rows {
                    li {
                        span { "\(row) has \(state.counts[row] ?? 0)" }
                        button("Like", send: .like(row)).id("like\(row)")
                    }
                    .id("row\(row)").key(row)
                }
            }
            button("Add", send: .add).id("add")
            button("Reverse", send: .reverse).id("reverse")
            button("Remove", send: .remove).id("remove")
        }
    }
#endif
