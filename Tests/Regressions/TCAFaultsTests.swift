import MillraceHistory
import Millrace
import Testing

// Bugs of TCA, the Composable Architecture. Law2RunToCompletionTests has the test of another one: large states overflowed the
// stack.
@MainActor struct TCAFaultsTests {
    enum CancelTime: CaseIterable { case sameFlow, turnBefore, turnAfter }

    // In TCA, a cancellation missed an effect whose task had not started. If commands are registered in their own turns, the
    // cancellations in the same flow and in the turn before miss them. The handler starts, and the resource counts include the
    // command. If a later task starts an asynchronous handler and registers its command, the cancellation in the turn after
    // misses it too.
    @Test(
        "a cancellation finds a command that has not started, or has just started", arguments: CancelTime.allCases,
        [true, false])
    func cancelsFindTheirCommand(moment: CancelTime, isAsynchronous: Bool) async throws {
        try await withEngine { engine in
            var begun = 0
            if isAsynchronous {
                engine.handle(Fetch.self) { _ in
                    begun += 1
                    // The stream never has a value. The loop ends when the task is cancelled.
                    let (nothing, source) = AsyncStream<Never>.makeStream()
                    for await _ in nothing {}
                    source.finish()
                    return "never"
                }
            } else {
                engine.handle(Fetch.self) { _, reply in
                    begun += 1
                    reply.onCancel { [reply] in _ = reply }
                }
            }
            let store = Store([], LoggingReducer(), on: engine)
            let (fetch, cancel) = (Flow<LoggingReducer>.fetch(id: 1), Flow<LoggingReducer>.cancel(1))
            let flow: Flow<LoggingReducer> =
                switch moment {
                case .sameFlow: fetch.and(cancel)
                // The cancellation is processed first, while the command is still queued.
                case .turnBefore: .send(.do(cancel)).and(fetch)
                case .turnAfter: fetch.and(.send(.do(cancel)))
                }
            let receipt = store.send(.do(flow))
            #expect(begun == (moment == .turnAfter ? 1 : 0))
            try #require(engine.resources.effects == 0)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(store.state.isEmpty)
        }
    }

    // In TCA, ids were process-wide. With one table of ids for the process, a cancellation in one store ends the command of
    // the other one. This concerns stores on one engine and on two.
    @Test("the ids of two stores are independent, on one engine and on two", arguments: [true, false])
    func independentIDs(areOnOneEngine: Bool) async throws {
        try await withEngine { one in
            try await withEngine { two in
                let other = areOnOneEngine ? one : two
                let holder = ReplyHolder(one)
                let otherShelf = areOnOneEngine ? holder : ReplyHolder(two)
                let here = Store([], LoggingReducer(), on: one)
                let there = Store([], LoggingReducer(), on: other)
                let receipt = here.send(.do(.fetch(id: 1)))
                there.send(.do(.fetch(id: 1)))
                there.send(.do(.cancel(1)))
                #expect(otherShelf.replies.last?.isClosed == true)
                #expect(holder.replies[0].isClosed == false)
                holder.replies[0].finish(with: "x")
                try await receipt.finishedInTime()
                #expect(here.state == ["x"])
            }
        }
    }
}
