import MillraceHistory
import MillraceExtras
import Millrace
import Testing

// Symptom: a delay of one second lost every answer except the last, and asynchronous middleware lost 27 of 200.
// Cause: a command ended when its handler ended it, while middleware still held an earlier event. The event was then late, and
// was dropped.
// Correct behavior: a natural end waits for the command's queued and held events.
@MainActor struct HeldEventsAndEndTests {
    @Test("L6 · an event that middleware delays is reduced, although the command's end was issued after it")
    func delayed() async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            engine.middleware = [.delay(.seconds(1)) { $0.kind == .event }]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch().then(.note("next"))))
            holder.replies[0].data("7")
            holder.replies[0].finish()
            engine.processPending()
            #expect(store.state.isEmpty)
            time.advance(by: .seconds(1))
            engine.processPending()
            #expect(store.state == ["7", "next"] && engine.discardedResultCount == 0)
            try await receipt.finishedInTime()
        }
    }

    @Test("L6 · each of several delayed events is reduced in order, including the last one")
    func severalDelayed() async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            engine.middleware = [.delay(.seconds(1)) { $0.kind == .event }]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch().then(.note("next"))))
            for text in ["1", "2", "3"] { holder.replies[0].data(text) }
            holder.replies[0].finish(with: "4")
            time.advance(by: .seconds(5))
            engine.processPending()
            time.advance(by: .seconds(5))
            engine.processPending()
            #expect(store.state == ["1", "2", "3", "4", "next"] && engine.discardedResultCount == 0)
            try await receipt.finishedInTime()
        }
    }

    @Test(
        "L6 · an event that asynchronous middleware holds is reduced, although the command's end was issued after it",
        arguments: [nil, "8"])
    func asynchronous(last: String?) async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let (gate, opening) = AsyncStream<Never>.makeStream()
            engine.middleware = [
                .async(where: { $0.kind == .event }) { message in
                    if "\(message)".contains("7") { for await _ in gate {} }
                    return message
                }
            ]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch().then(.note("next"))))
            holder.replies[0].data("7")
            if let last { holder.replies[0].finish(with: last) } else { holder.replies[0].finish() }
            engine.processPending()
            #expect(!store.state.contains("next"))
            opening.finish()
            try await receipt.finishedInTime()
            var expected: Set = ["7", "next"]
            if let last { expected.insert(last) }
            #expect(Set(store.state) == expected)
            #expect(store.state.last == "next" && store.state.count == Set(store.state).count)
            #expect(engine.discardedResultCount == 0)
        }
    }
}
