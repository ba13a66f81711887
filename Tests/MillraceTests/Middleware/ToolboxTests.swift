import MillraceHistory
import MillraceExtras
import Millrace
import TestSupport
import Testing

@MainActor struct ToolboxTests {
    private func isSelected(_ message: Message) -> Bool {
        switch message.payload {
        case let fetch as Fetch: fetch.name == "x"
        case let event as Event<Fetch>: event == .data("event")
        case let news as News: news.text == "x"
        case let action as LoggingReducer.Action: if case .add(13) = action { true } else { false }
        default: false
        }
    }

    /// Sends selected and other messages of each kind, and returns how their receipts ended.
    private func sendAll(_ fixture: EngineFixture, _ store: Store<LoggingReducer>) async -> [String] {
        var results: [String] = []
        for receipt in [
            store.send(.add(13)), store.send(.add(1)), fixture.engine.post(News(text: "x")),
            fixture.engine.post(News(text: "y")),
            store.send(.do(.fetch("x"))), store.send(.do(.fetch("y"))), store.send(.do(.fetch("event"))),
        ] {
            do { try await receipt.finishedInTime(); results.append("done") } catch { results.append("\(error)") }
        }
        return results
    }

    /// Returns a store that also reduces facts, and registers a handler that answers with the command's name.
    private func store(_ fixture: EngineFixture) -> Store<LoggingReducer> {
        fixture.engine.handle(Fetch.self) { $0.name }
        let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
        store.listen(to: News.self, as: LoggingReducer.Action.news)
        return store
    }

    @Test("A17 · .log writes each selected message with its cause")
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

    @Test("A17 · .abort cancels selected messages of every kind, and their receipts throw")
    func abort() async throws {
        try await withEngineFixture { fixture in
            let store = store(fixture)
            fixture.engine.middleware = [.abort(where: isSelected)]
            let results = await sendAll(fixture, store)
            #expect(results.map { $0.hasPrefix("Cancel") } == [true, false, true, false, true, false, true])
            #expect(store.state.count == 1 && store.state.log == ["news: y", "y"])
        }
    }

    @Test("A17 · .fail ends the message with the error; a command or an event ends as the command's failure")
    func fail() async throws {
        try await withEngineFixture { fixture in
            let store = store(fixture)
            var errors: [String] = []
            fixture.engine.middleware = [
                .onError { errors.append("\($1.kind) \($0)") }, .fail(with: Oops(), where: isSelected),
            ]
            let results = await sendAll(fixture, store)
            #expect(results.map { $0.hasPrefix("Oops") } == [true, false, true, false, true, false, true])
            #expect(store.state.count == 1)
            #expect(
                store.state.log == ["news: y", "failed: Oops(number: 0)", "y", "failed: Oops(number: 0)"])
            // Each failure is reported once: a command's when it is thrown, and not again when its event passes.
            #expect(errors.map { $0.prefix(6) } == ["action", "fact O", "comman", "event "])
        }
    }

    @Test("A17 · .drop ends the message as if it was processed")
    func drop() async throws {
        try await withEngineFixture { fixture in
            let store = store(fixture)
            fixture.engine.middleware = [.drop(where: isSelected)]
            let results = await sendAll(fixture, store)
            #expect(results.allSatisfy { $0 == "done" })
            #expect(store.state.count == 1 && store.state.log == ["news: y", "y"])
        }
    }

    @Test("A17 · .async holds the message until its function has decided, while everything else continues")
    func `async`() async throws {
        try await withEngineFixture { fixture in
            let store = store(fixture)
            var gates: [CheckedContinuation<Message?, any Error>] = []
            fixture.engine.middleware = [
                .async(where: isSelected) { _ in try await withCheckedThrowingContinuation { gates.append($0) } }
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

    @Test("A11 · .delay holds a message for a second on the engine's clock")
    func delay() async throws {
        try await withEngineFixture { fixture in
            let store = store(fixture)
            fixture.engine.middleware = [.delay(.seconds(1), where: isSelected)]
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
