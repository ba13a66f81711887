#if Hummingbird || App
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        /// Hooks, dialogs, the focus, Back and reload in Chromium.
        @MainActor @Suite(.serialized) struct GadgetTests {
            /// A script of the application, as the guide shows it.
            private static let script = """
                import { defineHook } from "/millrace/millrace.js";
                window.calls = [];
                defineHook("chart", {
                    mounted(element, push) {
                        calls.push("mounted " + element.dataset.points);
                        element.append(document.createElement("canvas"));
                        element.classList.add("drawn");
                        element.addEventListener("click", () => push({ index: 7 }));
                        element.addEventListener("keydown", () => push("wrong"));
                    },
                    updated(element) { calls.push("updated " + element.dataset.points); },
                    removed(element) { calls.push("removed"); },
                });
                """

            private func run(_ body: (LivePageFixture, Tab) async throws -> Void) async throws {
                try await LivePageFixture.run(
                    Gadget(),
                    configure: { configuration in
                        configuration.files = [
                            WebFile("/chart.js", type: "text/javascript", bytes: Array(Self.script.utf8))
                        ]
                        configuration.scripts = ["/chart.js"]
                    }
                ) { fixture in try await body(fixture, try await fixture.openTab()) }
            }

            private let calls = "calls.join()"

            @Test("Pages in a browser · a hook is mounted, updated and removed, and its changes survive a patch")
            func hook()
                async throws
            {
                try await run { fixture, tab in
                    try await tab.until("\(calls) === 'mounted 1,2'")
                    try await tab.clickLabel("New points")
                    try await tab.until("\(calls) === 'mounted 1,2,updated 3,4'")
                    #expect(try await tab.run("return document.querySelector('#chart.drawn canvas') !== null") == true)
                    // The page is patched around the element.
                    try await tab.clickLabel("Edit")
                    try await tab.until("document.querySelector('#title')")
                    #expect(try await tab.run("return document.querySelector('#chart.drawn canvas') !== null") == true)
                    try await tab.clickLabel("Remove")
                    try await tab.until("\(calls) === 'mounted 1,2,updated 3,4,removed'")
                    try fixture.store(of: Gadget.self).send(.chart(true))
                    try await tab.until("\(calls).endsWith(',removed,mounted 3,4')")
                }
            }

            @Test("Pages in a browser · a hook pushes typed values, and a wrong one is rejected") func push()
                async throws
            {
                try await run { fixture, tab in
                    try await tab.until("\(calls)")
                    try await tab.run("document.querySelector('#chart').dispatchEvent(new Event('keydown'))")
                    try await tab.run("document.querySelector('#chart').click()")
                    try await tab.until("document.querySelector('output').textContent === '7'")
                    #expect(try fixture.store(of: Gadget.self).selected == [7])
                }
            }

            @Test("Pages in a browser · a hook is mounted again after the whole page was replaced") func replaced()
                async throws
            {
                try await run { fixture, tab in
                    try await tab.until("\(calls)")
                    // The next session has a page of its own.
                    fixture.endSession(0)
                    try await tab.until("\(calls).endsWith('removed,mounted 1,2')")
                }
            }

            @Test("Pages in a browser · a hook keeps its element when another script has emptied the page")
            func emptied()
                async throws
            {
                try await run { fixture, tab in
                    try await tab.until("\(calls)")
                    try await tab.run("document.querySelector('.m-page').replaceChildren()")
                    try fixture.store(of: Gadget.self).send(.points("5,6"))
                    try await tab.until("\(calls).endsWith('mounted 1,2,updated 5,6')")
                    #expect(try await tab.run("return document.querySelector('#chart.drawn canvas') !== null") == true)
                }
            }

            @Test(
                "Pages in a browser · a dialog blocks the page, takes the focus and returns it, and Escape sends its action"
            )
            func dialog() async throws {
                try await run { fixture, tab in
                    try await tab.click("#open")
                    try await tab.until(
                        "document.querySelector('dialog:modal') && document.activeElement.id === 'answer'")
                    try await tab.press(Key.escape)
                    try await tab.until(
                        "!document.querySelector('dialog').open && document.activeElement.id === 'open'")
                    #expect(try fixture.store(of: Gadget.self).isOpen == false)
                    for _ in 0..<2 {
                        try await tab.click("#open")
                        try await tab.until("document.querySelector('dialog:modal')")
                        try await tab.click("#answer")
                        try await tab.until("!document.querySelector('dialog').open")
                    }
                }
            }

            @Test("Pages in a browser · a field with autofocus that appears later gets the focus once") func autofocus()
                async throws
            {
                try await run { fixture, tab in
                    try await tab.clickLabel("Edit")
                    try await tab.until("document.activeElement.id === 'title'")
                    try await tab.click("#text")
                    try fixture.store(of: Gadget.self).send(.log("x"))
                    try await tab.until("document.querySelector('#log li')")
                    #expect(try await tab.run("return document.activeElement.id") == "text")
                }
            }

            @Test("Pages in a browser · of nested listeners to an event, the inner one receives it") func nested()
                async throws
            {
                try await run { fixture, tab in
                    try await tab.click("#inner")
                    try await tab.press("k")
                    try await tab.until("document.querySelectorAll('#log li').length === 4")
                    #expect(try fixture.store(of: Gadget.self).log == ["inner", "focus", "pressed", "inner k"])
                }
            }

            @Test("Pages in a browser · the focus moves into an opened page and back, and both may have the same IDs")
            func opened() async throws {
                try await run { fixture, tab in
                    try await tab.clickLabel("More")
                    try await tab.until("document.activeElement.closest('[data-module=Detail]')")
                    let ids = "return ['text', 'upper'].map((id) => document.querySelectorAll('#' + id).length)"
                    #expect(try await tab.run(ids) == [1, 1])
                    #expect(
                        try await tab.run("return document.querySelector('#text').closest('.m-page').dataset.module")
                            == "Detail")
                    try await tab.back()
                    try await tab.until("document.activeElement.textContent === 'More'")
                    #expect(try await tab.run("return document.querySelector('#text').ariaLabel") == "Text")
                    #expect(try await tab.run("return document.querySelectorAll('[data-m-id]').length") == 0)
                }
            }

            @Test("Pages in a browser · a reload returns to the same session, with its state and history") func reload()
                async throws
            {
                try await run { fixture, tab in
                    try await tab.clickLabel("Edit")
                    try await tab.until("document.querySelector('#title')")
                    try await tab.clickLabel("More")
                    try await tab.until("document.querySelector('[data-module=Detail]')")
                    try await tab.reload()
                    try await tab.untilLive()
                    try await tab.until("document.querySelector('[data-module=Detail] h2')")
                    try await tab.back()
                    try await tab.until("document.querySelector('#title')?.checkVisibility()")
                    #expect(await fixture.server.resources.sessions == 1)
                }
            }

            @Test("Pages in a browser · a reload whose session has ended continues in a new one") func lateReload()
                async throws
            {
                try await run { fixture, tab in
                    try await tab.clickLabel("Edit")
                    try await tab.until("document.querySelector('#title')")
                    fixture.endSession(0)
                    try await tab.reload()
                    try await tab.untilLive()
                    try await tab.until("!document.querySelector('#title')")
                    try await tab.clickLabel("Edit")
                    try await tab.until("document.querySelector('#title')")
                }
            }

            @Test("Pages in a browser · after a link from another site, Back stays in the application") func deepLink()
                async throws
            {
                try await LivePageFixture.run(Catalog()) { fixture in
                    let tab = try await fixture.openTab("/detail/3?tab=reviews")
                    try await tab.run("history.back()")
                    try await tab.until(url: fixture.site + "/")
                    try await tab.until("!document.querySelector('[data-module=Detail]')")
                    try await tab.run("history.forward()")
                    try await tab.until("document.querySelector('h2')?.textContent === 'Detail 3 reviews'")
                }
            }

            @Test("Pages in a browser · a query is in the address bar, and a reload keeps it") func query() async throws
            {
                try await LivePageFixture.run(Catalog()) { fixture in
                    let tab = try await fixture.openTab("/?page=2")
                    try await tab.until("document.querySelector('p').textContent === 'name 2'")
                    try await tab.clickLabel("By price")
                    try await tab.until(url: fixture.site + "/?sort=price&page=2")
                    try await tab.clickLabel("Note")
                    try await tab.until("document.querySelector('.m-sheet')")
                    try await tab.back()
                    try await tab.until("!document.querySelector('.m-sheet')")
                    try await tab.until(url: fixture.site + "/?sort=price&page=2")
                }
            }

            @Test(
                "Pages in a browser · after a restart of the server, typed text is complete, also text that a reducer rewrote"
            )
            func restart() async throws {
                try await run { fixture, tab in
                    try await tab.type("abc", into: "#text")
                    try await tab.type("def", into: "#upper")
                    try await tab.until("document.querySelector('#upper').value === 'DEF'")
                    try await tab.untilAnswered()
                    let old = try await tab.run("return history.state.session")
                    fixture.endSession(0)
                    try await tab.until("history.state.session !== arguments[0]", old)
                    try await tab.untilAnswered()
                    let state = try fixture.store(of: Gadget.self).state
                    #expect(state.text == "abc" && state.upper == "DEF")
                    #expect(try await tab.value("#text") == "abc")
                    #expect(try await tab.value("#upper") == "DEF")
                }
            }
        }
    }
#endif
