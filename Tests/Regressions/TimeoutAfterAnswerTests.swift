import MillraceInspection
import Millrace
import Testing

// Story: the alarm of a timeout ended the command without looking for answers that had been given before it, so an answer
// and a timeout in this order made a failure, when a clock called the alarm directly, as a `TestClock` does. A timer is an
// input like others now, and enters the queue behind the answer.
@MainActor struct TimeoutAfterAnswerTests {
    enum Origin: CaseIterable { case sameActor, otherThread }

    @Test("L2 · a timeout does not overtake an answer that was given before it", arguments: Origin.allCases)
    func answerFirst(origin: Origin) async throws {
        try await withEngineAndTime { engine, time in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(
                .do(.execute(Fetch(), as: Doer.Action.heard, timeout: .after(.seconds(5)))))
            let reply = shelf.replies[0]
            if origin == .sameActor {
                reply.finish(with: "1")
            } else {
                onAnotherThread { reply.finish(with: "1") }
            }
            time.advance(by: .seconds(5))
            engine.processPending()
            #expect(store.state == ["1"])
            try await receipt.finishedInTime()
            #expect(store.state == ["1"] && time.waiting == 0)
        }
    }

    @Test("L2 · data that was given before a timeout is reduced before the failure", arguments: Origin.allCases)
    func dataFirst(origin: Origin) async throws {
        try await withEngineAndTime { engine, time in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(
                .do(.execute(Fetch(), as: Doer.Action.heard, timeout: .after(.seconds(5)))))
            let reply = shelf.replies[0]
            if origin == .sameActor { reply.data("1") } else { onAnotherThread { reply.data("1") } }
            time.advance(by: .seconds(5))
            engine.processPending()
            #expect(store.state == ["1", "failed"] && engine.discardedResultCount == 0)
            await #expect(throws: TimedOut.self) { try await receipt.finishedInTime() }
        }
    }

    @Test("L2 · a delay that ends does not overtake data that was given before it", arguments: Origin.allCases)
    func delay(origin: Origin) async throws {
        try await withEngineAndTime { engine, time in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch().and(.after(.seconds(5), .note("later")))))
            let reply = shelf.replies[0]
            if origin == .sameActor { reply.finish(with: "1") } else { onAnotherThread { reply.finish(with: "1") } }
            time.advance(by: .seconds(5))
            #expect(store.state == ["1", "later"])
            try await receipt.finishedInTime()
        }
    }
}
