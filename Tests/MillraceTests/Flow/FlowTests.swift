import MillraceHistory
import MillraceExtras
import Millrace
import TestSupport
import Testing

@MainActor struct FlowTests {
    @Test("S6 · then starts when everything before it has ended, including asynchronous commands; and starts at once")
    func thenAndAnd() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.fetch().and(.note("at once")).then(.fetch("b")).then(.note("last"))))
            #expect(store.state.log == ["at once", "progress"] && fake.asked.count == 1)
            await fake.succeed(0, with: "first")
            #expect(store.state.log == ["at once", "progress", "first", "progress"])
            await fake.succeed(1, with: "second")
            try await receipt.finishedInTime()
            #expect(store.state.log.suffix(2) == ["second", "last"])
        }
    }

    @Test("S6 · effects of a link's messages belong to the link")
    func nestedWork() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.send(.do(.send(.do(.fetch())))).then(.note("after"))))
            #expect(store.state.log == ["progress"])
            await fake.succeed(0, with: "x")
            #expect(store.state.log == ["progress", "x", "after"])
        }
    }

    @Test("S6 · the first failure stops the rest, except links with evenAfterFailure, and reaches the awaiting caller")
    func failureStops() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { command in
                if command.name == "bad" { throw Oops(number: 1) }
                return command.name
            }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let flow = Flow.fetch("a").then(.fetch("bad")).then(.fetch("never"))
                .then(.note("cleaned up"), evenAfterFailure: true).then(.note("never"))
            await #expect(throws: Oops(number: 1)) { try await store.send(.do(flow)).finishedInTime() }
            #expect(store.state.log == ["a", "failed: Oops(number: 1)", "cleaned up"])
        }
    }

    @Test("S6 · a cancelled link stops the rest")
    func cancelStops() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.fetch(id: 1).then(.note("never"))))
            store.send(.do(.cancel(1)))
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(store.state.log == ["progress"] && fake.cancelled == [0])
        }
    }

    @Test(
        "F2 · latest cancels the previous command, first ignores the next one, queue keeps the order, concurrent runs all"
    )
    func policies() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let old = store.send(.do(.fetch("1", policy: .latest)))
            store.send(.do(.fetch("2", policy: .latest)))
            await #expect(throws: CancellationError.self) { try await old.finishedInTime() }
            #expect(fake.cancelled == [0])
            await fake.succeed(1, with: "two")

            store.send(.do(.fetch("3", policy: .first)))
            await #expect(throws: CancellationError.self) {
                try await store.send(.do(.fetch("4", policy: .first))).finishedInTime()
            }
            #expect(fake.asked.map(\.name) == ["1", "2", "3"])
            await fake.succeed(2, with: "three")

            let receipts = ["5", "6", "7"].map { store.send(.do(.fetch($0, policy: .queue))) }
            #expect(fake.asked.last?.name == "5")
            receipts[1].cancel()
            await fake.succeed(3, with: "five")
            #expect(fake.asked.map(\.name).suffix(2) == ["5", "7"])
            await fake.succeed(4, with: "seven")

            for name in ["8", "9"] { store.send(.do(.fetch(name))) }
            #expect(fake.asked.count == 7)
            await fake.succeed(6, with: "nine")
            await fake.succeed(5, with: "eight")
            #expect(store.state.log.filter { $0 != "progress" } == ["two", "three", "five", "seven", "nine", "eight"])
        }
    }

    @Test("F2 · an id separates commands of one type")
    func ids() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for id in [1, 2, 1] { store.send(.do(.fetch("\(id)", id: id, policy: .latest))) }
            #expect(fake.cancelled == [0])
            store.send(.do(.cancel(1).and(.cancel(2))))
            #expect(fake.cancelled == [0, 2, 1])
        }
    }

    @Test("S6 · after waits for the clock, can be cancelled, and is part of the receipt")
    func after() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.after(.seconds(1), .note("a")).then(.note("b"))))
            store.send(.do(.after(.seconds(2), .note("cancelled"), id: "x")))
            fixture.time.advance(by: .milliseconds(999))
            #expect(store.state.log.isEmpty)
            fixture.time.advance(by: .milliseconds(1))
            #expect(store.state.log == ["a", "b"])
            try await receipt.finishedInTime()
            store.send(.do(.cancel("x")))
            fixture.time.advance(by: .seconds(9))
            #expect(store.state.log == ["a", "b"])
        }
    }

    @Test("S6 · debounce performs the last flow of a burst, and each replaced one ends as cancelled")
    func debounce() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var receipts: [Receipt] = []
            for text in ["a", "b", "c"] {
                receipts.append(store.send(.do(.debounce(.seconds(1), id: "q", .note(text)))))
                fixture.time.advance(by: .milliseconds(500))
            }
            #expect(store.state.log.isEmpty)
            fixture.time.advance(by: .milliseconds(500))
            #expect(store.state.log == ["c"])
            for receipt in receipts.dropLast() {
                await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            }
            try await receipts[2].finishedInTime()
        }
    }

    @Test("S6 · throttle performs the first flow at once, then the newest of each interval, or none without latest")
    func throttle() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for text in ["a", "b", "c"] { store.send(.do(.throttle(.seconds(1), id: "t", .note(text)))) }
            #expect(store.state.log == ["a"])
            fixture.time.advance(by: .seconds(1))
            #expect(store.state.log == ["a", "c"])
            store.send(.do(.throttle(.seconds(1), id: "t", .note("d"))))
            #expect(store.state.log == ["a", "c"])
            fixture.time.advance(by: .seconds(1))
            #expect(store.state.log == ["a", "c", "d"])
            fixture.time.advance(by: .seconds(5))
            for text in ["e", "f"] { store.send(.do(.throttle(.seconds(1), id: "t", latest: false, .note(text)))) }
            fixture.time.advance(by: .seconds(5))
            #expect(store.state.log == ["a", "c", "d", "e"])
        }
    }

    @Test("A4 · a failed command is retried as its flow says, and only the last failure is received")
    func retry() async throws {
        try await withEngineFixture { fixture in
            var tries: [Duration] = []
            fixture.engine.handle(Fetch.self) { _ in
                tries.append(fixture.time.now)
                throw Oops(number: tries.count)
            }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let retry = Retry.times(2, delay: .seconds(1), factor: 3)
            let receipt = store.send(.do(.execute(Fetch(), as: LoggingReducer.Action.received, retry: retry)))
            fixture.time.advance(by: .seconds(10))
            await #expect(throws: Oops(number: 3)) { try await receipt.finishedInTime() }
            #expect(tries == [.zero, .seconds(1), .seconds(4)] && store.state.log == ["failed: Oops(number: 3)"])
            let cancelled = store.send(.do(.execute(Fetch(), as: LoggingReducer.Action.received, id: 1, retry: retry)))
            store.send(.do(.cancel(1)))
            fixture.time.advance(by: .seconds(10))
            #expect(tries.count == 4)
            await #expect(throws: CancellationError.self) { try await cancelled.finishedInTime() }
        }
    }

    @Test("A4 · a command that exceeds its timeout fails, and its handler is cancelled")
    func timeout() async throws {
        struct Strict: Command { typealias Output = Void; typealias Failure = Oops }
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let late = store.send(
                .do(.execute(Fetch(), as: LoggingReducer.Action.received, timeout: .after(.seconds(5)))))
            let inTime = store.send(
                .do(.execute(Fetch(), as: LoggingReducer.Action.received, timeout: .after(.seconds(6)))))
            fixture.time.advance(by: .seconds(5))
            await #expect(throws: TimedOut.self) { try await late.finishedInTime() }
            #expect(store.state.log.last?.hasPrefix("failed: The command did not end within 5") == true)
            #expect(fake.cancelled == [0])
            await fake.succeed(1, with: "in time")
            try await inTime.finishedInTime()
            #expect(fixture.time.waiting == 0)
            fixture.engine.handle(Strict.self) { _, reply in reply.onCancel { [reply] in _ = reply } }
            let strict = store.send(
                .do(.execute(Strict(), timeout: .after(.seconds(1), failingWith: Oops(number: 9)))))
            fixture.time.advance(by: .seconds(1))
            await #expect(throws: Oops(number: 9)) { try await strict.finishedInTime() }
        }
    }

    @Test("S6 · an engine accepts any clock, and a real one advances by itself")
    func realClock() async throws {
        let engine = Engine(clock: SuspendingClock())
        do {
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: engine)
            try await store.send(.do(.after(.milliseconds(1), .note("a")))).finished()
            #expect(store.state.log == ["a"])
            let cancelled = store.send(.do(.after(.seconds(600), .note("never"))))
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.finishedInTime() }
            #expect(engine.now > .zero && engine.resources.effects == 0)
        }
        expectNothingLeft(of: engine)
    }

    @Test("L7 · a retried command has one timeout, and none remains when it has ended")
    func timeoutWithRetries() async throws {
        try await withEngineFixture { fixture in
            var replies: [Reply<Fetch>] = []
            fixture.engine.handle(Fetch.self) { (_: Fetch, reply: Reply<Fetch>) in replies.append(reply) }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(
                .do(
                    .execute(
                        Fetch(), as: LoggingReducer.Action.received, retry: .times(2, delay: .seconds(1)),
                        timeout: .after(.seconds(10)))))
            for attempt in 1...2 {
                replies.last?.fail(Oops())
                fixture.engine.processPending()
                fixture.time.advance(by: .seconds(1))
                try #require(replies.count == attempt + 1)
                #expect(fixture.time.waiting == 1)
            }
            replies.last?.finish(with: "x")
            fixture.engine.processPending()
            #expect(store.state.log == ["x"] && fixture.time.waiting == 0)
            try await receipt.finishedInTime()
        }
    }

    @Test("L6 · cancelling an id ends its running and its queued commands, and starts none of them")
    func cancelOfQueue() async throws {
        try await withEngineFixture { fixture in
            let (history, fake) = (fixture.record(), FakeHandler<Fetch>(fixture.engine))
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipts = ["1", "2", "3"].map { store.send(.do(.fetch($0, policy: .queue))) }
            store.send(.do(.cancel(Fetch.self)))
            #expect(fixture.engine.resources.effects == 0 && fake.asked.map(\.name) == ["1"])
            #expect(history.records.count(where: { $0.kind == .command }) == 1)
            for receipt in receipts {
                await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            }
        }
    }

    @Test("S6 · cancelling an id ends the interval of a throttle, and discards the flow that waits for its end")
    func cancelOfThrottle() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipts = ["a", "b"].map { store.send(.do(.throttle(.seconds(10), id: "t", .note($0)))) }
            store.send(.do(.cancel("t")))
            #expect(fixture.engine.resources.effects == 0 && fixture.time.waiting == 0)
            try await receipts[0].finishedInTime()
            await #expect(throws: CancellationError.self) { try await receipts[1].finishedInTime() }
            store.send(.do(.throttle(.seconds(10), id: "t", .note("c"))))
            #expect(store.state.log == ["a", "c"])
            fixture.time.advance(by: .seconds(10))
            #expect(store.state.log == ["a", "c"])
        }
    }
}
