#if Hummingbird || App
    import Millrace
    import MillraceExtras
    import MillraceHummingbird
    import MillraceModules
    import Testing

    @testable import WebTestSupport

    /// A page that changes by itself, with links that a browser follows without leaving the page.
    private struct Ticker: Module, WebModule {
        struct State { var ticks = 0, presses = 0 }
        enum Action { case tick, press }

        func state(for _: Void) -> State { State() }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            commands.every(.milliseconds(20), as: .tick, id: "tick")
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .tick: state.ticks += 1
            case .press: state.presses += 1
            }
            return .none
        }

        func view(_ state: State) -> HTML<Action> {
            p { "\(state.ticks)" }.id("ticks")
            button("Pressed: \(state.presses)", send: .press)
            link(to: "/report") { "Report" }
            link(to: "mailto:ada@example.com") { "Write" }
            link(to: "https://example.com") { "Leave" }
        }
    }

    extension BrowserTests {
        @Suite struct LeavingLinkTests {
            @Test(
                "Pages in a browser · after a link to an attachment or to mail, the page ticks on and each press works once"
            )
            func links() async throws {
                try await MountFixture.run(Ticker()) { fixture in
                    let tab = try await Browser.shared.tab()
                    try await follow(["Report", "Write"], in: tab, of: fixture)
                    try await tab.close()
                }
            }

            @Test(
                "Pages in a browser · after a link whose `beforeunload` prompt is dismissed, the page ticks on and a press works once"
            )
            func leaving() async throws {
                let browser = try await Browser.open(declinesLeaving: true)
                try await MountFixture.run(Ticker()) { fixture in
                    let tab = try await browser.tab()
                    // A timer runs only after the prompt is closed.
                    let script = """
                        onbeforeunload = (event) => {
                            event.preventDefault();
                            window.questions = (window.questions ?? 0) + 1;
                            setTimeout(() => fetch("/signal"));
                        }
                        """
                    try await tab.runBeforeEach(script)
                    try await open(fixture, in: tab)
                    try await tab.click("a[href^='https:']")
                    // While the prompt is open, chromedriver rejects commands.
                    for await _ in fixture.signals { break }
                    try await ticksAndPressesOnce(tab, number: 0)
                    #expect(try await tab.run("return window.questions") == 1)
                    #expect(try await tab.run("return window.isSame") == true)
                }
                try await browser.close()
            }

            /// Opens the page, and follows each link.
            private func follow(_ links: [String], in tab: Tab, of fixture: MountFixture) async throws {
                try await open(fixture, in: tab)
                for (number, label) in links.enumerated() {
                    try await tab.clickLabel(label)
                    try await ticksAndPressesOnce(tab, number: number)
                }
                #expect(try await tab.run("return window.isSame") == true)
            }

            private func open(_ fixture: MountFixture, in tab: Tab) async throws {
                try await tab.open("http://\(fixture.host)/")
                try await tab.untilLive()
                try await tab.run("window.isSame = true")
            }

            /// Waits for five ticks of the page's clock, and presses its button.
            private func ticksAndPressesOnce(_ tab: Tab, number: Int) async throws {
                let before = try await tab.run("return Number(document.querySelector('#ticks').textContent)")
                try await tab.until("Number(document.querySelector('#ticks').textContent) > arguments[0] + 5", before)
                try await tab.clickLabel("Pressed: \(number)")
                try await tab.until(
                    "[...document.querySelectorAll('button')].some((e) => e.textContent === arguments[0])",
                    .string("Pressed: \(number + 1)"))
            }
        }
    }
#endif
