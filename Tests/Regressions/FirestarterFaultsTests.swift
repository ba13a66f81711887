import MillraceExtras
import MillraceHistory
import Millrace
import TestSupport
import Testing

// Faults of Firestarter, a dispatcher with workers.
@MainActor struct FirestarterFaultsTests {
    // 1,500 actions from flows overflowed the stack. With `Engine.enqueue` taking the turn at once, a hundred turns
    // pass by each kind of link, and a hundred thousand overflow the stack by each.
    @Test(
        "a hundred thousand actions, each from the flow of the one before, need no stack",
        arguments: [Chain.Link.send, .fact, .command, .sequence])
    func longChains(link: Chain.Link) async throws {
        try await withEngine { engine in
            #expect(Chain.turns(of: 100_000, by: link, on: engine) == 100_000)
        }
    }

    // What a worker wanted done next was lost when it ended before another did. If the flow that
    // it returned is performed only when nothing else runs, the early flow is never performed, and the test fails.
    @Test("what each worker returns is done, whichever ends first, and the receipt waits for all of it")
    func followUps() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let (open, gate) = AsyncStream.makeStream(of: Void.self)
            store.work { action, _ in
                guard case .note("go") = action else { return .none }
                return .note("early").then(.fetch())
            }
            store.work { action, _ in
                guard case .note("go") = action else { return .none }
                for await _ in open { break }
                return .note("late")
            }
            let receipt = store.send(.note("go"))
            let early = store.send(.note("next"))
            try await early.finishedInTime()
            #expect(store.state == ["go", "next", "early"])
            gate.yield()
            shelf.replies[0].finish(with: "fetched")
            try await receipt.finishedInTime()
            #expect(store.state.sorted() == ["early", "fetched", "go", "late", "next"])
        }
    }

    // A reset left whoever awaited an action waiting for good. With `Effects` taking what is
    // reset off its lists without ending it, the test hangs.
    @Test("whoever awaits what a reset ends is resumed with the reason")
    func resets() async throws {
        try await withEngine { engine in
            let store = Store([], Doer(), on: engine)
            let (open, gate) = AsyncStream.makeStream(of: Void.self)
            engine.middleware = [.delay(.seconds(1_000)) { $0.kind == .fact }]
            store.work { action, _ in
                guard case .note("go") = action else { return .none }
                for await _ in open { break }
                return .none
            }
            let receipts = [store.send(.note("go")), engine.post(News())]
            engine.reset()
            for receipt in receipts {
                await #expect(throws: EngineReset(parts: .all)) { try await receipt.finishedInTime() }
            }
            gate.finish()
        }
    }

    // The history had the actions in the order in which they were completed, so that what a slow worker or a slow
    // middleware had held came last. With the records sorted by their ends, the test fails.
    @Test("the history has the messages in the order of their start, and says when each ended")
    func historyInOrder() async throws {
        try await withEngine { engine in
            let history = History(records: 100)
            engine.history = history
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            let held = MessageHolder { if case .note("held")? = $0.payload as? Doer.Action { true } else { false } }
            engine.middleware = [held]
            store.send(.note("held"))
            let receipt = store.send(.do(.fetch()))
            store.send(.note("quick"))
            shelf.replies[0].finish(with: "slow")
            held.resumeAll(on: engine)
            try await receipt.finishedInTime()
            #expect(store.state == ["quick", "slow", "held"])
            #expect(history.records.map(\.kind) == [.action, .action, .command, .action, .event])
            #expect(history.records.map(\.id) == history.records.map(\.id).sorted())
            let ends = history.records.map { $0.end?.id ?? 0 }
            #expect(ends[0] > ends[4] && ends[2] == ends[4] && ends[1] < ends[3])
        }
    }

    // Its history took a time that grew with the square of its length. Time is no matter of a test: `make bench`
    // demands that a send among 100,000 records costs what one among 100 does. With each send looking
    // through all records, that had not ended after ten minutes; with the newest giving way, this test fails.
    @Test("a full history keeps as many records as it may, and the newest")
    func fullHistory() async throws {
        try await withEngine { engine in
            let history = History(records: 1_000)
            engine.history = history
            let store = Store([], Doer(), on: engine)
            for _ in 0..<20_000 { store.send(.do(.none)) }
            let ids = history.records.map(\.id)
            #expect(ids.count == 1_000 && ids.first == 19_001 && ids.last == 20_000)
        }
    }
}
