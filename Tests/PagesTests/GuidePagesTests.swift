#if (Hummingbird || Web) && SQLite || App
    import GuideBlocks
    import Millrace
    import MillraceDurable
    import MillraceKit
    import Testing

    @testable import MillracePages
    @testable import MillraceWeb

    /// Runs the code of the guide “Pages that survive”.
    @Suite("Guides · Pages that survive") struct GuidePagesTests {
        @Test("Guides · each code block of “Pages that survive” is compiled and run") func blocks() throws {
            let guide = try Guide(at: "Sources/MillracePages/MillracePages.docc/PagesThatSurvive.md")
            #expect(guide.blocks.count == 4)
            #expect(try guide.strays(in: "Tests/PagesTests/GuidePages.swift") == [])
        }

        @Test("Guides · the postcard is there after a restart") func postcard() async throws {
            let storage = DurableStorage.memory()
            let sessions = makeSessions(storage)
            let first = try await sessions.make("id", Visitor())
            let name = try #require(await first.storageState).name
            let owner = SessionOwner(cookie: "c", address: "192.0.2.1", account: nil, signIn: nil)
            await first.store(SessionRecord(id: "id", name: name, owner: owner, end: nil, bytes: 0))
            await first.end()
            let second = try await sessions.storage?.session("id", Visitor(), named: name)
            #expect(await second?.content.html.contains("Postcard") == true)
            await second?.end()
        }
    }
#endif
