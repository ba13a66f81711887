import MillraceInspection
import MillraceExtras
import MillraceHistory
import Millrace
import Testing

// Story: two of twelve faults that were planted in the first edition's kernel were found by no test: without the guard against
// a second end, a command ended twice; without the guard of attempts, what the first attempt answered after a retry was
// taken for the second's.
@MainActor struct SecondEndTests {
    private func fetch(retry: Retry = .never, timeout: Timeout<any Error>? = nil) -> Doer.Action {
        .do(.execute(Fetch(), as: Doer.Action.heard, retry: retry, timeout: timeout))
    }

    @Test("L6 · the second of two ends in one go is a fault, and only the first is reduced")
    func twoEnds() async throws {
        try await withEngine(faults: [.replyAfterEnd, .replyAfterEnd]) { engine in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(fetch())
            shelf.replies[0].finish(with: "1")
            shelf.replies[0].finish(with: "2")
            shelf.replies[0].fail(Oops())
            try await receipt.finishedInTime()
            #expect(store.state == ["1"])
        }
    }

    @Test("L6 · of two threads that end a command, one does")
    func twoThreads() async throws {
        try await withEngine(faults: [.replyAfterEnd]) { engine in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(fetch())
            let reply = shelf.replies[0]
            onAnotherThread { reply.finish(with: "1") }
            onAnotherThread { reply.finish(with: "2") }
            try await receipt.finishedInTime()
            #expect(store.state == ["1"])
        }
    }

    @Test("L6 · a timeout is the end, and an answer after it is discarded and counted")
    func answerAfterTimeout() async throws {
        try await withEngineAndTime { engine, time in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(fetch(timeout: .after(.seconds(5))))
            time.advance(by: .seconds(5))
            shelf.replies[0].data("1")
            shelf.replies[0].finish(with: "2")
            engine.processPending()
            #expect(store.state == ["failed"] && engine.discardedResultCount == 2)
            await #expect(throws: TimedOut.self) { try await receipt.finishedInTime() }
        }
    }

    @Test("L6 · a timeout while the answer waits for its turn is no second end")
    func timeoutBehindAnswer() async throws {
        try await withEngineAndTime { engine, time in
            engine.handle(Fetch.self) { $0.name }
            let store = Store([], Doer(), on: engine)
            // The observer lets the time pass while the answer of the second command is queued.
            engine.listen(to: News.self) { _ in time.advance(by: .seconds(5)) }
            let receipt = store.send(
                .do(
                    .execute(Fetch(name: "1"), as: Doer.Action.heard, timeout: .after(.seconds(5)))
                        .and(.post(News()))))
            try await receipt.finishedInTime()
            #expect(store.state == ["1"])
        }
    }

    @Test("L6 · of an answer and a timeout that come in one turn, the first is the end", arguments: [true, false])
    func answerAndTimeoutInOneTurn(isAnswerFirst: Bool) async throws {
        try await withEngineAndTime { engine, time in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(fetch(timeout: .after(.seconds(5))))
            // Neither has its turn before both have come.
            let listening = engine.listen(to: News.self) { _ in
                if isAnswerFirst { shelf.replies[0].finish(with: "1") }
                time.advance(by: .seconds(5))
                if !isAnswerFirst { shelf.replies[0].finish(with: "1") }
            }
            engine.post(News())
            engine.processPending()
            #expect(store.state == [isAnswerFirst ? "1" : "failed"])
            if isAnswerFirst {
                try await receipt.finishedInTime()
            } else {
                await #expect(throws: TimedOut.self) { try await receipt.finishedInTime() }
                #expect(engine.discardedResultCount == 1)
            }
            listening.cancel()
        }
    }

    @Test("L6 · a handler that returns after its timeout has its result discarded and counted")
    func returnsAfterTimeout() async throws {
        try await withEngineAndTime { engine, time in
            var answer: CheckedContinuation<String, Never>?
            engine.handle(Fetch.self) { _ in await withCheckedContinuation { answer = $0 } }
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(fetch(timeout: .after(.seconds(5))))
            time.advance(by: .seconds(5))
            await #expect(throws: TimedOut.self) { try await receipt.finishedInTime() }
            answer?.resume(returning: "1")
            await engine.restInTime { engine.discardedResultCount == 1 }
            #expect(store.state == ["failed"] && engine.discardedResultCount == 1)
        }
    }

    @Test("L6 · an answer of an attempt that has failed is not taken for one of the next attempt")
    func earlierAttempt() async throws {
        try await withEngineAndTime { engine, time in
            var faults: [Fault.Kind] = []
            engine.onFault = { faults.append($0.kind) }
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(fetch(retry: .times(1, delay: .seconds(1))))
            shelf.replies[0].fail(Oops())
            engine.processPending()
            time.advance(by: .seconds(1))
            try #require(shelf.replies.map(\.attempt) == [1, 2])
            shelf.replies[0].data("of the first attempt")
            shelf.replies[0].finish(with: "of the first attempt")
            engine.processPending()
            #expect(store.state.isEmpty && !shelf.replies[1].isClosed)
            // Discarded and counted, or reported as misuse of the reply.
            #expect(engine.discardedResultCount + faults.count == 2)
            #expect(faults.allSatisfy { $0 == .replyAfterEnd })
            shelf.replies[1].finish(with: "of the second")
            try await receipt.finishedInTime()
            #expect(store.state == ["of the second"])
        }
    }

    @Test("L6 · an answer that an attempt gave before its failure is reduced before the next attempt")
    func answerBeforeFailure() async throws {
        try await withEngineAndTime { engine, time in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(fetch(retry: .times(1, delay: .zero)))
            let reply = shelf.replies[0]
            onAnotherThread {
                reply.data("cached")
                reply.fail(Oops())
            }
            engine.processPending()
            #expect(store.state == ["cached"])
            time.advance(by: .zero)
            try #require(shelf.replies.count == 2)
            shelf.replies[1].finish(with: "fresh")
            try await receipt.finishedInTime()
            #expect(store.state == ["cached", "fresh"] && engine.discardedResultCount == 0)
        }
    }

    // Story: an answer that middleware held did not stop the timeout, whose failure ended the command too: both were
    // reduced as the last event, and the receipt threw nothing.
    @Test("L6 · a timeout does not end a command whose last event middleware holds")
    func timeoutWhileAnswerIsHeld() async throws {
        try await withEngineAndTime { engine, time in
            let shelf = Shelf(engine)
            engine.middleware = [.delay(.seconds(10)) { $0.kind == .event }]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(fetch(timeout: .after(.seconds(5))))
            shelf.replies[0].finish(with: "1")
            engine.processPending()
            time.advance(by: .seconds(30))
            #expect(store.state == ["1"] && engine.discardedResultCount == 0 && time.waiting == 0)
            try await receipt.finishedInTime()
        }
    }

    @Test(
        "L6 · of two last events that middleware holds, the one that is resumed first ends the command",
        arguments: [true, false])
    func twoHeldEnds(isFailureFirst: Bool) async throws {
        try await withEngineAndTime { engine, time in
            let shelf = Shelf(engine)
            let held = MessageHolder { $0.kind == .event }
            engine.middleware = [held]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(fetch(timeout: .after(.seconds(5))))
            time.advance(by: .seconds(5))
            shelf.replies[0].finish(with: "1")
            engine.processPending()
            try #require(held.messages.count == 2)
            if isFailureFirst { held.resumeAll(on: engine) } else { for _ in 0..<2 { held.resume(on: engine) } }
            #expect(store.state == [isFailureFirst ? "failed" : "1"] && engine.discardedResultCount == 1)
            if isFailureFirst {
                await #expect(throws: TimedOut.self) { try await receipt.finishedInTime() }
            } else {
                try await receipt.finishedInTime()
            }
        }
    }

    @Test("L6 · a held last event that is dropped after another one ended the command does not change how it ended")
    func droppedHeldEnd() async throws {
        try await withEngineAndTime { engine, time in
            let history = History(records: 100)
            engine.history = history
            let shelf = Shelf(engine)
            let held = MessageHolder { $0.kind == .event }
            engine.middleware = [held]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(fetch(timeout: .after(.seconds(5))))
            time.advance(by: .seconds(5))
            shelf.replies[0].finish(with: "1")
            engine.processPending()
            let messages = held.messages
            try #require(messages.count == 2)
            engine.resume(messages[0].id)
            engine.resume(messages[1].id, with: .drop)
            #expect(store.state == ["failed"] && engine.resources.effects == 0)
            await #expect(throws: TimedOut.self) { try await receipt.finishedInTime() }
            guard case .failed(let error)? = history.records.first(where: { $0.kind == .command })?.outcome else {
                Issue.record("The command is not recorded as failed.")
                return
            }
            #expect(error is TimedOut)
        }
    }

    @Test("L6 · a failure that middleware makes of an event ends the command, and its held last event is discarded")
    func failedAndHeldEnd() async throws {
        for decision: Decision in [.pass, .drop, .fail(with: Oops())] {
            try await withEngine { engine in
                let shelf = Shelf(engine)
                let held = MessageHolder { $0.kind == .event }
                engine.middleware = [held]
                let store = Store([], Doer(), on: engine)
                let receipt = store.send(fetch())
                shelf.replies[0].data("1")
                shelf.replies[0].finish(with: "2")
                engine.processPending()
                let messages = held.messages
                try #require(messages.count == 2)
                engine.resume(messages[0].id, with: .fail(with: Oops()))
                engine.resume(messages[1].id, with: decision)
                #expect(store.state == ["failed"] && engine.resources.effects == 0)
                await #expect(throws: Oops.self) { try await receipt.finishedInTime() }
            }
        }
    }

    @Test("L6 · middleware that shuts the engine down and then ends the last event ends no command twice")
    func endedByMiddlewareAfterShutdown() async throws {
        for decision: Decision in [.drop, .pass, .cancel(), .fail(with: Oops())] {
            try await withEngine { engine in
                engine.handle(Fetch.self) { $0.name }
                engine.middleware = [
                    .intercept { [unowned engine] message in
                        guard message.kind == .event else { return .pass }
                        engine.shutdown()
                        return decision
                    }
                ]
                let store = Store([], Doer(), on: engine)
                let receipt = store.send(fetch())
                #expect(engine.resources.effects == 0)
                await #expect(throws: EngineShutDown.self) { try await receipt.finishedInTime() }
            }
        }
    }
}
