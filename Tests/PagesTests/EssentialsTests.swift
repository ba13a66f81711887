#if (Hummingbird || Web) && SQLite || App
    import GuideBlocks
    import MillraceDurable
    import MillraceKit
    import MillracePages
    import MillraceTesting
    import Testing

    @testable import MillraceWeb

    // The last step of the guide Essentials. The books are those of its first steps.

    struct Book: Reducer {
        struct State: Hashable, Identifiable, Codable {
            let id: Int
            let title: String
            var isRead = false
        }
        enum Action: Hashable, Codable { case toggleRead }

        func reduce(_ book: inout State, _ action: Action) -> Flow<Self> {
            book.isRead.toggle()
            return .none
        }
    }

    struct ReadingList: ComposedReducer {
        struct State: Hashable, Codable {
            var books: [Book.State] = []
        }
        enum Action: Hashable, Codable {
            case add(String), book(Int, Book.Action)
            var book: (Int, Book.Action)? { if case .book(let id, let it) = self { (id, it) } else { nil } }
        }

        var body: some ReducerBody<Self> {
            Reduce { state, action in
                if case .add(let title) = action {
                    state.books.append(Book.State(id: state.books.count + 1, title: title))
                }
                return .none
            }
            .forEach(\.books, action: .case(Action.book, \.book)) { Book() }
        }
    }

    struct ReadingPage: WebModule {
        struct State: Hashable, Codable {
            var books: [Book.State] = []
            var title = ""
        }
        enum Action: Equatable {
            case observed(Event<RemoteObservation<ReadingList, [Book.State]>>)
            case typed(String), add, toggleRead(Int)
        }

        let list: RemoteStore<ReadingList>

        func state(for nothing: Void) -> State { State() }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            commands.observe(list, \.books, as: Action.observed, id: "books")
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .observed(.data(let books)):
                state.books = books
            case .observed(.failure):
                break
            case .typed(let title):
                state.title = title
            case .toggleRead(let id):
                return .send(.book(id, .toggleRead), to: list)
            case .add:
                let title = state.title
                state.title = ""
                return .send(.add(title), to: list)
            }
            return .none
        }

        func view(_ state: State) -> HTML<Action> {
            h1 { "Reading list" }
            ul {
                each(state.books) { book in
                    li {
                        toggle("\(book.title) is read", isOn: book.isRead) { _ in .toggleRead(book.id) }
                        book.title
                    }
                }
            }
            textField("Title", value: state.title, send: Action.typed)
            button("Add", send: .add).disabled(state.title.isEmpty)
        }
    }

    func readingPages(of list: RemoteStore<ReadingList>, in storage: DurableStorage) -> WebSessions {
        .perTab(durable: storage) { session, engine in
            Navigator(root: ReadingPage(list: list), on: engine.engine)
        }
    }

    @MainActor @Test func sharesTheList() {
        let list = Store(ReadingList.State(), ReadingList(), on: Engine()).remote
        let page = TestStore(ReadingPage(list: list))
        let books = [Book.State(id: 1, title: "Emma")]
        page.complete(RemoteObservation(\.books, of: list), with: books) { $0.books = books }
        page.send(.typed("Dune")) { $0.title = "Dune" }
        page.send(.add) { $0.title = "" }
        page.answer(RemoteSend(.add("Dune"), to: list), with: .end)
    }

    @MainActor @Suite("Guides · Essentials: pull the plug") struct EssentialsPagesTests {
        /// A process with the list and its pages.
        private func start(_ earlier: PageServer? = nil) async throws -> (PageServer, Store<ReadingList>) {
            let storage = await earlier?.backend.snapshot ?? .init()
            var list: Store<ReadingList>?
            let server = try await PageServer(
                storage,
                sessions: { storage in
                    let engine = try await storage.engine("books")
                    let store = try engine.store("list", ReadingList.State(), ReadingList())
                    try await engine.resume()
                    list = store
                    return readingPages(of: store.remote, in: storage)
                })
            return (server, try #require(list))
        }

        @Test("After a kill, the page shows the books and the half-typed title, and the list has all books") func kill()
            async throws
        {
            let (first, list) = try await start()
            let page = try await first.open()
            try await page.type("Emma", into: "Title")
            try await page.press("Add")
            for await books in list.values(of: \.books) where books.count == 1 { break }
            try await page.type("Dun", into: "Title")

            let (second, restored) = try await start(first)
            try await page.connect(to: second)
            let shown = await page.html
            #expect(shown.contains("Emma") && shown.contains("value=\"Dun\""))
            #expect(restored.state.books.map(\.title) == ["Emma"])
            for server in [first, second] { await server.registry.endAll() }
        }
    }
#endif
