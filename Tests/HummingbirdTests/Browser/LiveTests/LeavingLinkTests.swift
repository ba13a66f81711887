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
                    try await tab.runBeforeEach(
                        "onbeforeunload = (event) => { event.preventDefault(); window.questions = (window.questions ?? 0) + 1 }"
                    )
                    try await follow(["Leave"], in: tab, of: fixture)
                    #expect(try await tab.run("return window.questions") == 1)
                }
                try await browser.close()
            }

            /// Opens the page, and follows each link. After each, waits for the clock of the page, and presses its button.
            private func follow(_ links: [String], in tab: Tab, of fixture: MountFixture) async throws {
                try await tab.open("http://\(fixture.host)/")
                try await tab.untilLive()
                try await tab.run("window.isSame = true")
                for (number, label) in links.enumerated() {
                    let before = try await tab.run("return Number(document.querySelector('#ticks').textContent)")
                    try await tab.clickLabel(label)
                    try await tab.until(
                        "Number(document.querySelector('#ticks').textContent) > arguments[0] + 5", before)
                    try await tab.clickLabel("Pressed: \(number)")
                    try await tab.until(
                        "[...document.querySelectorAll('button')].some((e) => e.textContent === arguments[0])",
                        .string("Pressed: \(number + 1)"))
                }
                #expect(try await tab.run("return window.isSame") == true)
            }
        }
    }
#endif
