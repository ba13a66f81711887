import MillraceInspection
import Millrace
import Testing

// Story: a reply that had ended its command was marked as cancelled when the engine took the end in, and a cancelled reply
// may be used without a fault. So misuse was reported only until the engine was idle; an error thrown after `finish` was
// dropped; and `onCancel` ran its body at once after a normal end. An end and a cancellation are two things now.
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
        "L8 · a reply that is used after its end is a fault, also when the engine was idle since",
        arguments: Ending.allCases)
    func idle(ending: Ending) async throws {
        try await withEngine(faults: [.replyAfterEnd]) { engine in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            shelf.replies[0].finish(with: "1")
            try await receipt.finishedInTime()
            end(shelf.replies[0], by: ending)
            engine.processPending()
            #expect(store.state == ["1"])
        }
    }

    @Test("L8 · a reply that is used after its end is a fault, also after it failed")
    func afterFailure() async throws {
        try await withEngine(faults: [.replyAfterEnd]) { engine in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            shelf.replies[0].fail(Oops())
            await #expect(throws: Oops.self) { try await receipt.finishedInTime() }
            shelf.replies[0].finish(with: "2")
            engine.processPending()
            #expect(store.state == ["failed"])
        }
    }

    @Test("L8 · a reply that is used after its command was cancelled is no fault")
    func afterCancellation() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            receipt.cancel()
            shelf.replies[0].data("1")
            shelf.replies[0].finish(with: "2")
            engine.processPending()
            #expect(store.state.isEmpty && engine.discardedResultCount == 2)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }

    @Test(
        "L8 · a handler that ends its command and then throws is a fault, unless it throws a CancellationError",
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
            let store = Store([], Doer(), on: engine)
            try await store.send(.do(.fetch())).finishedInTime()
            for await _ in ended {}
            try await Task { @MainActor in }.valueInTime()
            engine.processPending()
            #expect(store.state == ["1"])
        }
    }

    enum Registration: CaseIterable { case beforeTheEnd, whileTheEndIsQueued, afterTheEnd }

    @Test(
        "onCancel does not run its body after a normal end, whenever it is registered", arguments: Registration.allCases
    )
    func onCancel(registration: Registration) async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            let reply = shelf.replies[0]
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
