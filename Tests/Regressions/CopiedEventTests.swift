import MillraceInspection
import MillraceExtras
import Millrace
import Testing

// Story: a copy that middleware made of an event was appended behind the command's end, where that was queued already or
// waited for the event. The command had ended when the copy had its turn, and the copy was discarded. The end waits for
// the copies of the command's events now.
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
        "L6 · the copy of an event is reduced, also where the command's end is queued already", arguments: [nil, "2"])
    func queued(last: String?) async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            engine.middleware = [copyOnce()]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch().then(.note("next"))))
            shelf.replies[0].data("1")
            if let last { shelf.replies[0].finish(with: last) } else { shelf.replies[0].finish() }
            engine.processPending()
            #expect(
                store.state == ["1"] + (last.map { [$0] } ?? []) + ["1", "next"] && engine.discardedResultCount == 0)
            try await receipt.finishedInTime()
        }
    }

    @Test("L6 · the copy of an event that was held is reduced, also where the command's end waits for that event")
    func held() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let held = MessageHolder { $0.kind == .event }
            engine.middleware = [held]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch().then(.note("next"))))
            shelf.replies[0].data("1")
            shelf.replies[0].finish()
            engine.processPending()
            let message = try #require(held.messages.first)
            held.resume(on: engine, with: .pass(copies: message))
            #expect(store.state == ["1"] && engine.resources.effects == 2)
            held.resumeAll(on: engine)
            #expect(store.state == ["1", "1", "next"] && engine.discardedResultCount == 0)
            try await receipt.finishedInTime()
        }
    }

    @Test("L6 · the copy of an event of a command that was cancelled is discarded and counted")
    func cancelled() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            engine.middleware = [copyOnce()]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.do(.fetch(id: 1)))
            // The event and the cancellation have their turns one after the other, and the copy its turn behind both.
            let listening = engine.listen(to: News.self) { [unowned store] _ in
                shelf.replies[0].data("1")
                store.send(.do(.cancel(1)))
            }
            engine.post(News())
            #expect(store.state == ["1"] && engine.discardedResultCount == 1)
            listening.cancel()
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }
}
