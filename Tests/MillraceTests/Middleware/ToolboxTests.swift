import MillraceInspection
import MillraceExtras
import Millrace
import TestSupport
import Testing

@MainActor struct ToolboxTests {
    private func isMeant(_ message: Message) -> Bool {
        switch message.payload {
        case let fetch as Fetch: fetch.name == "x"
        case let event as Event<Fetch>: event == .data("event")
        case let news as News: news.text == "x"
        case let action as LoggingReducer.Action: if case .add(13) = action { true } else { false }
        default: false
        }
    }

    /// Sends one message of each kind that is meant, and one that is not, and returns what whoever awaited was told.
    private func sendAll(_ fixture: EngineFixture, _ store: Store<LoggingReducer>) async -> [String] {
        var told: [String] = []
        for receipt in [
            store.send(.add(13)), store.send(.add(1)), fixture.engine.post(News(text: "x")),
            fixture.engine.post(News(text: "y")),
            store.send(.do(.fetch("x"))), store.send(.do(.fetch("y"))), store.send(.do(.fetch("event"))),
        ] {
            do { try await receipt.finishedInTime(); told.append("done") } catch { told.append("\(error)") }
        }
        return told
    }

    /// A store that reduces facts too, and a handler that answers with the command's name.
    private func store(_ fixture: EngineFixture) -> Store<LoggingReducer> {
        fixture.engine.handle(Fetch.self) { $0.name }
        let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
        store.listen(to: News.self, as: LoggingReducer.Action.news)
        return store
    }

    @Test("A17 · log writes each message that is meant, with its cause")
    func log() async throws {
        try await withEngineFixture { fixture in
            let store = store(fixture)
            var lines: [String] = []
            fixture.engine.middleware = [.log({ lines.append($0) }, where: { $0.kind != .output })]
            store.send(.do(.fetch("z").and(.output("quiet"))))
            try #require(lines.count == 3)
            #expect(lines[0].hasPrefix("1: action do(") && lines[1] == #"2 because of 1: command Fetch(name: "z")"#)
            #expect(lines[2] == "4 because of 2: event data(\"z\")" && store.state.log == ["z"])
        }
    }

    @Test("A17 · abort cancels what is meant, of every kind, and whoever awaits is told")
    func abort() async throws {
        try await withEngineFixture { fixture in
            let store = store(fixture)
            fixture.engine.middleware = [.abort(where: isMeant)]
            let told = await sendAll(fixture, store)
            #expect(told.map { $0.hasPrefix("Cancel") } == [true, false, true, false, true, false, true])
            #expect(store.state.count == 1 && store.state.log == ["news: y", "y"])
        }
    }

    @Test("A17 · fail ends what is meant with the error: a command and an event as the command's failure")
    func fail() async throws {
        try await withEngineFixture { fixture in
            let store = store(fixture)
            var errors: [String] = []
            fixture.engine.middleware = [
                .onError { errors.append("\($1.kind) \($0)") }, .fail(with: Oops(), where: isMeant),
            ]
            let told = await sendAll(fixture, store)
            #expect(told.map { $0.hasPrefix("Oops") } == [true, false, true, false, true, false, true])
            #expect(store.state.count == 1)
            #expect(
                store.state.log == ["news: y", "failed: Oops(number: 0)", "y", "failed: Oops(number: 0)"])
            // Each is told once: that of the command as it is thrown, and not again as its event passes.
            #expect(errors.map { $0.prefix(6) } == ["action", "fact O", "comman", "event "])
        }
    }

    @Test("A17 · drop ends what is meant as though it were done")
    func drop() async throws {
        try await withEngineFixture { fixture in
            let store = store(fixture)
            fixture.engine.middleware = [.drop(where: isMeant)]
            let told = await sendAll(fixture, store)
            #expect(told.allSatisfy { $0 == "done" })
            #expect(store.state.count == 1 && store.state.log == ["news: y", "y"])
        }
    }

    @Test("A17 · async holds what is meant until it has decided, while everything else goes on")
    func `async`() async throws {
        try await withEngineFixture { fixture in
            let store = store(fixture)
            var gates: [CheckedContinuation<Message?, any Error>] = []
            fixture.engine.middleware = [
                .async(where: isMeant) { _ in try await withCheckedThrowingContinuation { gates.append($0) } }
            ]
            let receipts = [13, 1, 13, 13].map { store.send(.add($0)) }
            #expect(store.state.count == 1 && gates.count == 3)
            gates[0].resume(returning: nil)
            gates[1].resume(throwing: Oops())
            try await receipts[0].finishedInTime()
            await #expect(throws: Oops()) { try await receipts[2].finishedInTime() }
            receipts[3].cancel()
            await #expect(throws: CancellationError.self) { try await receipts[3].finishedInTime() }
            gates[2].resume(returning: nil)
            fixture.engine.middleware = [
                .async { message in
                    if case .add(let number)? = message.payload as? LoggingReducer.Action {
                        return message.with(LoggingReducer.Action.add(-number))
                    }
                    return message
                }
            ]
            try await store.send(.add(5)).finishedInTime()
            #expect(store.state.count == -4)
        }
    }

    @Test("A11 · middleware holds a message for a second on the engine's clock")
    func delay() async throws {
        try await withEngineFixture { fixture in
            let store = store(fixture)
            fixture.engine.middleware = [.delay(.seconds(1), where: isMeant)]
            let receipt = store.send(.do(.fetch("x")))
            let cancelled = store.send(.add(13))
            store.send(.note("free"))
            fixture.time.advance(by: .milliseconds(999))
            #expect(store.state.log == ["free"] && fixture.engine.resources.effects == 3)
            cancelled.cancel()
            fixture.time.advance(by: .milliseconds(1))
            try await receipt.finishedInTime()
            #expect(store.state.log == ["free", "x"] && store.state.count == 0 && fixture.time.waiting == 0)
        }
    }
}
