import MillraceExtras
import Millrace
import TestSupport
import Testing

// `message.receipt`: work after one message, or on its failure.
@MainActor struct MessageReceiptTests {
    @Test("S3 · middleware can await a message's receipt, and continue after its end or its failure")
    func afterAndFailure() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var log: [String] = []
            var tasks: [Task<Void, Never>] = []
            fixture.engine.middleware = [
                Interceptor { message in
                    guard case .do? = message.payload as? LoggingReducer.Action else { return .pass }
                    log.append("before")
                    tasks.append(
                        Task { [receipt = message.receipt] in
                            do { try await receipt.finished(); log.append("after") } catch { log.append("failed") }
                        })
                    return .pass
                }
            ]
            store.send(.do(.fetch()))
            await fake.succeed(0, with: "x")
            await tasks[0].value
            store.send(.do(.fetch()))
            await fake.fail(1, with: Oops())
            await tasks[1].value
            #expect(log == ["before", "after", "before", "failed"])
        }
    }

    @Test("S3 · the receipt of a message covers this message alone")
    func receiptOfOne() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var ended: [String] = []
            var tasks: [String: Task<Void, Never>] = [:]
            fixture.engine.middleware = [
                Interceptor { message in
                    let name = if let fetch = message.payload as? Fetch { fetch.name } else { "\(message.kind)" }
                    if tasks[name] != nil { return .pass }
                    tasks[name] = Task { [receipt = message.receipt] in
                        try? await receipt.finished()
                        ended.append(name)
                    }
                    return .pass
                }
            ]
            let whole = store.send(.do(.fetch("a").and(.fetch("b"))))
            await fake.succeed(1, with: "2")
            await tasks["b"]?.value
            #expect(ended == ["event", "b"])
            await fake.succeed(0, with: "1")
            try await whole.finished()
            // The system decides which of the two is resumed first.
            for name in ["a", "action"] { await tasks[name]?.value }
            #expect(ended.sorted() == ["a", "action", "b", "event"])
        }
    }

    @Test("S3 · a failure is thrown by the receipt of its message and of the messages that caused it, and by no other")
    func failureOfOne() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var receipts: [String: Receipt] = [:]
            fixture.engine.middleware = [
                Interceptor { message in
                    if let fetch = message.payload as? Fetch { receipts[fetch.name] = message.receipt }
                    return .pass
                }
            ]
            let whole = store.send(.do(.fetch("a").and(.fetch("b"))))
            await fake.fail(0, with: Oops())
            await fake.succeed(1, with: "2")
            await #expect(throws: Oops()) { try await whole.finished() }
            await #expect(throws: Oops()) { try await receipts["a"]?.finished() }
            try await receipts["b"]?.finished()
        }
    }

    @Test("S3 · a receipt that is awaited while its message is held ends with the message, and with a cancellation")
    func receiptOfHeld() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var receipts: [Receipt] = []
            fixture.engine.middleware = [
                Interceptor { message in
                    receipts.append(message.receipt)
                    return .hold(for: .seconds(1))
                }
            ]
            store.send(.add(1))
            let waiting = Task { [receipt = receipts[0]] in try await receipt.finished() }
            let outer = store.send(.add(10))
            outer.cancel()
            await #expect(throws: CancellationError.self) { try await receipts[1].finished() }
            fixture.time.advance(by: .seconds(1))
            try await waiting.value
            store.send(.add(100))
            receipts[2].cancel()
            await #expect(throws: CancellationError.self) { try await receipts[2].finished() }
            #expect(store.state.count == 1 && fixture.time.waiting == 0)
        }
    }

    @Test("S3 · every copy of a held message returns the receipt of the message")
    func takenWhileHeld() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let (one, two) = (MessageHolder { $0.kind == .command }, MessageHolder { $0.kind == .command })
            fixture.engine.middleware = [one, two]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.fetch("a")))
            var receipts = [one.messages[0].receipt, one.messages[0].with(Fetch(name: "b")).receipt]
            one.resume(on: fixture.engine, with: .change(to: Fetch(name: "c")))
            receipts.append(two.messages[0].receipt)
            two.resume(on: fixture.engine)
            #expect(fake.asked == [Fetch(name: "c")])
            await fake.fail(0, with: Oops())
            for receipt in receipts { await #expect(throws: Oops()) { try await receipt.finished() } }
        }
    }

    @Test("S3 · the receipt of a message says how middleware ended the message")
    func ends() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var outcomes: [String] = []
            for decision in [
                Decision.cancel(because: Oops(number: 1)), .fail(with: Oops(number: 2)), .drop,
                .redirect(to: Flow<LoggingReducer>.note("x")),
            ] {
                var receipt: Receipt?
                fixture.engine.middleware = [
                    Interceptor { message in
                        if message.cause != 0 { return .pass }
                        receipt = message.receipt
                        return decision
                    }
                ]
                store.send(.add(1))
                do {
                    try await receipt?.finished()
                    outcomes.append("done")
                } catch { outcomes.append("\(error)") }
            }
            #expect(outcomes == ["Oops(number: 1)", "Oops(number: 2)", "done", "done"])
            #expect(store.state == LoggingReducer.State(log: ["x"]))
        }
    }

    @Test("L2 · a hundred thousand chained messages whose receipts are all kept need no more stack than one")
    func keptReceipts() async throws {
        try await withEngineFixture { fixture in
            let store = Store(0, Countdown(), on: fixture.engine)
            var receipts: [Receipt] = []
            fixture.engine.middleware = [
                Interceptor { message in
                    receipts.append(message.receipt)
                    return .pass
                }
            ]
            try await store.send(100_000).finished()
            #expect(store.state == 100_000 && receipts.count == 100_000)
            for receipt in receipts { try await receipt.finished() }
        }
    }

    @Test(
        "L6 · commands of a cancelled receipt's pending message are discarded, even if the message's own receipt was taken"
    )
    func ofCancelledReceipt() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.middleware = [
                Interceptor { message in
                    _ = message.receipt
                    return .pass
                }
            ]
            var receipt: Receipt?
            store.subscribe(to: \.count) { [unowned store] count in
                if count == 1 { receipt = store.send(.do(.note("reduced").and(.send(.do(.fetch()))))) }
                if count == 2 { receipt?.cancel() }
            }
            store.send(.do(.send(.add(1)).and(.send(.add(1)))))
            await #expect(throws: CancellationError.self) { try await receipt?.finishedInTime() }
            #expect(store.state.log == ["reduced"] && fake.asked.isEmpty)
        }
    }
}
