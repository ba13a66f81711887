import MillraceHistory
import Millrace
import Testing

// Symptom: misuse of an ended reply was reported only until the engine was idle. An error that was thrown after `finish` was
// dropped. `onCancel` called its closure at once after a normal end.
// Cause: when the engine processed the end, it marked the reply as cancelled. A cancelled reply may be used without a fault.
// Correct behavior: an end and a cancellation are different.
@MainActor struct ReplyAfterEndTests {
    private func end(_ reply: Reply<Fetch>, by ending: Ending) {
        switch ending {
        case .finish: reply.finish()
        case .finishWith: reply.finish(with: "2")
        case .data: reply.data("2")
        case .fail: reply.fail(Oops())
        case .cancel: reply.cancel()
        }
    }

    enum Ending: CaseIterable { case finish, finishWith, data, fail, cancel }

    @Test(
        "L8 · a reply that is used after its end is a fault, even if the engine was idle in between",
        arguments: Ending.allCases)
    func idle(ending: Ending) async throws {
        try await withEngine(faults: [.replyAfterEnd]) { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            holder.replies[0].finish(with: "1")
            try await receipt.finishedInTime()
            end(holder.replies[0], by: ending)
            engine.processPending()
            #expect(store.state == ["1"])
        }
    }

    @Test("L8 · a reply that is used after its failure is a fault")
    func afterFailure() async throws {
        try await withEngine(faults: [.replyAfterEnd]) { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            holder.replies[0].fail(Oops())
            await #expect(throws: Oops.self) { try await receipt.finishedInTime() }
            holder.replies[0].finish(with: "2")
            engine.processPending()
            #expect(store.state == ["failed"])
        }
    }

    @Test("L8 · a reply that is used after the cancellation of its command is not a fault")
    func afterCancellation() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            receipt.cancel()
            holder.replies[0].data("1")
            holder.replies[0].finish(with: "2")
            engine.processPending()
            #expect(store.state.isEmpty && engine.discardedResultCount == 2)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }

    @Test(
        "L8 · a handler that ends its command and then throws is a fault, except for a CancellationError",
        arguments: [true, false], [true, false])
    func throwsAfterEnd(isCancellation: Bool, isIdle: Bool) async throws {
        try await withEngine(faults: isCancellation ? [] : [.replyAfterEnd]) { engine in
            let (ended, ending) = AsyncStream<Never>.makeStream()
            engine.handle(Fetch.self) { (_: Fetch, reply: Reply<Fetch>) async throws in
                defer { ending.finish() }
                reply.finish(with: "1")
                // The engine processes the end meanwhile.
                if isIdle { await engine.restInTime { engine.resources.effects == 0 } }
                if isCancellation { throw CancellationError() }
                throw Oops()
            }
            let store = Store([], LoggingReducer(), on: engine)
            try await store.send(.do(.fetch())).finishedInTime()
            for await _ in ended {}
            try await Task { @MainActor in }.valueInTime()
            engine.processPending()
            #expect(store.state == ["1"])
        }
    }

    enum Registration: CaseIterable { case beforeTheEnd, whileTheEndIsQueued, afterTheEnd }

    @Test(
        "onCancel does not call its closure after a normal end, whenever it is registered",
        arguments: Registration.allCases
    )
    func onCancel(registration: Registration) async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            let reply = holder.replies[0]
            @MainActor final class Count { var cancellations = 0 }
            let count = Count()
            let register = { reply.onCancel { MainActor.assumeIsolated { count.cancellations += 1 } } }
            if registration == .beforeTheEnd { register() }
            reply.finish(with: "1")
            if registration == .whileTheEndIsQueued { register() }
            try await receipt.finishedInTime()
            if registration == .afterTheEnd { register() }
            receipt.cancel()
            engine.processPending()
            #expect(count.cancellations == 0 && store.state == ["1"])
        }
    }
}
