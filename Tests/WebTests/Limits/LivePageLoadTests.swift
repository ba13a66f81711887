#if Web || Hummingbird || App
    import MillraceModules
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    @MainActor @Suite("The load of a live page") struct LivePageLoadTests {
        private func livePage() async throws -> LivePage {
            let session = try await MainActorSession("s", isShared: false) {
                Navigator(root: Gadget(), on: Engine())
            }
            return LivePage(id: "s", page: session, connectionID: 1, number: 1, load: PageLoad())
        }

        @Test("is recorded once for the frames before the registry's turn, as it is after the last one") func once()
            async throws
        {
            let live = try await livePage()
            #expect(!live.note(PageLoad(memory: 63_999)) && live.note(PageLoad(memory: 64_000)))
            #expect(!live.note(PageLoad(memory: 200_000)) && !live.note(PageLoad(memory: 100_000, isLarge: true)))
            #expect(live.isLarge && live.takeLoad() == PageLoad(memory: 100_000, isLarge: true))
            #expect(!live.note(PageLoad(memory: 100_000, isLarge: true)) && live.note(PageLoad(memory: 100_000)))
        }
    }
#endif
