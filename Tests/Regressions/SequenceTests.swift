import MillraceInspection
import MillraceExtras
import Millrace
import Testing

// Stories of `then`, each found by an adversarial reading of the kernel.
@MainActor struct SequenceTests {
    struct Poll: Reducer {
        let rounds: Int
        func reduce(_ count: inout Int, _ isTick: Bool) -> Flow<Self> {
            guard isTick else { return .none }
            count += 1
            return count < rounds ? .send(false).then(.send(true)) : .none
        }
    }

    // Each round's last link was a job within the job of the round before, and they ended only together: memory grew
    // with each round, and the end recursed as deep as there had been rounds: 10,000 overflowed 8 MB. The last link is
    // the whole's own now, and jobs end one after the other. On the kernel before that, both of the next tests crash.
    @Test("a loop that goes on through then ends without recursion")
    func loopThroughThen() async throws {
        try await withEngine { engine in
            let store = Store(0, Poll(rounds: 100_000), on: engine)
            try await store.send(true).finishedInTime()
            #expect(store.state == 100_000)
        }
    }

    @Test(
        "a hundred thousand sequences, each within the first link of another, end and are cancelled without recursion")
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

    // Flattening `a.then(b.then(c, evenAfterFailure: true))` lost the brackets: c cleaned up after an a that was not
    // its own.
    @Test("what cleans up after a later link is not performed when an earlier one fails")
    func bracketsAreKept() async throws {
        try await withEngine { engine in
            engine.handle(Fetch.self) { _ in throw Oops() }
            let store = Store([], Doer(), on: engine)
            let cleaning = Flow.note("b").then(.note("cleanup of b"), evenAfterFailure: true)
            await #expect(throws: Oops.self) { try await store.send(.do(.fetch().then(cleaning))).finishedInTime() }
            await #expect(throws: Oops.self) {
                try await store.send(.do(.sequence([.fetch(), cleaning]))).finishedInTime()
            }
            #expect(store.state == ["failed", "failed"])
        }
    }

    // The rest of a child's sequence started although the child had gone in the meantime, for its successor or for
    // nobody.
    @Test("the rest of a child's sequence does not start for the child's successor", arguments: [true, false])
    func endsWithTheChild(isReplaced: Bool) async throws {
        struct Deck: Reducer {
            struct Card: Identifiable { let id: Int; var log: [String] = [] }
            struct CardReducer: Reducer {
                enum Action { case doer(Doer.Action) }
                func reduce(_ card: inout Card, _ action: Action) -> Flow<Self> {
                    switch action {
                    case .doer(let action): Doer().reduce(&card.log, action).map(Action.doer, at: \.log)
                    }
                }
            }
            enum Action { case card(CardReducer.Action) }
            let isReplaced: Bool
            func reduce(_ card: inout Card?, _ action: Action) -> Flow<Self> {
                guard case .card(let action) = action else { return .none }
                let flow: Flow<Self> = CardReducer().reduce(&card, action).map(Action.card, at: \.self)
                if case .doer(.heard(.data)) = action { card = isReplaced ? Card(id: 2) : nil }
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
            let receipt = store.send(.card(.doer(.do(.fetch("first").then(.fetch("second"))))))
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(asked == ["first"] && engine.resources.effects == 0)
        }
    }

    // Three throttles of one id in one message moved the waiting one from its job to the same job, which then forgot
    // it.
    @Test("a receipt cancels the throttled flow of its own message that gave way to another")
    func throttlesOfOneMessage() async throws {
        try await withEngine { engine in
            let store = Store([], Doer(), on: engine)
            let throttled = ["a", "b", "c"].map { Flow<Doer>.throttle(.seconds(600), id: 1, .note($0)) }
            let receipt = store.send(.do(.merge(throttled)))
            receipt.cancel()
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(store.state == ["a"] && engine.resources.effects == 0)
        }
    }
}
