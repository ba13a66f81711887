#if Testing || App
    import MillraceHistory
    import Foundation
    import GuideBlocks
    import Millrace
    import MillraceJournal
    import MillraceTesting
    import Testing

    #if Tokens || App
        import MillraceTokens
    #endif

    /// Compiles and runs the code of the guide to recordings, and replays each recording beside it.
    @MainActor struct ReplayGuideTests {
        @Test("Guides · the recordings are found")
        func found() throws { #expect(try recordings().map(\.lastPathComponent) == ["dune.jsonl", "version-1.jsonl"]) }

        @Test("Guides · the result of a replay in code", arguments: try recordings())
        func outcome(_ recording: URL) throws {
            switch try Replay(recording, Shop()).run() {
            case .same(let summary): print(summary.turns, summary.states, summary.requests, summary.skipped)
            case .different(let mismatch, _): print(mismatch.causes, mismatch.subject)
            case .nothing: print("The recording has no action of this store.")
            }
            guard case .same(let summary) = try Replay(recording, Shop()).run() else {
                Testing.Issue.record("It must be the same.")
                return
            }
            #expect(summary.turns == 4 && summary.states == 3 && summary.requests == 1)
            #expect(summary.events == (recording.lastPathComponent == "dune.jsonl" ? 1 : 0))
        }

        private func withFile(_ body: (FileHandle) async throws -> Void) async throws -> URL {
            let url = URL.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
            try Data().write(to: url)
            let file = try FileHandle(forWritingTo: url)
            try await body(file)
            try file.close()
            return url
        }

        @Test("Guides · recording and replaying")
        func recording() async throws {
            let url = try await withFile { file in
                let engine = Engine(scheduler: TestClock())
                engine.handle(FindBooks.self) { [$0.text] }

                engine.history = History(records: 10_000)
                let shop = Store(Shop.State(), Shop(), on: engine)
                let recorder = try StoreRecorder(shop)
                shop.send(.enter("emma@example.org"))
                try await shop.send(.look("Dune")).finished()
                try recorder.write { lines in try file.write(contentsOf: Data(lines.utf8)) }
                try recorder.end { lines in try file.write(contentsOf: Data(lines.utf8)) }
            }
            #expect(issues { Replay(url, Shop()).check() } == [])
            #expect(try Recording(contentsOf: url).count == 4)
            try FileManager.default.removeItem(at: url)
        }

        @Test("Guides · recording a whole engine")
        func engine() async throws {
            let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let engine = Engine()

            let recorder = try Recorder(engine, folder: folder)
            let shop = Store(Shop.State(), Shop(), on: engine)
            shop.send(.enter("emma@example.org"))
            await recorder.end()

            let found = issues {
                Replay(folder, Shop()).check()
            }
            #expect(found == [])
        }

        @Test("Guides · reading a part of a recording")
        func part() throws {
            let file = try #require(recordings().first)
            let found = try issues {
                let reader = RecordingReader(file)
                let all = try reader.read()
                print(all.count, all.isEnded)
                #expect(all.count == 4 && all.isEnded)
                let part = try reader.read(turns: 3...4)
                Replay(part, Shop()).check()
                #expect(part.range == 3...4)
            }
            #expect(found.map(\.isWarning) == [true])
        }

        #if Tokens || App
            @Test("Guides · recording with tokens, and replaying")
            func tokens() async throws {
                let engine = Engine(scheduler: TestClock())
                engine.handle(FindBooks.self) { [$0.text] }
                engine.history = History(records: 10_000)
                let shop = Store(Shop.State(), Shop(), on: engine)
                let key = [UInt8](repeating: 1, count: 32)

                let tokens = try Tokens(fields: ["reader", "enter"], key: key)
                let recorder = try StoreRecorder(shop, tokens: tokens)

                shop.send(.enter("emma@example.org"))
                try await shop.send(.look("Dune")).finished()
                var text = ""
                try recorder.end { text += $0 }
                #expect(!text.contains("emma"))
                #expect(issues { Replay(text, Shop()).check() } == [])
                // The recording beside the tests was created like this.
                let file = try #require(recordings().first)
                #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(text)")
            }
        #endif

        @Test("Guides · the failure in the guide is the actual one")
        func failure() throws {
            struct Shop: Reducer {
                func reduce(_ state: inout ShopAsItWas.State, _ action: ShopAsItWas.Action) -> Flow<Self> {
                    switch action {
                    case .enter(let reader): state.reader = reader
                    case .look(let text):
                        state.isLooking = true
                        let find = FindBooks(text: text, reader: state.reader)
                        return .execute(find, as: Action.found, policy: .latest)
                    case .found(.data(let books)): state.books = books
                    case .found: break
                    }
                    return .none
                }
            }
            let file = try #require(recordings().first)
            let text = try #require(issues { Replay(file, Shop()).check() }.first?.text)
            #expect(try Guide.text(at: path).contains("```text\n\(text)\n```"), "\(text)")
        }

        @Test("Guides · every code block about recordings is in the tests")
        func blocks() throws {
            let guide = try Guide(at: path)
            #expect(guide.blocks.count == 9)
            #expect(try guide.strays(in: "Tests/MillraceTestingTests/ReplayGuideTests.swift") == [])
        }

        private let path = "Sources/MillraceTesting/MillraceTesting.docc/Replaying.md"
    }

    /// The recordings beside the tests.
    func recordings() throws -> [URL] {
        let folder = try #require(Bundle.module.url(forResource: "Recordings", withExtension: nil))
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return files.sorted { $0.path < $1.path }
    }

    @Test("every recording is reduced as it was", arguments: try recordings())
    func replays(_ recording: URL) {
        Replay(recording, Shop()).check()
    }

    typealias ShopAsItWas = Shop

    struct FindBooks: Command, Codable {
        typealias Output = [String]
        var text: String
        var reader: String
    }

    struct Shop: Reducer {
        struct State: Codable, Equatable {
            var reader = ""
            var books: [String] = []
            var isLooking = false
            var error: String?
        }
        enum Action: Codable { case enter(String), look(String), found(Event<FindBooks>) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .enter(let reader): state.reader = reader
            case .look(let text):
                state.isLooking = true
                return .execute(FindBooks(text: text, reader: state.reader), as: Action.found, policy: .latest)
            case .found(.progress): break
            case .found(.data(let books)): (state.books, state.isLooking) = (books, false)
            case .found(.failure(let error)): (state.error, state.isLooking) = ("\(error)", false)
            }
            return .none
        }
    }
#endif
