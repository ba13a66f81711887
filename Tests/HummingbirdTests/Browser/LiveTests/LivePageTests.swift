#if Hummingbird || App
    import MillraceModules
    import Foundation
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        /// M15: real modules drive a real page in a real browser.
        @MainActor @Suite("M15 · live pages") struct LivePageTests {
            @Test("M15 · a page can be pressed, typed into, pushed, presented, embedded, replaced and dismissed")
            func everything()
                async throws
            {
                try await LivePageFixture.run(Shop()) { fixture in
                    let tab = try await fixture.openTab()
                    try await tab.clickLabel("Like 0")
                    try await tab.clickLabel("Up 0")
                    #expect(try await tab.texts("[data-module=Panel] button") == ["Up 1"])
                    try await tab.type("héllo <b>", into: "#search")
                    try await tab.until("document.querySelector('#echo').textContent === 'You look for “héllo <b>”.'")
                    try await tab.clickLabel("Item 2")
                    try await tab.until(url: fixture.site + "/items/2")
                    try await tab.type("some text", into: "#text")
                    try await tab.untilAnswered()
                    #expect(try fixture.store(of: Item.self).text == "some text")
                    try await tab.clickLabel("Basket")
                    #expect(try await tab.texts(".m-sheet h2") == ["Basket"])
                    try await tab.clickLabel("Done")
                    try await tab.clickLabel("Back")
                    try await tab.until(url: fixture.site + "/")
                    try await tab.clickLabel("About")
                    #expect(try await tab.texts("button") == ["To the shop"])
                    try await tab.clickLabel("To the shop")
                    #expect(try fixture.store(of: Shop.self).likes.isEmpty)
                }
            }

            @Test("M15 · the browser's Back and Forward work, and typed text is restored") func history()
                async throws
            {
                try await LivePageFixture.run(Shop()) { fixture in
                    let tab = try await fixture.openTab()
                    try await tab.clickLabel("Item 2")
                    try await tab.type("some text", into: "#text")
                    try await tab.untilAnswered()
                    try await tab.clickLabel("Basket")
                    try await tab.back()
                    try await tab.until("!document.querySelector('.m-layer')")
                    try await tab.back()
                    try await tab.until("!document.querySelector('#text')")
                    #expect(try await tab.run("return document.title") == "Shop (3)")
                    try await tab.forward()
                    try await tab.until("document.querySelector('#text')?.value === 'some text'")
                    try await tab.clickLabel("Hold")
                    // The URL changes, and the server then has it restored. Without the event, the wait could end
                    // before both.
                    try await tab.run("window.popped = false; addEventListener('popstate', () => { popped = true; })")
                    try await tab.back()
                    try await tab.until(
                        "popped && location.pathname === '/items/2' && document.querySelector('#text')")
                    try await fixture.waitUntilCurrent(tab)
                    try await tab.until(url: fixture.site + "/items/2")
                    #expect(fixture.navigators[0].tree.description == "Shop\n  panel: Panel\n› Item")
                }
            }

            @Test("M15 · a URL opens its scenes, and an unknown URL is not found") func addresses() async throws {
                try await LivePageFixture.run(Shop()) { fixture in
                    let tab = try await fixture.openTab("/items/3/basket")
                    #expect(try await tab.texts(".m-sheet h2") == ["Basket"])
                    try await tab.reload()
                    try await tab.untilLive()
                    #expect(try await tab.texts(".m-sheet h2") == ["Basket"])
                    try await tab.open(fixture.site + "/nowhere")
                    #expect(
                        try await tab.run("return document.body.textContent").text?.contains("Page not found") == true)
                }
            }

            @Test("M15 · an invalid live e-mail address, URL or number blocks no button") func invalidFields()
                async throws
            {
                try await LivePageFixture.run(Contact()) { fixture in
                    for (index, field) in ["#email", "#url", "#age"].enumerated() {
                        let tab = try await fixture.openTab()
                        try await tab.type("99", into: field)
                        try await tab.until("document.querySelector(arguments[0]).matches(':invalid')", .string(field))
                        try await tab.click("#save")
                        try await tab.until("document.querySelector('#saves').textContent === '1'")
                        let state = try fixture.store(of: Contact.self).state
                        #expect([state.email, state.url] == [index == 0 ? "99" : "", index == 1 ? "99" : ""])
                        #expect(state.age == 1)
                    }
                }
            }

            @Test("M15 · two tabs have separate windows and share the application's stores") func tabs()
                async throws
            {
                try await LivePageFixture.run(Shop()) { fixture in
                    let one = try await fixture.openTab()
                    let other = try await fixture.openTab()
                    try await one.clickLabel("Like 0")
                    #expect(try await other.texts("li button") == ["Like 0", "Like 0", "Like 0"])
                    #expect(fixture.navigators.count == 2)
                }
            }

            @Test("M15 · inserting a thousand rows above ten thousand keeps the focus and the scroll position")
            func rows() async throws {
                try await LivePageFixture.run(Rows()) { fixture in
                    let tab = try await fixture.openTab()
                    try await tab.run("document.querySelectorAll('li')[5000].scrollIntoView({ block: 'center' })")
                    try await tab.run("document.querySelectorAll('li button')[5000].focus()")
                    let look = """
                        const button = document.activeElement;
                        return [button.textContent, Math.round(button.getBoundingClientRect().top)];
                        """
                    let before = try await tab.run(look)
                    try fixture.store(of: Rows.self).send(.more(1_000))
                    try await fixture.waitUntilCurrent(tab)
                    #expect(try await tab.run("return document.querySelectorAll('li').length") == 11_000)
                    try await tab.untilDrawn()
                    #expect(try await tab.run(look) == before)
                }
            }

            @Test("M15 · hostile text stays text in elements, values, titles, keys and later changes")
            func hostile()
                async throws
            {
                try await LivePageFixture.run(Rows()) { fixture in
                    let tab = try await fixture.openTab()
                    let text =
                        "</title></textarea><script>window.failures.push('hacked')</script><img src=x onerror='failures.push(1)'>\"'&<!--"
                    try fixture.store(of: Rows.self).send(.named(text))
                    try await fixture.waitUntilCurrent(tab)
                    try await tab.until("document.querySelector('#name').textContent === arguments[0]", .string(text))
                    #expect(try await tab.value("#field")?.trimmingCharacters(in: .newlines) == text)
                    #expect(try await tab.run("return document.title") == .string(text))
                    try await tab.reload()
                    try await tab.untilLive()
                    #expect(try await tab.run("return document.querySelector('script:not([src])')") == nil)
                    #expect(try await tab.run("return window.failures") == [])
                }
            }

            @Test("M15 · the keyboard is sufficient: shortcuts work, and a sheet takes and returns the focus")
            func keyboard()
                async throws
            {
                try await LivePageFixture.run(Shop()) { fixture in
                    let tab = try await fixture.openTab()
                    try await tab.press("n")
                    try await tab.untilAnswered()
                    #expect(try fixture.store(of: Shop.self).items.count == 4)
                    try await tab.press("/")
                    #expect(try await tab.run("return document.activeElement.id") == "search")
                    try await tab.run(
                        "[...document.querySelectorAll('button')].find((e) => e.textContent === 'Basket').focus()")
                    try await tab.press(Key.enter)
                    try await tab.until("document.activeElement.closest('.m-sheet')")
                    #expect(try await tab.run("return document.querySelector('.m-window').inert") == true)
                    try await tab.clickLabel("Done")
                    #expect(try await tab.run("return document.activeElement.textContent") == "Basket")
                }
            }
        }
    }

    /// A module with ten thousand rows.
    struct Rows: Module {
        struct State {
            var rows = Array(0..<10_000)
            var name = ""
        }

        enum Action { case more(Int), named(String), pressed(Int) }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .more(let count): state.rows.insert(contentsOf: (0..<count).map { -1 - $0 }, at: 0)
            case .named(let name): state.name = name
            case .pressed: break
            }
            return .none
        }
    }

    extension Rows: WebModule {
        func title(_ state: State) -> String { state.name }

        func view(_ state: State) -> HTML<Action> {
            h1 { state.name }.id("name").title(state.name)
            textField("Name", value: state.name, send: Action.named).id("field")
            ul { each(state.rows, id: \.self) { row in li { button("Row \(row)", send: .pressed(row)) } } }
        }
    }

    /// A module with live fields whose format a browser knows.
    struct Contact: Module {
        struct State { var (email, url, age, saves) = ("", "", 1, 0) }
        enum Action { case email(String), url(String), age(Int), save }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .email(let email): state.email = email
            case .url(let url): state.url = url
            case .age(let age): state.age = age
            case .save: state.saves += 1
            }
            return .none
        }
    }

    extension Contact: WebModule {
        func view(_ state: State) -> HTML<Action> {
            textField("E-mail", value: state.email, kind: .email, send: Action.email).id("email")
            textField("URL", value: state.url, kind: .url, send: Action.url).id("url")
            numberField("Age", value: state.age, in: 1...9, send: Action.age).id("age")
            button("Save", send: .save).id("save")
            p { "\(state.saves)" }.id("saves")
        }
    }
#endif
