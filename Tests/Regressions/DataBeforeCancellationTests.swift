import MillraceHistory
import Millrace
import Testing

// Symptom: `reply.data(1); reply.cancel()` on another thread lost the data in 37 of 50 runs, depending on whether the actor was
// woken in between.
// Cause: data was queued as a turn, but a cancellation took effect at once and overtook it.
// Correct behavior: both enter one queue.
@MainActor struct DataBeforeCancellationTests {
    enum Ending: CaseIterable { case replyCancel, replyRelease, receiptCancel }
    enum Origin: CaseIterable { case sameActor, otherThread }

    @Test(
        "L6 · data that is sent before a cancellation is reduced, whichever way the command is cancelled",
        arguments: Ending.allCases, Origin.allCases)
    func dataFirst(ending: Ending, origin: Origin) async throws {
        try await withEngine(faults: ending == .replyRelease ? [.replyDropped] : []) { engine in
            let box = ReplyBox()
            engine.handle(Fetch.self) { box.reply = $1 }
            let store = Store([], LoggingReducer(), on: engine)
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

    @Test("L6 · data that is sent before receipt.cancel() on the engine's actor is reduced when it returns")
    func cancelOnTheActor() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch()))
            holder.replies[0].data("1")
            receipt.cancel()
            #expect(store.state == ["1"] && holder.replies[0].isClosed)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }
}

/// Keeps the only reply of a command.
private final class ReplyBox: @unchecked Sendable {
    // Safe: one thread at a time uses it, and is joined before another one does.
    var reply: Reply<Fetch>?
}
