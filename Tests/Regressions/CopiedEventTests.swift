import MillraceHistory
import MillraceExtras
import Millrace
import Testing

// Symptom: a middleware's copy of an event was discarded.
// Cause: the copy was appended after the command's end, if the end was already queued or waited for the event. So the command
// had ended when the copy was processed.
// Correct behavior: the end waits for the copies of the command's events.
@MainActor struct CopiedEventTests {
    private func copyOnce() -> Interceptor {
        var isOpen = true
        return .intercept { message in
            guard message.kind == .event, isOpen else { return .pass }
            isOpen = false
            return .pass(copies: message)
        }
    }

    @Test(
        "L6 · the copy of an event is reduced, even if the command's end is already queued", arguments: [nil, "2"])
    func queued(last: String?) async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            engine.middleware = [copyOnce()]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch().then(.note("next"))))
            holder.replies[0].data("1")
            if let last { holder.replies[0].finish(with: last) } else { holder.replies[0].finish() }
            engine.processPending()
            #expect(
                store.state == ["1"] + (last.map { [$0] } ?? []) + ["1", "next"] && engine.discardedResultCount == 0)
            try await receipt.finishedInTime()
        }
    }

    @Test("L6 · the copy of a held event is reduced, even if the command's end waits for that event")
    func held() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let held = MessageHolder { $0.kind == .event }
            engine.middleware = [held]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch().then(.note("next"))))
            holder.replies[0].data("1")
            holder.replies[0].finish()
            engine.processPending()
            let message = try #require(held.messages.first)
            held.resume(on: engine, with: .pass(copies: message))
            #expect(store.state == ["1"] && engine.resources.effects == 2)
            held.resumeAll(on: engine)
            #expect(store.state == ["1", "1", "next"] && engine.discardedResultCount == 0)
            try await receipt.finishedInTime()
        }
    }

    @Test("L6 · the copy of an event of a cancelled command is discarded and counted")
    func cancelled() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            engine.middleware = [copyOnce()]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.do(.fetch(id: 1)))
            // The event and the cancellation are processed one after the other, and the copy after both.
            let listening = engine.listen(to: News.self) { [unowned store] _ in
                holder.replies[0].data("1")
                store.send(.do(.cancel(1)))
            }
            engine.post(News())
            #expect(store.state == ["1"] && engine.discardedResultCount == 1)
            listening.cancel()
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }
}
