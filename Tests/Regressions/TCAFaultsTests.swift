import MillraceInspection
import Millrace
import Testing

// Faults of TCA, the Composable Architecture. That large states overflowed the stack is tested in
// Law2RunToCompletionTests, on a stack of 512 KB.
@MainActor struct TCAFaultsTests {
    enum CancelTime: CaseIterable { case sameFlow, turnBefore, turnAfter }

    // A cancel missed work whose task had not started. With commands registered in their own turn, the cancels of the
    // same flow and of the turn before miss: the handler begins, and the resource counts counts the command. With an
    // asynchronous handler begun, and its command registered, by a task that comes later, the turn after fails too.
    @Test("a cancel finds a command that has not begun, or just has", arguments: CancelTime.allCases, [true, false])
    func cancelsFindTheirCommand(moment: CancelTime, isAsynchronous: Bool) async throws {
        try await withEngine { engine in
            var begun = 0
            if isAsynchronous {
                engine.handle(Fetch.self) { _ in
                    begun += 1
                    // Nothing ever comes: it ends when its task is cancelled.
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
            let store = Store([], Doer(), on: engine)
            let (fetch, cancel) = (Flow<Doer>.fetch(id: 1), Flow<Doer>.cancel(1))
            let flow: Flow<Doer> =
                switch moment {
                case .sameFlow: fetch.and(cancel)
                // The cancel's turn comes first, when the command waits for its own.
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

    // Ids were process-wide. With one table of ids for the process, cancelling in one store ends the command of the
    // other, on one engine and on two.
    @Test("the ids of two stores never meet, nor those of two engines", arguments: [true, false])
    func idsAreApart(areOnOneEngine: Bool) async throws {
        try await withEngine { one in
            try await withEngine { two in
                let other = areOnOneEngine ? one : two
                let shelf = Shelf(one)
                let otherShelf = areOnOneEngine ? shelf : Shelf(two)
                let here = Store([], Doer(), on: one)
                let there = Store([], Doer(), on: other)
                let receipt = here.send(.do(.fetch(id: 1)))
                there.send(.do(.fetch(id: 1)))
                there.send(.do(.cancel(1)))
                #expect(otherShelf.replies.last?.isClosed == true)
                #expect(shelf.replies[0].isClosed == false)
                shelf.replies[0].finish(with: "x")
                try await receipt.finishedInTime()
                #expect(here.state == ["x"])
            }
        }
    }
}
