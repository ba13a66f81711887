#if Hummingbird || App
    import MillraceHummingbird
    import MillraceWeb
    import Testing

    @testable import WebTestSupport

    extension BrowserTests {
        /// Signing in and out in Chromium.
        @Suite("Accounts, in a browser") struct SignInBrowserTests {
            @Test(
                "Identity · a sign-in in a live page keeps it, and a sign-out ends it in all tabs",
                arguments: [false, true])
            func signIn(usesEvents: Bool) async throws {
                try await OfficeFixture.run { configuration in
                    configuration.clock = ContinuousClock()
                } _: { office in
                    let (tab, other) = (try await Browser.shared.tab(), try await Browser.shared.tab())
                    do {
                        if usesEvents {
                            for each in [tab, other] { try await each.runBeforeEach(Self.blockedSockets) }
                        }
                        try await tab.open(office.site)
                        try await tab.untilLive()
                        try await tab.clickLabel("Press")
                        try await tab.type("a note", into: "#note")
                        try await tab.type("ada", into: "#name")
                        try await tab.type("adaada", into: "#password")
                        try await tab.click("#enter")
                        try await tab.until("document.querySelector('h1').textContent === 'Hello ada'")
                        // The exchange gives the browser its cookie, which no script can read, and the page a new session.
                        try await tab.until(
                            "history.state?.session && history.state.session !== document.documentElement.dataset.session"
                        )
                        try await tab.untilLive()
                        try await tab.clickLabel("Press")
                        try await tab.until("document.querySelector('#presses').textContent === '2 presses'")
                        #expect(try await tab.value("#note") == "a note")
                        #expect(try await tab.run("return document.cookie") == .string(""))
                        try await other.open(office.site)
                        try await other.untilLive()
                        #expect(try await other.texts("h1") == ["Hello ada"])
                        try await tab.click("#leave")
                        for each in [tab, other] {
                            try await each.until("document.querySelector('h1').textContent === 'Hello stranger'")
                        }
                        for each in [tab, other] { try await each.close() }
                    } catch {
                        for each in [tab, other] { try? await each.close() }
                        throw error
                    }
                }
            }

            /// Lets the browser open no WebSocket.
            private static let blockedSockets = """
                window.WebSocket = class {
                    constructor() { setTimeout(() => this.onclose?.()); }
                    close() {}
                };
                """
        }
    }
#endif
