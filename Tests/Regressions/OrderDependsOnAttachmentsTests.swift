import MillraceExtras
import MillraceHistory
import Millrace
import Testing

// Symptom: data of a reply came after a later send on a store with nothing attached, and before it on an observed, recorded or
// intercepted store.
// Cause: the loop processed replies between turns, and a send on a store with nothing attached did not look for them.
// Correct behavior: every input enters one queue when it is issued. SameOrderTests searches for more bugs of this kind.
@MainActor struct OrderDependsOnAttachmentsTests {
    enum Attachment: CaseIterable { case nothing, observer, history, middleware, worker }
    enum Origin: CaseIterable { case sameActor, otherThread }

    private func attach(_ attachment: Attachment, to store: Store<LoggingReducer>) {
        switch attachment {
        case .nothing: break
        case .observer: store.subscribe(to: \.count) { _ in }
        case .history: store.engine.history = History(records: 100)
        case .middleware: store.engine.middleware = [.log({ _ in })]
        case .worker: store.work { _, _ in .none }
        }
    }

    @Test(
        "L2 · data that a reply sends before an action is reduced before it, whatever is attached",
        arguments: Attachment.allCases, Origin.allCases)
    func dataBeforeSend(attachment: Attachment, origin: Origin) async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            attach(attachment, to: store)
            let receipts = [store.send(.do(.fetch()))]
            let reply = holder.replies[0]
            if origin == .sameActor { reply.data("data 1") } else { onAnotherThread { reply.data("data 1") } }
            let sent = store.send(.note("sent"))
            #expect(store.state == ["data 1", "sent"])
            reply.finish()
            for receipt in receipts + [sent] { try await receipt.finishedInTime() }
        }
    }

    @Test(
        "L2 · a cancellation by receipt takes effect before a later send, whatever is attached",
        arguments: Attachment.allCases
    )
    func cancellationBeforeSend(attachment: Attachment) async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            attach(attachment, to: store)
            let receipt = store.send(.do(.fetch().then(.note("cleaned up"), evenAfterFailure: true)))
            onAnotherThread { receipt.cancel() }
            let sent = store.send(.do(.fetch("second")))
            #expect(holder.replies.map(\.isClosed) == [true, false])
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            holder.replies[1].finish(with: "second")
            try await sent.finishedInTime()
            #expect(store.state == ["second"])
        }
    }
}
