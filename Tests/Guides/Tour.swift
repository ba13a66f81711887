#if (Testing && Web) || App
    import GuideBlocks
    import MillraceKit
    import MillraceTesting
    import TestSupport
    import Testing

    /// The code of the guide Tour.
    @MainActor @Suite("Guides · Tour") struct Tour {
        struct Upload: Command, Hashable {
            typealias Output = Int
            typealias Failure = Offline
            let text: String
        }

        struct Offline: Error, Hashable {}

        struct Published: Fact, Hashable { let text: String }

        struct Post: Reducer {
            struct State: Hashable {
                var text = ""
                var number: Int?
            }
            enum Action: Equatable { case typed(String), publish, uploaded(Event<Upload>), discard }
            enum Output: Equatable { case finished }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .typed(let text):
                    state.text = text
                case .publish:
                    let upload = Upload(text: state.text)
                    return .execute(upload, as: Action.uploaded, policy: .first, retry: .times(2))
                        .then(.post(Published(text: state.text)).and(.output(.finished)))
                case .uploaded(.data(let number)):
                    state.number = number
                case .uploaded:
                    break
                case .discard:
                    return .cancel(Upload.self)
                }
                return .none
            }
        }

        struct Feed: Reducer {
            struct State: Hashable { var titles: [String] = [] }
            enum Action { case published(Published) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .published(let post): state.titles.append(post.text)
                }
                return .none
            }
        }

        struct Screen: Reducer {
            struct State: Hashable {
                var post = Post.State()
                var drafts: [Int: Post.State] = [:]
            }
            enum Action { case post(Post.Action), draft(Int, Post.Action), finished }

            let post = Post()

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .post(let action):
                    return post.reduce(&state.post, action)
                        .map(Action.post, output: { _ in .finished }, at: \.post)
                case .draft(let id, let action):
                    return post.reduce(&state.drafts, id: id, action)
                        .map(Action.draft, output: { _, _ in .finished }, at: \.drafts, id: id)
                case .finished:
                    return .none
                }
            }
        }

        struct Server: Sendable { func upload(_ text: String) async throws(Offline) -> Int { 7 } }

        @Test func post() {
            let store = TestStore(Post.State(), Post())
            store.send(.typed("Hello")) { $0.text = "Hello" }
            store.send(.publish)
            store.complete(Upload(text: "Hello"), with: 7) { $0.number = 7 }
            store.fact(Published(text: "Hello"))
            store.output(.finished)
        }

        @Test func screen() {
            let store = TestStore(Screen.State(), Screen())
            store.send(.post(.typed("Hello"))) { $0.post.text = "Hello" }
            #expect(store.pending.isEmpty)
        }

        @Test func stores() async throws {
            try await withDeadlineForTest(sourceLocation: #_sourceLocation) {
                let server = Server()
                var log: [String] = []

                let engine = Engine()
                engine.handle(Upload.self) { upload async throws(Offline) in try await server.upload(upload.text) }

                let post = Store(Post.State(), Post(), on: engine)
                let feed = Store(Feed.State(), Feed(), on: engine)
                feed.listen(to: Published.self, as: Feed.Action.published)

                post.send(.typed("Hello"))
                try await post.send(.publish).finished()
                #expect(feed.state.titles == ["Hello"])

                let history = History(records: 10_000)
                engine.history = history
                engine.middleware = [
                    .log { line in log.append(line) },
                    .intercept(Post.self) { action in
                        guard case .typed(let text) = action, text.count > 280 else { return .pass }
                        return .change(to: .typed(String(text.prefix(280))))
                    },
                    .intercept(Upload.self) { upload, message in
                        message.state(of: Post.self)?.text == "" ? .fail(with: Offline()) : .pass
                    },
                ]
                post.work { action, state in
                    guard case .typed = action, state().text.count > 280 else { return .none }
                    return .send(.discard)
                }

                let inbox = post.inbox
                try await Task.detached { try await inbox.send(.typed("From another thread")) }.value
                engine.processPending()
                #expect(post.state.text == "From another thread")
                post.send(.typed(String(repeating: "a", count: 300)))
                #expect(post.state.text.count == 280 && log.count >= 2 && !history.records.isEmpty)
                post.send(.typed(""))
                await #expect(throws: Offline()) { try await post.send(.publish).finished() }
                #expect(history.replay() == nil)
            }
        }

        @Test("Every code block of the guide is in this file") func blocks() throws {
            let guide = try Guide(at: "Sources/Millrace/Millrace.docc/Tour.md")
            #expect(guide.blocks.count >= 6)
            #expect(try guide.strays(in: "Tests/Guides/Tour.swift") == [])
        }
    }
#endif
