import MillraceHistory
import MillraceExtras
import Millrace
import Testing

// Bugs of `then`.
@MainActor struct SequenceTests {
    struct Poll: Reducer {
        let rounds: Int
        func reduce(_ count: inout Int, _ isTick: Bool) -> Flow<Self> {
            guard isTick else { return .none }
            count += 1
            return count < rounds ? .send(false).then(.send(true)) : .none
        }
    }

    // Symptom: 10,000 rounds of such a loop overflowed a stack of 8 MB, and memory grew with each round.
    // Cause: the last link of each round was a job within the job of the round before. So all jobs ended together, by
    // recursion.
    // Correct behavior: the last link belongs to the whole sequence, and jobs end one after the other. The next two tests
    // crashed before this fix.
    @Test("a loop that continues by then ends without recursion")
    func loopThroughThen() async throws {
        try await withEngine { engine in
            let store = Store(0, Poll(rounds: 100_000), on: engine)
            try await store.send(true).finishedInTime()
            #expect(store.state == 100_000)
        }
    }

    @Test(
        "a hundred thousand sequences, each in the first link of another, end and are cancelled without recursion")
    func nestedInFirstLinks() async throws {
        struct Nest: Reducer {
            func reduce(_ count: inout Int, _ depth: Int) -> Flow<Self> {
                if depth == 0 {
                    count += 1
                    return .none
                }
                return depth == 1 ? .after(.seconds(600), .send(0), id: 1) : .send(depth - 1).then(.send(0))
            }
        }
        try await withEngine { engine in
            let store = Store(0, Nest(), on: engine)
            let receipt = store.send(100_000)
            receipt.cancel()
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(engine.resources.effects == 0 && store.state == 0)
        }
    }

    // Symptom: `c` was performed after the failure of `a`, to which it does not belong.
    // Cause: flattening `a.then(b.then(c, evenAfterFailure: true))` lost the nesting.
    @Test("a link that cleans up after a later link is not performed when an earlier link fails")
    func nestingIsKept() async throws {
        try await withEngine { engine in
            engine.handle(Fetch.self) { _ in throw Oops() }
            let store = Store([], LoggingReducer(), on: engine)
            let cleaning = Flow.note("b").then(.note("cleanup of b"), evenAfterFailure: true)
            await #expect(throws: Oops.self) { try await store.send(.do(.fetch().then(cleaning))).finishedInTime() }
            await #expect(throws: Oops.self) {
                try await store.send(.do(.sequence([.fetch(), cleaning]))).finishedInTime()
            }
            #expect(store.state == ["failed", "failed"])
        }
    }

    // Symptom: the rest of a child's sequence started although the child was removed or replaced meanwhile.
    @Test("the rest of a child's sequence does not start for the child that replaces it", arguments: [true, false])
    func endsWithTheChild(isReplaced: Bool) async throws {
        struct Deck: Reducer {
            struct Card: Identifiable { let id: Int; var log: [String] = [] }
            struct CardReducer: Reducer {
                enum Action { case log(LoggingReducer.Action) }
                func reduce(_ card: inout Card, _ action: Action) -> Flow<Self> {
                    switch action {
                    case .log(let action): LoggingReducer().reduce(&card.log, action).map(Action.log, at: \.log)
                    }
                }
            }
            enum Action { case card(CardReducer.Action) }
            let isReplaced: Bool
            func reduce(_ card: inout Card?, _ action: Action) -> Flow<Self> {
                guard case .card(let action) = action else { return .none }
                let flow: Flow<Self> = CardReducer().reduce(&card, action).map(Action.card, at: \.self)
                if case .log(.received(.data)) = action { card = isReplaced ? Card(id: 2) : nil }
                return flow
            }
        }
        try await withEngine { engine in
            var asked: [String] = []
            engine.handle(Fetch.self) { command in
                asked.append(command.name)
                return command.name
            }
            let store = Store(Deck.Card(id: 1), Deck(isReplaced: isReplaced), on: engine)
            let receipt = store.send(.card(.log(.do(.fetch("first").then(.fetch("second"))))))
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(asked == ["first"] && engine.resources.effects == 0)
        }
    }

    // Symptom: the flow was not cancelled.
    // Cause: three throttles of one id in one message moved the waiting flow from its job to the same job, which then lost it.
    @Test("a receipt cancels the throttled flow of its own message that replaced another one")
    func throttlesOfOneMessage() async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
            let throttled = ["a", "b", "c"].map { Flow<LoggingReducer>.throttle(.seconds(600), id: 1, .note($0)) }
            let receipt = store.send(.do(.merge(throttled)))
            receipt.cancel()
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            // Only the interval is left, without a flow that waits for its end.
            #expect(store.state == ["a"] && engine.resources.effects == 1)
            store.send(.do(.cancel(1)))
            #expect(engine.resources.effects == 0)
        }
    }
}
