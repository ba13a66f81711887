import MillraceInspection
import Millrace
import Testing

// Story: data was queued as a turn, while a cancellation took effect at once, so a cancellation that was issued after data
// overtook it: `reply.data(1); reply.cancel()` from another thread lost the data in 37 of 50 runs, depending on whether
// the actor was woken in between. Both enter one queue now.
@MainActor struct DataBeforeCancellationTests {
    enum Ending: CaseIterable { case replyCancel, replyRelease, receiptCancel }
    enum Origin: CaseIterable { case sameActor, otherThread }

    @Test(
        "L6 · data that was given before a cancellation is reduced, whichever way the command is cancelled",
        arguments: Ending.allCases, Origin.allCases)
    func dataFirst(ending: Ending, origin: Origin) async throws {
        try await withEngine(faults: ending == .replyRelease ? [.replyDropped] : []) { engine in
            let box = ReplyBox()
            engine.handle(Fetch.self) { box.reply = $1 }
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch().then(.note("next"))))
            let act: @Sendable () -> Void = {
                box.reply?.data("1")
                switch ending {
                case .replyCancel: box.reply?.cancel()
                case .replyRelease: box.reply = nil
                case .receiptCancel: receipt.cancel()
                }
            }
            if origin == .sameActor { act() } else { onAnotherThread(act) }
            engine.processPending()
            #expect(store.state == ["1"] && engine.discardedResultCount == 0)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(store.state == ["1"])
            box.reply = nil
        }
    }

    @Test("L6 · data given before receipt.cancel() on the engine's actor is reduced when that returns")
    func cancelOnTheActor() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            shelf.replies[0].data("1")
            receipt.cancel()
            #expect(store.state == ["1"] && shelf.replies[0].isClosed)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }
}

/// Keeps the only reply of a command.
private final class ReplyBox: @unchecked Sendable {
    // Safe: one thread at a time uses it, and that thread is joined before another does.
    var reply: Reply<Fetch>?
}
