#if (Testing && Web) || App
    import Foundation
    import MillraceKit
    import MillraceTesting
    import Testing

    // The recipes of the guide Recipes that are about effects. Each is a type, so that their names do not collide.

    @MainActor @Suite("Guides · Recipes, a timer") struct TimerRecipe {
        struct Stopwatch: Reducer {
            struct State: Hashable {
                var isRunning = false
                var seconds = 0
            }
            enum Action: Equatable { case startOrStop, tick(Interval.Tick) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .startOrStop: state.isRunning.toggle()
                case .tick(let tick): state.seconds += tick.periods
                }
                return .none
            }

            func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
                if state.isRunning { commands.every(.seconds(1), as: Action.tick, id: "tick") }
            }
        }

        @MainActor @Test func twoSeconds() {
            let store = TestStore(Stopwatch.State(), Stopwatch())
            store.send(.startOrStop) { $0.isRunning = true }
            store.clock.advance(by: .seconds(2))
            store.receive(.tick(.init())) { $0.seconds = 1 }
            store.receive(.tick(.init())) { $0.seconds = 2 }
            store.send(.startOrStop) { $0.isRunning = false }
            store.clock.advance(by: .seconds(10))
        }
    }

    @MainActor @Suite("Guides · Recipes, a date or a UUID") struct DateRecipe {
        struct CurrentDate: Command, Hashable {
            typealias Output = Date
            typealias Progress = Never
            typealias Failure = Never
        }

        struct NewUUID: Command, Hashable {
            typealias Output = UUID
            typealias Progress = Never
            typealias Failure = Never
        }

        func handleDates(on engine: Engine) {
            engine.handle(CurrentDate.self) { _ in Date() }
            engine.handle(NewUUID.self) { _ in UUID() }
        }

        struct Letter: Reducer {
            struct State: Hashable {
                var sentAt: Date?
                var id: UUID?
            }
            enum Action { case send, dated(Event<CurrentDate>), named(Event<NewUUID>) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .send:
                    return .execute(CurrentDate(), as: Action.dated).and(.execute(NewUUID(), as: Action.named))
                case .dated(.data(let date)): state.sentAt = date
                case .named(.data(let id)): state.id = id
                }
                return .none
            }
        }

        @Test func answeredAtOnce() {
            let engine = Engine()
            handleDates(on: engine)
            let letter = Store(Letter.State(), Letter(), on: engine)
            letter.send(.send)
            #expect(letter.state.sentAt != nil && letter.state.id != nil)
        }
    }

    @MainActor @Suite("Guides · Recipes, a debounced search") struct SearchRecipe {
        struct FindTitles: Command, Hashable {
            typealias Output = [String]
            typealias Progress = Never
            let text: String
        }

        struct Search: Reducer {
            struct State: Hashable {
                var text = ""
                var titles: [String] = []
            }
            enum Action { case typed(String), found(Event<FindTitles>) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .typed(""):
                    state = State()
                    return .cancel("typing").and(.cancel(FindTitles.self))
                case .typed(let text):
                    state.text = text
                    let find = FindTitles(text: text)
                    return .debounce(
                        .milliseconds(300), id: "typing", .execute(find, as: Action.found, policy: .latest))
                case .found(.data(let titles)):
                    state.titles = titles
                case .found(.failure):
                    state.titles = []
                }
                return .none
            }
        }

        @Test func search() {
            let store = TestStore(Search.State(), Search())
            store.send(.typed("E")) { $0.text = "E" }
            store.clock.advance(by: .milliseconds(200))
            store.send(.typed("Em")) { $0.text = "Em" }
            store.clock.advance(by: .milliseconds(300))
            store.complete(FindTitles(text: "Em"), with: ["Emma"]) { $0.titles = ["Emma"] }
            store.send(.typed("Emm")) { $0.text = "Emm" }
            store.clock.advance(by: .milliseconds(300))
            store.send(.typed("")) { $0 = Search.State() }
            store.finish()
        }
    }

    @MainActor @Suite("Guides · Recipes, an optimistic update") struct OptimisticRecipe {
        struct StoreLike: Command, Hashable {
            typealias Output = Void
            typealias Progress = Never
            let isLiked: Bool
        }

        struct LikeButton: Reducer {
            struct State: Hashable {
                var isLiked = false
                var stored = false
                var requests: [Bool] = []
            }
            enum Action { case tapped, ended(Event<StoreLike>) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .tapped:
                    state.isLiked.toggle()
                    state.requests.append(state.isLiked)
                    let store = StoreLike(isLiked: state.isLiked)
                    return .execute(store, as: Action.ended, policy: .queue)
                case .ended(let event):
                    let requested = state.requests.removeFirst()
                    if event.error == nil { state.stored = requested }
                    if state.requests.isEmpty { state.isLiked = state.stored }
                }
                return .none
            }
        }

        @Test func rollback() {
            let store = TestStore(LikeButton.State(), LikeButton())
            store.send(.tapped) { ($0.isLiked, $0.requests) = (true, [true]) }
            store.fail(StoreLike.self, with: Offline()) { ($0.isLiked, $0.requests) = (false, []) }
        }

        @MainActor @Test func showsWhatIsStored() {
            Explorer(LikeButton.State(), LikeButton())
                .actions { $0.requests.count < 3 ? [.tapped] : [] }
                .outcomes(of: StoreLike.self) { _ in [.complete(()), .fail(Offline())] }
                .always("shows what is stored when nothing is requested") {
                    $0.isPending(StoreLike.self) || $0.state.isLiked == $0.state.stored
                }
                .check()
        }

        struct Offline: Error, Hashable {}
    }

    @MainActor @Suite("Guides · Recipes, pagination") struct PaginationRecipe {
        struct FetchPage: Command, Hashable {
            typealias Output = Page
            typealias Progress = Never
            let number: Int
        }

        struct Page: Hashable {
            var titles: [String]
            var next: Int?
        }

        struct Articles: Reducer {
            struct State: Hashable {
                var titles: [String] = []
                var next: Int? = 1
                var isLoading = false
            }
            enum Action { case reachedEnd, fetched(Event<FetchPage>) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .reachedEnd:
                    guard let next = state.next, !state.isLoading else { return .none }
                    state.isLoading = true
                    return .execute(FetchPage(number: next), as: Action.fetched)
                case .fetched(.data(let page)):
                    state.titles += page.titles
                    state.next = page.next
                    state.isLoading = false
                case .fetched(.failure):
                    state.isLoading = false
                }
                return .none
            }
        }

        struct Offline: Error {}

        @Test func pages() {
            let store = TestStore(Articles.State(), Articles())
            store.send(.reachedEnd) { $0.isLoading = true }
            store.send(.reachedEnd)
            store.complete(FetchPage(number: 1), with: Page(titles: ["a"], next: 2)) {
                $0 = Articles.State(titles: ["a"], next: 2)
            }
            store.send(.reachedEnd) { $0.isLoading = true }
            store.fail(FetchPage(number: 2), with: Offline()) { $0.isLoading = false }
            store.send(.reachedEnd) { $0.isLoading = true }
            store.complete(FetchPage(number: 2), with: Page(titles: ["b"], next: nil)) {
                $0 = Articles.State(titles: ["a", "b"], next: nil)
            }
            store.send(.reachedEnd)
        }
    }

    @MainActor @Suite("Guides · Recipes, a web socket") struct SocketRecipe {
        struct Connect: Command, Hashable {
            typealias Output = String
            typealias Progress = Never
            let room: String
        }

        struct Chat: Reducer {
            struct State: Hashable {
                var room: String?
                var messages: [String] = []
                var isOffline = false
            }
            enum Action { case join(String), leave, received(Event<Connect>) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .join(let room): state = State(room: room)
                case .leave: state.room = nil
                case .received(.data(let message)): state.messages.append(message)
                case .received(.failure): state.isOffline = true
                }
                return .none
            }

            func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
                guard let room = state.room else { return }
                let retry = Retry.times(10, delay: .seconds(1), factor: 2, upTo: .seconds(60), jitter: 0.5)
                commands.execute(Connect(room: room), as: Action.received, id: "socket", retry: retry)
            }
        }

        /// A web socket, as a sequence of messages.
        struct Socket: AsyncSequence {
            typealias Element = String
            let room: String
            func makeAsyncIterator() -> AsyncStream<String>.Iterator {
                AsyncStream { stream in
                    stream.yield("Welcome to \(room)")
                    stream.finish()
                }.makeAsyncIterator()
            }
        }

        func connect(_ engine: Engine) {
            engine.handle(Connect.self) { command, reply async throws in
                for try await message in Socket(room: command.room) { reply.data(message) }
            }
        }

        @Test func messages() async {
            let store = TestStore(Chat.State(), Chat()) { connect($0) }
            store.send(.join("swift")) { $0.room = "swift" }
            await store.settle()
            store.receive(where: { if case .received(.data) = $0 { true } else { false } }) {
                $0.messages = ["Welcome to swift"]
            }
            store.send(.leave) { $0.room = nil }
            await store.finish()
        }

        @Test func leaving() {
            let store = TestStore(Chat.State(), Chat())
            store.send(.join("swift")) { $0.room = "swift" }
            store.answer(Connect(room: "swift"), with: .data("Hello")) { $0.messages = ["Hello"] }
            store.send(.leave) { $0.room = nil }
            #expect(store.pending.isEmpty)
        }
    }

    @MainActor @Suite("Guides · Recipes, a file upload") struct UploadRecipe {
        struct Upload: Command, Hashable {
            typealias Output = Void
            typealias Progress = Double
            let file: String
        }

        struct Uploader: Reducer {
            enum State: Hashable { case idle, uploading(Double), done, failed }
            enum Action { case chose(String), cancel, upload(Event<Upload>) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .chose(let file):
                    state = .uploading(0)
                    return .execute(
                        Upload(file: file), as: Action.upload, policy: .latest, retry: .times(2, delay: .seconds(1)))
                case .cancel:
                    state = .idle
                    return .cancel(Upload.self)
                case .upload(.progress(let part)):
                    state = .uploading(part)
                case .upload(.data):
                    state = .done
                case .upload(.failure):
                    state = .failed
                }
                return .none
            }
        }

        struct Server { func send(_ part: Int, of file: String) async throws {} }

        func handle(_ engine: Engine, _ server: Server) {
            engine.handle(Upload.self) { command, reply async throws in
                for part in 1...4 {
                    try await server.send(part, of: command.file)
                    reply.progress(Double(part) / 4)
                }
                reply.finish(with: ())
            }
        }

        @Test func upload() async {
            let store = TestStore(Uploader.State.idle, Uploader()) { handle($0, Server()) }
            store.exhaustivity = .off
            store.send(.chose("photo.jpg"))
            await store.settle()
            #expect(store.store.state == .done)
        }

        @Test func cancelled() {
            let store = TestStore(Uploader.State.idle, Uploader())
            store.send(.chose("photo.jpg")) { $0 = .uploading(0) }
            store.answer(Upload(file: "photo.jpg"), with: .progress(0.5)) { $0 = .uploading(0.5) }
            store.send(.cancel) { $0 = .idle }
            #expect(store.pending.isEmpty)
        }
    }
#endif
