#if Hummingbird || App
    import MillraceHistory
    import MillraceModules
    import Millrace
    import Testing

    import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        /// M15: lost connections, restarted servers and attackers.
        @MainActor @Suite("M15 · resilience") struct ResilienceTests {
            @Test(
                "M15 · after a lost connection, text and presses from the meantime are handled exactly once")
            func disconnectAll() async throws {
                try await LivePageFixture.run(Shop()) { fixture in
                    let tab = try await fixture.openTab("/items/2")
                    try await tab.type("before ", into: "#text")
                    try await tab.untilAnswered()
                    try await tab.setOffline(true)
                    fixture.disconnectAll()
                    try await tab.until("'offline' in document.documentElement.dataset")
                    #expect(try await tab.texts("#m-status") == ["No connection. Trying again…"])
                    try await tab.type("and meanwhile", into: "#text")
                    try await tab.run(
                        "[...document.querySelectorAll('button')].find((e) => e.textContent === 'Hold').click()")
                    #expect(try await tab.run("return document.querySelectorAll('[data-pending]').length") == 2)
                    #expect(try fixture.store(of: Item.self).state.text == "before ")
                    try await tab.setOffline(false)
                    try await tab.untilLive()
                    try await tab.untilAnswered()
                    let item = try fixture.store(of: Item.self).state
                    #expect(item.text == "before and meanwhile" && item.isHeld)
                    #expect(try await tab.texts("#m-status") == [])
                }
            }

            @Test("M15 · after many lost connections, no key is lost or repeated") func often() async throws {
                try await LivePageFixture.run(Shop()) { fixture in
                    let tab = try await fixture.openTab("/items/2")
                    for word in ["one ", "two ", "three ", "four ", "five"] {
                        try await tab.type(word, into: "#text")
                        fixture.disconnectAll()
                    }
                    try await tab.until("document.querySelector('#text').value === 'one two three four five'")
                    try await tab.untilLive()
                    try await tab.untilAnswered()
                    #expect(try fixture.store(of: Item.self).state.text == "one two three four five")
                }
            }

            @Test("M15 · a reconnected browser shows others' changes and keeps its caret") func away()
                async throws
            {
                try await LivePageFixture.run(Shop()) { fixture in
                    let tab = try await fixture.openTab("/items/2")
                    try await tab.type("mine", into: "#text")
                    try await tab.untilAnswered()
                    try await tab.setOffline(true)
                    fixture.disconnectAll()
                    try await tab.until("'offline' in document.documentElement.dataset")
                    try await tab.type(" too", into: "#text")
                    try fixture.store(of: Item.self).send(.typed("theirs, mine"))
                    try await tab.setOffline(false)
                    try await tab.untilLive()
                    try await tab.untilAnswered()
                    try await tab.until("document.querySelector('#text').value === 'theirs, mine too'")
                    #expect(try fixture.store(of: Item.self).state.text == "theirs, mine too")
                    #expect(try await tab.run("return document.querySelector('#text').selectionStart") == 16)
                }
            }

            @Test("M15 · after a restart of the server, the page has the same URL and the typed text")
            func restarted()
                async throws
            {
                let first = try await LivePageFixture(root: Shop())
                let tab = try await first.openTab("/items/2")
                try await tab.type("kept", into: "#text")
                try await tab.untilAnswered()
                let port = first.port
                await first.stop()
                try await tab.until("'offline' in document.documentElement.dataset")
                try await tab.type(" and more", into: "#text")
                let second = try await LivePageFixture(root: Shop(), port: port)
                try await tab.untilLive()
                try await tab.untilAnswered()
                #expect(try second.store(of: Item.self).state.text == "kept and more")
                #expect(try await tab.value("#text") == "kept and more")
                try await tab.until(url: second.site + "/items/2")
                try await tab.clickLabel("Back")
                #expect(try await tab.texts("h1") == ["Shop"])
                await first.end()
                await second.end()
                #expect(first.engine.resources.isEmpty && second.engine.resources.isEmpty)
            }

            @Test("M15 · text that was acknowledged and then lost with the server is sent again")
            func lostWithServer()
                async throws
            {
                let first = try await LivePageFixture(root: Shop())
                let tab = try await first.openTab("/items/2")
                try await tab.type("kept", into: "#text")
                try await tab.untilAnswered()
                let port = first.port
                await first.stop()
                try await tab.until("'offline' in document.documentElement.dataset")
                let second = try await LivePageFixture(root: Shop(), port: port)
                try await tab.untilLive()
                try await tab.untilAnswered()
                #expect(try await tab.value("#text") == "kept")
                #expect(try second.store(of: Item.self).state.text == "kept")
                await first.end()
                await second.end()
            }

            @Test("M15 · a press for a server that has restarted is reported as not sent")
            func lostPress()
                async throws
            {
                let first = try await LivePageFixture(root: Shop())
                let tab = try await first.openTab()
                let port = first.port
                await first.stop()
                try await tab.until("'offline' in document.documentElement.dataset")
                try await tab.run(
                    "[...document.querySelectorAll('button')].find((e) => e.textContent === 'Add').click()")
                let second = try await LivePageFixture(root: Shop(), port: port)
                try await tab.untilLive()
                #expect(try await tab.texts("#m-status") == ["Not sent: Add."])
                #expect(try second.store(of: Shop.self).items.count == 3)
                await first.end()
                await second.end()
            }

            @Test("M15 · forged and late presses do nothing, and the page keeps working") func forged() async throws {
                try await LivePageFixture.run(Shop()) { fixture in
                    let tab = try await fixture.openTab()
                    let forge = """
                        const made = document.createElement('button');
                        Object.assign(made, { name: 'r', value: arguments[0], textContent: 'Forged' });
                        made.setAttribute('form', 'm-form');
                        document.body.append(made);
                        made.click();
                        """
                    for reference in ["999999", "0", "-1", "x", "1e3"] {
                        try await tab.run(forge, .string(reference))
                        try await tab.untilAnswered()
                    }
                    #expect(try await tab.texts("#m-status") == ["Not sent: Forged."])
                    let late = try await tab.run(
                        "return [...document.querySelectorAll('button')].find((e) => e.textContent === 'Like 0').value")
                    try fixture.store(of: Shop.self).send(.add)
                    try await fixture.waitUntilCurrent(tab)
                    try await tab.run(forge, late)
                    try await tab.untilAnswered()
                    // The button still exists below the new row.
                    #expect(try fixture.store(of: Shop.self).likes == [1: 1])
                    try await tab.clickLabel("Item 1")
                    let hold = try await tab.run(
                        "return [...document.querySelectorAll('button')].find((e) => e.textContent === 'Hold').value")
                    try await tab.clickLabel("Back")
                    try await tab.run(forge, hold)
                    try await tab.untilAnswered()
                    #expect(fixture.navigators[0].tree.root.count == 1)
                    try await tab.clickLabel("Add")
                    #expect(try fixture.store(of: Shop.self).items.count == 5)
                }
            }

            @Test("M15 · a press that is replayed on the connection is handled once") func replayed()
                async throws
            {
                try await LivePageFixture.run(Shop()) { fixture in
                    let tab = try await fixture.openTab("/", recording: true)
                    try await tab.clickLabel("Add")
                    try await tab.run(
                        "const last = recorded.findLast((e) => e[1].includes('\"r\"')); for (let i = 0; i < 3; i++) last[0].send(last[1]);"
                    )
                    // A later message on the same connection is handled after the replayed ones.
                    try await tab.clickLabel("Like 0")
                    #expect(try await tab.run("return recorded.filter((e) => e[1].includes('\"n\":1,')).length") == 4)
                    #expect(try fixture.store(of: Shop.self).items.count == 4)
                }
            }

            @Test("M15 · two tabs share a page on its own actor, and each sees the other's changes")
            func shared()
                async throws
            {
                let server = WebServer(
                    port: 0, sessions: .shared { _ in Navigator(root: Shop(), stacked: true, on: Engine()) })
                let running = Task { try await server.run() }
                let (one, other) = (try await Browser.shared.tab(), try await Browser.shared.tab())
                for tab in [one, other] {
                    try await tab.open("http://localhost:\(try await server.port)/")
                    try await tab.untilLive()
                }
                try await one.clickLabel("Like 0")
                try await other.until(
                    "[...document.querySelectorAll('button')].some((e) => e.textContent === 'Like 1')")
                try await other.type("both", into: "#search")
                try await one.until("document.querySelector('#search').value === 'both'")
                try await one.clickLabel("Item 2")
                try await other.until("location.pathname === '/items/2' && document.querySelector('#text')")
                for tab in [one, other] { try await tab.close() }
                running.cancel()
                try await running.value
            }

            @Test("M15 · a page of another origin has no access") func foreign() async throws {
                try await LivePageFixture.run(Shop()) { fixture in
                    let mine = try await fixture.openTab()
                    let session = try await mine.run("return document.documentElement.dataset.session").text ?? ""
                    let tab = try await Browser.shared.tab()
                    try await tab.open("data:text/html,<p>elsewhere</p>")
                    let script = """
                        const [site, session] = arguments, socket = new WebSocket(site.replace('http', 'ws') + '/millrace/live');
                        const form = () => fetch(site + `/millrace/send?s=${session}&q=2`, { method: 'POST', credentials: 'include',
                            headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'r=3' });
                        return new Promise((done) => {
                            socket.onopen = () => done('open');
                            socket.onclose = () => form().then((answer) => done(answer.type), () => done('nothing'));
                        });
                        """
                    #expect(try await tab.run(script, .string(fixture.site), .string(session)) == "nothing")
                    // A browser lets any page submit a form to any site.
                    try await tab.open(
                        "data:text/html,<form method=post action='\(fixture.site)/millrace/send?s=\(session)%26q=2'><button name=r value=3>x</button></form>"
                    )
                    try await tab.click("button")
                    try await tab.untilFound("//*[contains(text(), 'another site')]")
                    try await tab.close()
                    #expect(try fixture.store(of: Shop.self).items.count == 3)
                }
            }

            @Test("M15 · without JavaScript, a page works with forms and links") func noScript() async throws {
                try await LivePageFixture.run(Shop()) { fixture in
                    let tab = try await fixture.openTab()
                    try await tab.runDevToolsCommand("Emulation.setScriptExecutionDisabled", ["value": true])
                    try await tab.open(fixture.site + "/")
                    try await tab.click("li button")
                    try await tab.untilFound("//button[text() = 'Like 1']")
                    try await tab.type("a book", into: "#search")
                    try await tab.click("[aria-keyshortcuts=n]")
                    try await tab.untilFound("//a[text() = 'Item 4']")
                    let shop = try fixture.store(of: Shop.self)
                    #expect(shop.likes == [1: 1] && shop.query == "a book" && shop.items.count == 4)
                    try await tab.type("Ann", into: "[name=name]")
                    try await tab.click("form[data-r] button")
                    try await tab.untilFound("//p[text() = '1 for Ann']")
                    #expect(shop.order?.name == "Ann")
                    try await tab.click("li a")
                    try await tab.untilFound("//h1[text() = 'Item 4']")
                    #expect(try await tab.url == fixture.site + "/items/4")
                    try await tab.runDevToolsCommand("Emulation.setScriptExecutionDisabled", ["value": false])
                }
            }

            @Test("M15 · closing a tab does not affect the others") func closed() async throws {
                try await LivePageFixture.run(Shop()) { fixture in
                    let (one, other) = (try await fixture.openTab(), try await fixture.openTab())
                    try await one.open("about:blank")
                    try await other.clickLabel("Add")
                    #expect(try fixture.store(of: Shop.self).items.count == 4)
                }
            }
        }
    }

    extension LivePageFixture {
        /// Closes all connections. The sessions stay.
        func disconnectAll() {
            for session in sessions { session.page?.browsers.keys.forEach { session.disconnect($0) } }
        }
    }

    extension Tab {
        /// Disconnects the browser from the network, or connects it again.
        func setOffline(_ isOffline: Bool) async throws {
            try await runDevToolsCommand("Network.enable", [:])
            try await runDevToolsCommand(
                "Network.emulateNetworkConditions",
                ["offline": .bool(isOffline), "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
        }
    }
#endif
