import MillraceHistory
import Millrace
import Testing

// Symptom: an answer and a later timeout resulted in a failure, if the clock fired the timer directly, as a `TestClock` does.
// Cause: the timer of a timeout ended the command without looking for earlier answers.
// Correct behavior: a timer is an input like others, and enters the queue after the answer.
@MainActor struct TimeoutAfterAnswerTests {
    enum Origin: CaseIterable { case sameActor, otherThread }

    @Test("L2 · a timeout does not overtake an answer that was issued before it", arguments: Origin.allCases)
    func answerFirst(origin: Origin) async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(
                .do(.execute(Fetch(), as: LoggingReducer.Action.received, timeout: .after(.seconds(5)))))
            let reply = holder.replies[0]
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

    @Test("L2 · data that was issued before a timeout is reduced before the failure", arguments: Origin.allCases)
    func dataFirst(origin: Origin) async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(
                .do(.execute(Fetch(), as: LoggingReducer.Action.received, timeout: .after(.seconds(5)))))
            let reply = holder.replies[0]
            if origin == .sameActor { reply.data("1") } else { onAnotherThread { reply.data("1") } }
            time.advance(by: .seconds(5))
            engine.processPending()
            #expect(store.state == ["1", "failed"] && engine.discardedResultCount == 0)
            await #expect(throws: TimedOut.self) { try await receipt.finishedInTime() }
        }
    }

    @Test("L2 · the end of a delay does not overtake data that was issued before it", arguments: Origin.allCases)
    func delay(origin: Origin) async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch().and(.after(.seconds(5), .note("later")))))
            let reply = holder.replies[0]
            if origin == .sameActor { reply.finish(with: "1") } else { onAnotherThread { reply.finish(with: "1") } }
            time.advance(by: .seconds(5))
            #expect(store.state == ["1", "later"])
            try await receipt.finishedInTime()
        }
    }
}
