import MillraceHistory
import MillraceExtras
import Millrace
import Testing

// Symptom: without one of two guards, no test failed. Without the guard against a second end, a command ended twice. Without
// the guard of attempts, an answer of the first attempt counted for the second one.
// Correct behavior: a command ends once, and only its current attempt can answer.
@MainActor struct SecondEndTests {
    private func fetch(retry: Retry = .never, timeout: Timeout<any Error>? = nil) -> LoggingReducer.Action {
        .do(.execute(Fetch(), as: LoggingReducer.Action.received, retry: retry, timeout: timeout))
    }

    @Test("L6 · the second of two immediate ends is a fault, and only the first is reduced")
    func twoEnds() async throws {
        try await withEngine(faults: [.replyAfterEnd, .replyAfterEnd]) { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(fetch())
            holder.replies[0].finish(with: "1")
            holder.replies[0].finish(with: "2")
            holder.replies[0].fail(Oops())
            try await receipt.finishedInTime()
            #expect(store.state == ["1"])
        }
    }

    @Test("L6 · if two threads end a command, it ends once")
    func twoThreads() async throws {
        try await withEngine(faults: [.replyAfterEnd]) { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(fetch())
            let reply = holder.replies[0]
            onAnotherThread { reply.finish(with: "1") }
            onAnotherThread { reply.finish(with: "2") }
            try await receipt.finishedInTime()
            #expect(store.state == ["1"])
        }
    }

    @Test("L6 · a timeout is an end, and an answer after it is discarded and counted")
    func answerAfterTimeout() async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(fetch(timeout: .after(.seconds(5))))
            time.advance(by: .seconds(5))
            holder.replies[0].data("1")
            holder.replies[0].finish(with: "2")
            engine.processPending()
            #expect(store.state == ["failed"] && engine.discardedResultCount == 2)
            await #expect(throws: TimedOut.self) { try await receipt.finishedInTime() }
        }
    }

    @Test("L6 · a timeout is not a second end while the answer is queued")
    func timeoutBehindAnswer() async throws {
        try await withEngineAndTime { engine, time in
            engine.handle(Fetch.self) { $0.name }
            let store = Store([], LoggingReducer(), on: engine)
            // The listener advances the time while the answer of the command is queued.
            engine.listen(to: News.self) { _ in time.advance(by: .seconds(5)) }
            let receipt = store.send(
                .do(
                    .execute(Fetch(name: "1"), as: LoggingReducer.Action.received, timeout: .after(.seconds(5)))
                        .and(.post(News()))))
            try await receipt.finishedInTime()
            #expect(store.state == ["1"])
        }
    }

    @Test("L6 · if an answer and a timeout are issued in one turn, the first one is the end", arguments: [true, false])
    func answerAndTimeoutInOneTurn(isAnswerFirst: Bool) async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(fetch(timeout: .after(.seconds(5))))
            // Both are issued before either of them is processed.
            let listening = engine.listen(to: News.self) { _ in
                if isAnswerFirst { holder.replies[0].finish(with: "1") }
                time.advance(by: .seconds(5))
                if !isAnswerFirst { holder.replies[0].finish(with: "1") }
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

    @Test("L6 · the result of a handler that returns after its timeout is discarded and counted")
    func returnsAfterTimeout() async throws {
        try await withEngineAndTime { engine, time in
            var answer: CheckedContinuation<String, Never>?
            engine.handle(Fetch.self) { _ in await withCheckedContinuation { answer = $0 } }
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(fetch(timeout: .after(.seconds(5))))
            time.advance(by: .seconds(5))
            await #expect(throws: TimedOut.self) { try await receipt.finishedInTime() }
            answer?.resume(returning: "1")
            await engine.restInTime { engine.discardedResultCount == 1 }
            #expect(store.state == ["failed"] && engine.discardedResultCount == 1)
        }
    }

    @Test("L6 · an answer of a failed attempt does not count for the next attempt")
    func earlierAttempt() async throws {
        try await withEngineAndTime { engine, time in
            var faults: [Fault.Kind] = []
            engine.onFault = { faults.append($0.kind) }
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(fetch(retry: .times(1, delay: .seconds(1))))
            holder.replies[0].fail(Oops())
            engine.processPending()
            time.advance(by: .seconds(1))
            try #require(holder.replies.map(\.attempt) == [1, 2])
            holder.replies[0].data("of the first attempt")
            holder.replies[0].finish(with: "of the first attempt")
            engine.processPending()
            #expect(store.state.isEmpty && !holder.replies[1].isClosed)
            // Discarded and counted, or reported as misuse of the reply.
            #expect(engine.discardedResultCount + faults.count == 2)
            #expect(faults.allSatisfy { $0 == .replyAfterEnd })
            holder.replies[1].finish(with: "of the second")
            try await receipt.finishedInTime()
            #expect(store.state == ["of the second"])
        }
    }

    @Test("L6 · an answer that an attempt sends before its failure is reduced before the next attempt")
    func answerBeforeFailure() async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(fetch(retry: .times(1, delay: .zero)))
            let reply = holder.replies[0]
            onAnotherThread {
                reply.data("cached")
                reply.fail(Oops())
            }
            engine.processPending()
            #expect(store.state == ["cached"])
            time.advance(by: .zero)
            try #require(holder.replies.count == 2)
            holder.replies[1].finish(with: "fresh")
            try await receipt.finishedInTime()
            #expect(store.state == ["cached", "fresh"] && engine.discardedResultCount == 0)
        }
    }

    // Symptom: two events were reduced as the last one, and the receipt threw nothing.
    // Cause: an answer that middleware held did not stop the timeout, and the timeout's failure also ended the command.
    @Test("L6 · a timeout does not end a command whose last event middleware holds")
    func timeoutWhileAnswerIsHeld() async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            engine.middleware = [.delay(.seconds(10)) { $0.kind == .event }]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(fetch(timeout: .after(.seconds(5))))
            holder.replies[0].finish(with: "1")
            engine.processPending()
            time.advance(by: .seconds(30))
            #expect(store.state == ["1"] && engine.discardedResultCount == 0 && time.waiting == 0)
            try await receipt.finishedInTime()
        }
    }

    @Test(
        "L6 · if middleware holds two last events, the one that is resumed first ends the command",
        arguments: [true, false])
    func twoHeldEnds(isFailureFirst: Bool) async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            let held = MessageHolder { $0.kind == .event }
            engine.middleware = [held]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(fetch(timeout: .after(.seconds(5))))
            time.advance(by: .seconds(5))
            holder.replies[0].finish(with: "1")
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
            let holder = ReplyHolder(engine)
            let held = MessageHolder { $0.kind == .event }
            engine.middleware = [held]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(fetch(timeout: .after(.seconds(5))))
            time.advance(by: .seconds(5))
            holder.replies[0].finish(with: "1")
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
                let holder = ReplyHolder(engine)
                let held = MessageHolder { $0.kind == .event }
                engine.middleware = [held]
                let store = Store([], LoggingReducer(), on: engine)
                let receipt = store.send(fetch())
                holder.replies[0].data("1")
                holder.replies[0].finish(with: "2")
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

    @Test("L6 · middleware that shuts the engine down and then ends the last event does not end the command twice")
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
                let store = Store([], LoggingReducer(), on: engine)
                let receipt = store.send(fetch())
                #expect(engine.resources.effects == 0)
                await #expect(throws: EngineShutDown.self) { try await receipt.finishedInTime() }
            }
        }
    }
}
