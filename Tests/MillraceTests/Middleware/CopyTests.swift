import MillraceHistory
import MillraceExtras
import Millrace
import TestSupport
import Testing

// `.pass(copies:)` and `.drop(copies:)`.
@MainActor struct CopyTests {
    /// Copies the first message for which `decide` returns a decision, and logs every message.
    @MainActor private final class Copier: @MainActor Middleware {
        private(set) var seen: [String] = []
        private var isOpen = true
        private let decide: (Message) -> Decision?

        init(_ decide: @escaping (Message) -> Decision?) { self.decide = decide }

        func intercept(_ message: Message) -> Decision {
            seen.append("\(message.kind) \(message.payload)")
            guard isOpen, let decision = decide(message) else { return .pass }
            isOpen = false
            return decision
        }
    }

    @Test("A11 · the copy of an action has its own turn behind the pending messages, and passes all the middleware")
    func action() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let copier = Copier { message in
                if case .note("a")? = message.payload as? LoggingReducer.Action { .pass(copies: message) } else { nil }
            }
            fixture.engine.middleware = [copier]
            store.send(.do(.note("a").and(.note("b"))))
            #expect(store.state.log == ["a", "b", "a"])
            #expect(copier.seen.suffix(3) == ["a", "b", "a"].map { "action note(\"\($0)\")" })
        }
    }

    @Test("A11 · several copies, which may differ, are processed in the order in which they are listed")
    func several() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for decide: (Message) -> Decision in [
                {
                    .pass(
                        copies: $0.with(LoggingReducer.Action.note("2")), $0, $0.with(LoggingReducer.Action.note("3")))
                },
                { .drop(copies: $0.with(LoggingReducer.Action.note("5")), $0.with(LoggingReducer.Action.note("6"))) },
            ] {
                fixture.engine.middleware = [Copier(decide)]
                try await store.send(.note("1")).finished()
            }
            #expect(store.state.log == ["1", "2", "1", "3", "5", "6"])
        }
    }

    @Test("A11 · the copy of a fact reaches every listener again")
    func fact() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.listen(to: News.self, as: LoggingReducer.Action.news)
            var received: [String] = []
            fixture.engine.listen(to: News.self) { received.append($0.text) }
            fixture.engine.middleware = [Copier { .pass(copies: $0.with(News(text: "copy"))) }]
            try await fixture.engine.post(News(text: "n")).finished()
            #expect(store.state.log == ["news: n", "news: copy"] && received == ["n", "copy"])
        }
    }

    @Test("A11 · the copy of a command runs again, and its events go where the events of the first command go")
    func command() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let copier = Copier { $0.kind == .command ? .pass(copies: $0.with(Fetch(name: "copy"))) : nil }
            fixture.engine.middleware = [copier]
            let receipt = store.send(.do(.fetch("first")))
            #expect(fake.asked.map(\.name) == ["first", "copy"])
            await fake.succeed(1, with: "2")
            #expect(store.state.log.suffix(1) == ["2"] && fixture.engine.resources.effects == 1)
            await fake.succeed(0, with: "1")
            try await receipt.finished()
            #expect(store.state.log == ["progress", "progress", "2", "1"])
            #expect(copier.seen.count(where: { $0.hasPrefix("command") }) == 2)
        }
    }

    @Test("A12 · the copy of an event is received again, and the command continues")
    func event() async throws {
        try await withEngineFixture { fixture in
            var replies: [Reply<Fetch>] = []
            fixture.engine.handle(Fetch.self) { (_: Fetch, reply: Reply<Fetch>) in replies.append(reply) }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.middleware = [Copier { $0.kind == .event ? .pass(copies: $0) : nil }]
            let receipt = store.send(.do(.fetch()))
            replies[0].data("a")
            fixture.engine.processPending()
            #expect(store.state.log == ["a", "a"] && fixture.engine.resources.effects == 1)
            replies[0].finish(with: "b")
            try await receipt.finished()
            #expect(store.state.log == ["a", "a", "b"])
        }
    }

    @Test("L6 · the last copy of a command's last event ends the command", arguments: [true, false])
    func lastEvent(isPassed: Bool) async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var running: [Int] = []
            store.subscribe(to: \.log.count) { [unowned engine = fixture.engine] _ in
                running.append(engine.resources.effects)
            }
            let copier = Copier {
                if $0.kind != .event { return nil }
                return isPassed ? .pass(copies: $0, $0) : .drop(copies: $0, $0, $0)
            }
            fixture.engine.middleware = [copier]
            try await store.send(.do(.fetch("x"))).finished()
            #expect(store.state.log == ["x", "x", "x"] && running == [0, 1, 1, 0])
            #expect(copier.seen.count == (isPassed ? 5 : 6) && fixture.engine.discardedResultCount == 0)
        }
    }

    @Test("A12 · the sender's receipt waits for copies of a command, and the command's own receipt does not")
    func receipts() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var alone: Receipt?
            fixture.engine.middleware = [
                Copier { message in
                    if message.kind == .command {
                        alone = message.receipt
                        return .pass(copies: message)
                    }
                    return nil
                }
            ]
            let whole = store.send(.do(.fetch()))
            await fake.succeed(0, with: "x")
            try await alone?.finished()
            await fake.fail(1, with: Oops())
            await #expect(throws: Oops()) { try await whole.finished() }
        }
    }

    @Test("L8 · a copy with a payload of the wrong type is a fault, and is ignored")
    func wrongPayload() async throws {
        try await withEngineFixture(faults: [.wrongPayload, .wrongPayload]) { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.middleware = [Copier { .pass(copies: $0.with("nonsense")) }]
            try await store.send(.note("x")).finished()
            fixture.engine.middleware = [Copier { .drop(copies: $0.with(Fetch())) }]
            try await fixture.engine.post(News(text: "n")).finished()
            #expect(store.state.log == ["x"])
        }
    }

    @Test("M11 · a message that is resumed with copies continues, and its copies pass all the middleware")
    func resumed() async throws {
        try await withEngineFixture { fixture in
            let held = MessageHolder { $0.kind == .fact }
            fixture.engine.middleware = [held]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.listen(to: News.self, as: LoggingReducer.Action.news)
            fixture.engine.post(News(text: "a"))
            let message = held.messages[0]
            held.resume(on: fixture.engine, with: .pass(copies: message.with(News(text: "b"))))
            #expect(store.state.log == ["news: a"] && held.messages.map(\.id) == [3])
            held.resume(on: fixture.engine)
            #expect(store.state.log == ["news: a", "news: b"])
        }
    }
}
