#if Testing || App
    import Millrace
    import MillraceExtras
    import MillraceHistory
    import MillraceJournal
    import MillraceTesting
    import Testing

    @MainActor @Suite("Replaced states, in tests and recordings")
    struct ReplacedStateTests {
        @Test("Time · a test store replaces its state, and asserts what follows from the new one")
        func testStore() {
            let store = TestStore(Stopwatch.State(), Stopwatch())
            store.replaceState(with: Stopwatch.State(isRunning: true, count: 5))
            store.clock.advance(by: .seconds(1))
            store.receive(.tick(.init())) { $0.count = 6 }
            store.replaceState(with: Stopwatch.State(isRunning: true, count: 1), effects: .keep)
            store.clock.advance(by: .seconds(1))
            store.receive(.tick(.init())) { $0.count = 2 }
            store.replaceState(with: Stopwatch.State())
            #expect(store.clock.waiting == 0)
            store.finish()
        }

        @Test("Time · a recording contains the replacement, and a replay continues from the new state")
        func recorded() throws {
            let engine = Engine(scheduler: ManualScheduler())
            engine.history = History(records: 100)
            let store = Store(Fetcher.State(), Fetcher(retry: .never), on: engine)
            let recorder = try StoreRecorder(store)
            var lines = ""
            engine.handle(Ping.self) { _ throws(Unreachable) in "done" }
            store.send(.fetch)
            try recorder.write { lines += $0 }
            store.replaceState(with: Fetcher.State(results: ["opened"], pending: 7))
            try recorder.write { lines += $0 }
            store.send(.fetch)
            try recorder.write { lines += $0 }
            #expect(store.state == Fetcher.State(results: ["opened", "done"], pending: 8))
            let last = lines.split(separator: "\n").last { $0.contains("replacement") }
            #expect(last?.contains(#""state":{"#) == true)
            guard case .same(let summary) = try Replay(lines, Fetcher(retry: .never)).run() else {
                Issue.record("The recording differs: \(lines)")
                return
            }
            #expect(summary.turns == 7 && summary.states == 4)
        }
    }
#endif
