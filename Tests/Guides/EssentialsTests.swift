#if (Testing && Web) || App
    import Foundation
    import GuideBlocks
    import MillraceKit
    import MillraceTesting
    import MillraceHummingbird
    import MillraceWeb
    import TestSupport
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    struct ReadingList: ComposedReducer {
        struct State: Hashable {
            var books: [Book.State] = []
            var title = ""
            var isSaved = true
        }
        enum Action: Equatable {
            case typed(String), add, book(Int, Book.Action), saved(Event<SaveBooks>)
            var book: (Int, Book.Action)? { if case .book(let id, let it) = self { (id, it) } else { nil } }
        }

        var body: some ReducerBody<Self> {
            Reduce { state, action in
                switch action {
                case .typed(let title):
                    state.title = title
                case .add:
                    state.books.append(Book.State(id: state.books.count + 1, title: state.title))
                    state.title = ""
                case .saved(.data):
                    state.isSaved = true
                case .saved(.failure), .book:
                    break
                }
                return .none
            }
            .forEach(\.books, action: .case(Action.book, \.book)) { Book() }
            .onChange(of: \.books) { _, books, state in
                state.isSaved = false
                return .execute(SaveBooks(books: books), as: Action.saved, policy: .latest)
            }
        }
    }

    extension ReadingList: WebModule {
        func state(for books: [Book.State]) -> State { State(books: books) }

        func view(_ state: State) -> HTML<Action> {
            h1 { "Reading list" }
            ul {
                each(state.books) { book in
                    li {
                        toggle("\(book.title) is read", isOn: book.isRead) { _ in .book(book.id, .toggleRead) }
                        book.title
                    }
                }
            }
            textField("Title", value: state.title, send: Action.typed)
            button("Add", send: .add).disabled(state.title.isEmpty)
            p { state.isSaved ? "Saved" : "Not saved" }
        }
    }

    func readingServer(port: UInt16, file: URL) -> WebServer {
        WebServer(
            port: port,
            sessions: .shared { session in
                let engine = Engine()
                engine.handle(SaveBooks.self) { command throws(NotSaved) in
                    do {
                        try JSONEncoder().encode(command.books).write(to: file, options: .atomic)
                    } catch {
                        throw NotSaved()
                    }
                }
                let books = try? JSONDecoder().decode([Book.State].self, from: Data(contentsOf: file))
                return Navigator(root: ReadingList(), with: books ?? [], on: engine)
            })
    }

    /// The last version of the feature in the guide Essentials, its page, and the guide itself.
    @MainActor @Suite("Guides · Essentials") struct EssentialsTests {
        @Test func everyOrder() {
            Explorer(ReadingList.State(), ReadingList())
                .actions { state in
                    if !state.books.isEmpty { return [.book(1, .toggleRead)] }
                    return state.title.isEmpty ? [.typed("Emma")] : [.add]
                }
                .outcomes(of: SaveBooks.self) { _ in [.complete(()), .fail(NotSaved())] }
                .never("shown as saved during a save") { $0.state.isSaved && $0.isPending(SaveBooks.self) }
                .check()
        }

        @Test func page() throws {
            let page = ReadingList().render(ReadingList.State(books: [Book.State(id: 1, title: "Emma")]))
            #expect(page.html.contains("Emma"))
            #expect(try page.field("Title").type("Dune") == .typed("Dune"))
        }

        @Test("Every code block of the guide is in these files") func blocks() throws {
            let guide = try Essentials.guide()
            #expect(guide.blocks.blocks.count >= 8)
            #expect(try guide.blocks.strays(in: "Tests/Guides", "Tests/PagesTests") == [])
        }

        @Test("The manifest in the guide names products of this package and its trait for applications")
        func manifest() throws {
            let text = try Essentials.guide().text
            let start = try #require(text.range(of: "// swift-tools-version")?.lowerBound)
            let manifest = try #require(text[start...].components(separatedBy: "\n```").first)
            let package = try Guide.text(at: "Package.swift")
            let products = manifest.matches(of: #/product\(name: "(\w+)"/#).map(\.1)
            let traits = try #require(manifest.firstMatch(of: #/traits: \[(.*)\]/#)).1.split(separator: ", ")
            #expect(products.count == 6 && traits == ["\"App\""])
            for product in products { #expect(package.contains(".library(name: \"\(product)\"")) }
            for trait in traits { #expect(package.contains(".trait(\n            name: \(trait)")) }
        }
    }

    enum Essentials {
        /// The guide's text and its code blocks.
        static func guide() throws -> (text: String, blocks: Guide) {
            let path = "Sources/Millrace/Millrace.docc/Essentials.md"
            return (try Guide.text(at: path), try Guide(at: path))
        }
    }

    /// Apart from the other tests, because connections run in real time. The scripts run the suites with this ending separately.
    @MainActor @Suite("Guides · Essentials: the server") struct EssentialsWebTests {
        @Test("The server shows the books of the file") func server() async throws {
            try await withDeadlineForTest(sourceLocation: #_sourceLocation) {
                let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
                defer { try? FileManager.default.removeItem(at: file) }
                try JSONEncoder().encode([Book.State(id: 1, title: "Emma")]).write(to: file)
                let server = readingServer(port: 0, file: file)
                let running = Task { try await server.run() }
                let port = try await server.port
                let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
                let configuration = URLSessionConfiguration.ephemeral
                // A busy machine must not fail a test. The default is 60 s.
                configuration.timeoutIntervalForRequest = 600
                let (document, _) = try await URLSession(configuration: configuration).data(from: url)
                #expect(String(decoding: document, as: UTF8.self).contains("Emma"))
                running.cancel()
                try await running.value
            }
        }
    }
#endif
