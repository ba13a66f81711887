#if Web || App
    import MillraceModules
    import Testing

    @testable import Millrace
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// A module whose view can grow without an end.
    private struct Growing: Module {
        enum State { case short, endless, long(Int), deep(Int) }
        enum Action { case show(State) }
        let rows = Lock(0)

        func state(for _: Void) -> State { .short }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            if case .show(let new) = action { state = new }
            return .none
        }
    }

    /// The size of a page is limited while its views are evaluated.
    @MainActor @Suite struct PageLimitTests {
        private func show(_ state: Growing.State, _ limits: PageLimits = PageLimits()) throws -> (
            html: String, rows: Int
        ) {
            let (engine, module) = (Engine(), Growing())
            let navigator = Navigator(root: module, stacked: true, on: engine)
            let page = Page(navigator, id: "session", isShared: false, limits: limits)
            let store = try #require(navigator.store(of: Growing.self))
            store.send(.show(state))
            let html = page.content().html
            #expect(page.memory < 200_000)
            store.send(.show(.short))
            #expect(page.content().html.contains("<p>Short</p>"))
            return (html, module.rows.withLock { $0 })
        }

        @Test("Pages · a view without an end stops at the limit and shows a message") func endless() throws {
            let (html, rows) = try show(.endless, PageLimits(nodes: 3_000))
            #expect(
                html.contains(
                    #"<p class="m-error" role="alert">This page is too large. It has more than 3000 elements."#))
            #expect(!html.contains("Row") && rows <= 1_001)
        }

        @Test("Pages · a page that exceeds a limit is large, because it is evaluated up to the limit") func large()
            throws
        {
            let navigator = Navigator(root: Growing(), stacked: true, on: Engine())
            let page = Page(navigator, id: "session", isShared: false, limits: PageLimits(nodes: 6_000))
            let store = try #require(navigator.store(of: Growing.self))
            #expect(!page.load.isLarge)
            store.send(.show(.endless))
            #expect(page.content().html.contains("too large") && page.load.isLarge)
            store.send(.show(.short))
            for _ in 0...Page.changesAfterLarge { #expect(page.content().html.contains("Short")) }
            #expect(!page.load.isLarge)
        }

        @Test("Pages · the bytes of a page are limited") func bytes() throws {
            #expect(try show(.long(9_000)).html.contains("xxx"))
            #expect(try show(.long(10_001), PageLimits(bytes: 10_000)).html.contains("It has more than 10000 bytes."))
        }

        @Test("Pages · the depth of a page is limited") func depth() throws {
            #expect(try show(.deep(190)).html.contains("Bottom"))
            #expect(try show(.deep(100_000)).html.contains("nested more than 200 times"))
        }

        @Test("Pages · the limit holds for all scenes of a page together") func scenes() throws {
            func content(_ limit: Int, _ action: Shop.Action?) throws -> PageContent {
                let engine = Engine()
                let navigator = Navigator(root: Shop(), stacked: true, on: engine)
                let page = Page(navigator, id: "session", isShared: false, limits: PageLimits(nodes: limit))
                if let action { try #require(navigator.store(of: Shop.self)).send(action) }
                return page.content()
            }
            let nodes = try content(1_000, nil).nodeCount
            #expect(try !content(nodes, nil).html.contains("m-error"))
            #expect(try !content(2 * nodes, .open(1)).html.contains("m-error"))
            #expect(try content(nodes - 3, .open(1)).html.contains("m-error"))
        }

        @Test("Pages · the server's limits apply to its pages") func server() async throws {
            var configuration = LivePages.Configuration()
            configuration.limits.pageNodes = 50
            let registry = SessionRegistry(
                .perTab { _ in Navigator(root: Ledger(), stacked: true, on: Engine()) }, configuration,
                TimerQueue(ContinuousClock()))
            let client = ClientIdentity(cookie: "c", address: "a")
            let content = try await registry.open("/", client: client, keepsSession: true).content
            #expect(content.html.contains("It has more than 50 elements."))
            await registry.endAll()
        }
    }

    extension Growing: WebModule {
        func view(_ state: State) -> HTML<Action> {
            switch state {
            case .short: p { "Short" }
            case .endless:
                ul {
                    each(sequence(first: 0) { $0 + 1 }, id: \.self) { number in
                        let _ = rows.withLock { $0 += 1 }
                        li {
                            span { "Row \(number)" }
                        }
                    }
                }
            case .long(let count): p { String(repeating: "x", count: count) }
            case .deep(let count): (0..<count).reduce(HTML<Action> { "Bottom" }) { inner, _ in div { inner } }
            }
        }
    }
#endif
