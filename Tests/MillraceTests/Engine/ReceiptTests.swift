import MillraceHistory
import MillraceExtras
import Millrace
import Testing

@MainActor struct ReceiptTests {
    @Test("S7 · a callback is called once, on the caller's actor, with the result")
    func callback() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            @MainActor func end(_ receipt: Receipt, _ meanwhile: () async -> Void) async -> Result<Void, any Error> {
                let (stream, continuation) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
                receipt.whenFinished {
                    MainActor.assertIsolated()
                    continuation.yield($0)
                }
                await meanwhile()
                for await result in stream { return result }
                return .failure(Oops())
            }
            try await end(store.send(.add(1))) {}.get()
            try await end(store.send(.do(.fetch()))) { await fake.succeed(0, with: "x") }.get()
            let failed = await end(store.send(.do(.fetch()))) { await fake.fail(1, with: Oops(number: 2)) }
            #expect(throws: Oops(number: 2)) { try failed.get() }
            let receipt = store.send(.do(.fetch()))
            let cancelled = await end(receipt) { receipt.cancel() }
            #expect(throws: CancellationError.self) { try cancelled.get() }
        }
    }

    @Test("S6 · a flow can be performed from outside, and its receipt ends with it")
    func performed() async throws {
        try await withEngineFixture(faults: [.shutDown]) { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            try await store.perform(.none).finishedInTime()
            let receipt = store.perform(.note("a").then(.fetch()).then(.note("b")))
            await fake.fail(0, with: Oops())
            await #expect(throws: Oops()) { try await receipt.finishedInTime() }
            #expect(store.state.log == ["a", "progress", "failed: Oops(number: 0)"])
            let owner = Owner()
            store.subscribe(to: \.count, owner: owner) { [unowned store] in if $0 == 1 { store.perform(.send(.add(1))) }
            }
            store.perform(.send(.add(1)))
            #expect(store.state.count == 2)
            fixture.engine.shutdown()
            await #expect(throws: Fault.self) { try await store.perform(.note("late")).finishedInTime() }
        }
    }

    @Test("S3 · a receipt ends when the message and all its effects have ended, and at once if there are none")
    func ends() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            try await store.send(.add(1)).finishedInTime()
            let receipt = store.send(.do(.fetch().and(.send(.do(.fetch("b").and(.after(.seconds(1), .fetch("c"))))))))
            var isFinished = false
            let awaiting = Task {
                try await receipt.finishedInTime()
                isFinished = true
            }
            await fake.succeed(0, with: "a")
            await fake.succeed(1, with: "b")
            fixture.time.advance(by: .seconds(1))
            #expect(!isFinished)
            await fake.succeed(2, with: "c")
            try await awaiting.valueInTime()
            #expect(isFinished && store.state.log.suffix(1) == ["c"])
            try await receipt.finishedInTime()
        }
    }

    @Test("S7 · every caller that awaits a receipt is resumed, before and after its end")
    func manyWaiters() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let receipt = fixture.engine.execute(Fetch())
            let waiters = (0..<100).map { _ in Task { try await receipt.finishedInTime() } }
            await fake.fail(0, with: Oops())
            for waiter in waiters { await #expect(throws: Oops()) { try await waiter.valueInTime() } }
        }
    }

    @Test("S7 · cancelling the awaiting task cancels the effects, both before and during the wait")
    func cancelledWaiter() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for isEarly in [true, false] {
                let receipt = store.send(.do(.fetch()))
                let waiter = Task {
                    if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
                    try await receipt.finishedInTime()
                }
                if !isEarly {
                    try await Task { @MainActor in }.valueInTime()
                    waiter.cancel()
                }
                await #expect(throws: CancellationError.self) { try await waiter.valueInTime() }
            }
            #expect(fake.cancelled == [0, 1] && fixture.engine.resources.effects == 0)
        }
    }

    @Test("S7 · a message that is sent within a turn has its own receipt")
    func nestedReceipts() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var inner: Receipt?
            store.subscribe(to: \.count) { [unowned store] in if $0 == 1 { inner = store.send(.note("inner")) } }
            store.send(.add(1))
            try await inner?.finishedInTime()
            #expect(store.state.log == ["inner"])
        }
    }

    @Test("S7 · pending messages of a cancelled receipt are reduced, and the commands that they request are cancelled")
    func cancelledInTheMiddle() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var receipt: Receipt?
            store.subscribe(to: \.count) { [unowned store] count in
                if count == 1 { receipt = store.send(.do(.note("reduced").and(.send(.do(.fetch()))))) }
                if count == 2 { receipt?.cancel() }
            }
            store.send(.do(.send(.add(1)).and(.send(.add(1)))))
            await #expect(throws: CancellationError.self) { try await receipt?.finishedInTime() }
            #expect(store.state.log.last == "reduced" && fake.asked.isEmpty)
        }
    }

    @Test("L6 · a sequence that is cancelled while only its messages are pending fails and goes no further")
    func cancelledBetweenLinks() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var receipt: Receipt?
            fixture.engine.listen(to: News.self) { [unowned store] _ in
                receipt = store.send(.do(.note("first").then(.note("second"))))
                receipt?.cancel()
            }
            fixture.engine.post(News(text: "n"))
            await #expect(throws: CancellationError.self) { try await receipt?.finishedInTime() }
            #expect(store.state.log == ["first"])
        }
    }
}
