import MillraceInspection
import MillraceExtras
import Millrace
import Testing

// Story: a command ended when its handler said so, while middleware still held an event that was given before. The event
// was then late and was dropped: a delay of one second lost every answer that was not the last, and asynchronous
// middleware lost 27 of 200. A natural end waits behind the events of its command now, queued or held.
@MainActor struct HeldEventsAndEndTests {
    @Test("L6 · an event that middleware delays is reduced, although the command's end was given after it")
    func delayed() async throws {
        try await withEngineAndTime { engine, time in
            let shelf = Shelf(engine)
            engine.middleware = [.delay(.seconds(1)) { $0.kind == .event }]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch().then(.note("next"))))
            shelf.replies[0].data("7")
            shelf.replies[0].finish()
            engine.processPending()
            #expect(store.state.isEmpty)
            time.advance(by: .seconds(1))
            engine.processPending()
            #expect(store.state == ["7", "next"] && engine.discardedResultCount == 0)
            try await receipt.finishedInTime()
        }
    }

    @Test("L6 · each of several delayed events is reduced in order, the last one too")
    func severalDelayed() async throws {
        try await withEngineAndTime { engine, time in
            let shelf = Shelf(engine)
            engine.middleware = [.delay(.seconds(1)) { $0.kind == .event }]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch().then(.note("next"))))
            for text in ["1", "2", "3"] { shelf.replies[0].data(text) }
            shelf.replies[0].finish(with: "4")
            time.advance(by: .seconds(5))
            engine.processPending()
            time.advance(by: .seconds(5))
            engine.processPending()
            #expect(store.state == ["1", "2", "3", "4", "next"] && engine.discardedResultCount == 0)
            try await receipt.finishedInTime()
        }
    }

    @Test(
        "L6 · an event that asynchronous middleware holds is reduced, although the command's end was given after it",
        arguments: [nil, "8"])
    func asynchronous(last: String?) async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let (gate, opening) = AsyncStream<Never>.makeStream()
            engine.middleware = [
                .async(where: { $0.kind == .event }) { message in
                    if "\(message)".contains("7") { for await _ in gate {} }
                    return message
                }
            ]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch().then(.note("next"))))
            shelf.replies[0].data("7")
            if let last { shelf.replies[0].finish(with: last) } else { shelf.replies[0].finish() }
            engine.processPending()
            #expect(!store.state.contains("next"))
            opening.finish()
            try await receipt.finishedInTime()
            #expect(Set(store.state) == Set(["7", "next"] + (last.map { [$0] } ?? [])))
            #expect(store.state.last == "next" && store.state.count == Set(store.state).count)
            #expect(engine.discardedResultCount == 0)
        }
    }
}
