import MillraceExtras
import MillraceHistory
import Millrace
import TestSupport
import Testing

// Bugs of Firestarter, a dispatcher with workers.
@MainActor struct FirestarterFaultsTests {
    // In Firestarter, 1,500 actions from flows overflowed the stack. If `Engine.enqueue` runs the turn at once, a hundred turns
    // succeed with each kind of link. A hundred thousand turns overflow the stack with each kind.
    @Test(
        "a hundred thousand actions, each from the flow of the one before, need no more stack than one",
        arguments: [Chain.Link.send, .fact, .command, .sequence])
    func longChains(link: Chain.Link) async throws {
        try await withEngine { engine in
            #expect(Chain.turns(of: 100_000, by: link, on: engine) == 100_000)
        }
    }

    // In Firestarter, the flow of a worker was lost if the worker ended before another one. If a returned flow is performed
    // only when nothing else runs, the early flow is never performed, and this test fails.
    @Test("the flow of each worker is performed, whichever ends first, and the receipt waits for all of them")
    func followUps() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
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
            holder.replies[0].finish(with: "fetched")
            try await receipt.finishedInTime()
            #expect(store.state.sorted() == ["early", "fetched", "go", "late", "next"])
        }
    }

    // In Firestarter, a caller that awaited an action waited forever after a reset. If `Effects` removes effects from its lists
    // without ending them, this test hangs.
    @Test("a caller that awaits an effect receives the reason when a reset ends the effect")
    func resets() async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
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

    // In Firestarter, the history had the actions in the order of their completion. Actions that a slow worker or slow
    // middleware held came last. If the records are sorted by their ends, this test fails.
    @Test("the history has the messages in the order of their start, with the end of each")
    func historyInOrder() async throws {
        try await withEngine { engine in
            let history = History(records: 100)
            engine.history = history
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            let held = MessageHolder {
                if case .note("held")? = $0.payload as? LoggingReducer.Action { true } else { false }
            }
            engine.middleware = [held]
            store.send(.note("held"))
            let receipt = store.send(.do(.fetch()))
            store.send(.note("quick"))
            holder.replies[0].finish(with: "slow")
            held.resumeAll(on: engine)
            try await receipt.finishedInTime()
            #expect(store.state == ["quick", "slow", "held"])
            #expect(history.records.map(\.kind) == [.action, .action, .command, .action, .event])
            #expect(history.records.map(\.id) == history.records.map(\.id).sorted())
            let ends = history.records.map { $0.end?.id ?? 0 }
            #expect(ends[0] > ends[4] && ends[2] == ends[4] && ends[1] < ends[3])
        }
    }

    // In Firestarter, the time of the history grew with the square of its length. Tests do not measure time: `make bench`
    // requires that a send costs the same among 100,000 records as among 100. With a search of all records in each send, it had
    // not ended after ten minutes. If the newest records are discarded, this test fails.
    @Test("a full history keeps as many records as its limit, and the newest ones")
    func fullHistory() async throws {
        try await withEngine { engine in
            let history = History(records: 1_000)
            engine.history = history
            let store = Store([], LoggingReducer(), on: engine)
            for _ in 0..<20_000 { store.send(.do(.none)) }
            let ids = history.records.map(\.id)
            #expect(ids.count == 1_000 && ids.first == 19_001 && ids.last == 20_000)
        }
    }
}
