#if Testing || App
    import Foundation
    import MillraceExtras
    import Millrace
    import MillraceJournal
    import MillraceTesting
    import TestSupport
    import Testing

    @MainActor @Suite("Replays of a whole engine") final class RunReplayTests {
        private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        private var stores: [Store<Till>] = []

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Records an engine with two stores.
        private func record(
            limit: Int = 64_000_000, _ scheduler: (any Scheduler)? = nil,
            _ body: (Store<Till>, Recorder) async throws -> Void
        ) async throws {
            let engine = scheduler.map { Engine(scheduler: $0) } ?? Engine()
            engine.handle(FindPrice.self) { $0.item.count }
            stores = [Store(Till.State(), Till(), on: engine), Store(Till.State(), Till(), on: engine)]
            let recorder = try Recorder(engine, folder: folder, limit: limit)
            try await body(stores[0], recorder)
            await recorder.end()
        }

        private func summary(_ reducer: Till = Till()) throws -> Replay<Till>.Summary? {
            if case .same(let summary) = try Replay(folder, reducer).run() { summary } else { nil }
        }

        private func mismatch(_ reducer: Till) throws -> Replay<Till>.Mismatch? {
            if case .different(let mismatch, _) = try Replay(folder, reducer).run() { mismatch } else { nil }
        }

        private func files() throws -> [URL] {
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .sorted { $0.path < $1.path }
        }

        @Test("Replay · random programs with several stores match their recording", arguments: 0..<5)
        func random(_ seed: UInt64) async throws {
            var random = SeededGenerator(seed: seed)
            try await record(limit: seed % 2 == 0 ? 64_000_000 : 100_000) { _, recorder in
                for number in 0..<200 {
                    let store = try #require(stores.randomElement(using: &random))
                    store.send(Bool.random(using: &random) ? .scan("item \(number)") : .remove(number / 3))
                    if number % 20 == 0 { await recorder.flush() }
                }
            }
            let summary = try #require(try summary(), "seed \(seed)")
            #expect(summary.states >= 150 && summary.skipped == [:], "seed \(seed)")
            #expect(issues { Replay(folder, Till()).check() } == [])
        }

        @Test("Replay · the answer of a command is an input, and nothing is performed") func answers() async throws {
            try await record { store, _ in try await store.send(.scan("tea")).finished() }
            #expect(try summary()?.states == 2)
        }

        @Test("Replay · the first turn that differs is reported with the path, both values and its causes")
        func different() async throws {
            try await record { store, _ in
                try await store.send(.scan("tea")).finished()
                try await store.send(.scan("milk")).finished()
            }
            let dear = Till(factor: 2)
            let mismatch = try #require(try mismatch(dear))
            #expect(mismatch.turn == 3)
            guard case .parts(["items.0.price: 3"], ["items.0.price: 6"]) = mismatch.subject else {
                Testing.Issue.record("\(mismatch.subject)")
                return
            }
            let name = try #require(files().first).lastPathComponent
            #expect(
                issues { Replay(folder, dear).check() }.map(\.text) == [
                    """
                    In turn 3, line 6 of \(name), Till reduces .priced("tea", .data(3)), but the state differs from the recording.

                        - items.0.price: 3
                        + items.0.price: 6

                        (- recorded, + today)

                    Caused by:
                        action Till.scan
                        command FindPrice
                        event FindPrice.data

                    To fix this, fix the reducer. If the new behavior is intended, record the session again.
                    """
                ])
        }

        @Test(
            "Replay · a part that is never recorded is named, and its store is compared from the next complete state on"
        )
        func hidden() async throws {
            try await record { store, _ in
                store.send(.remove(1))
                store.send(.unlock(PIN(digits: "0000")))
                store.send(.remove(2))
                store.send(.lock)
                store.send(.remove(3))
            }
            let summary = try #require(try summary())
            #expect(summary.states == 2)
            #expect(
                summary.skipped == [
                    "actions with a part that is not shown: PIN is never recorded": 1,
                    "states with a part that is not shown: PIN is never recorded": 2,
                    "actions after a state that is not known": 2,
                ])
            let found = issues { Replay(folder, Till()).check() }
            #expect(found.map(\.isWarning) == [true] && found[0].text.contains("PIN is never recorded"))
            #expect(try mismatch(Till(miscounts: 2)) == nil)
            #expect(try mismatch(Till(miscounts: 3))?.turn == 5)
        }

        @Test("Replay · a run whose oldest files were removed begins with the states of its first file")
        func compacted() async throws {
            try await record(limit: 70_000) { store, recorder in
                for number in 0..<600 {
                    store.send(.scan(String(repeating: "a", count: number % 7)))
                    if number % 20 == 0 { await recorder.flush() }
                }
            }
            #expect(try #require(files().first).lastPathComponent.hasSuffix("-000001.jsonl") == false)
            #expect(try #require(try summary()).skipped == [:])
            #expect(try mismatch(Till(factor: 2)) != nil)
            // A file alone begins with all states, too.
            let last = try #require(files().last)
            guard case .same = try Replay(last, Till()).run() else {
                Testing.Issue.record("The file alone must be the same.")
                return
            }
        }

        @Test("Replay · turns that are counted in one line are named, and the ones after them are compared")
        func folded() async throws {
            let clock = TestClock()
            try await record(clock) { store, _ in
                store.send(.startClock)
                clock.advance(by: .seconds(100))
                store.send(.remove(1))
            }
            let summary = try #require(try summary())
            let counted = try #require(summary.skipped["turns that are counted in one line"])
            #expect(counted > 90 && summary.skipped.count == 1 && summary.turns - counted >= 5)
            #expect(try mismatch(Till(miscounts: 1))?.causes == ["action Till.remove"])
        }

        @Test("Replay · states that the recorder left out are named, and the ones after them are compared")
        func leftOut() async throws {
            // Without a pause, the recorder cannot follow.
            try await record { store, recorder in
                for number in 0..<5_000 { store.send(.remove(number % 3)) }
                await recorder.flush()
                store.send(.remove(1))
            }
            let summary = try #require(try summary())
            let known: Set = [
                "states that the recorder left out", "turns that were not recorded",
                "actions after a state that is not known",
            ]
            #expect(known.isSuperset(of: summary.skipped.keys), "\(summary.skipped)")
            #expect(try mismatch(Till(miscounts: 1)) != nil)
        }

        @Test("Replay · the last run of a folder is replayed, and a file of another one alone") func runs() async throws
        {
            try await record { store, _ in store.send(.remove(1)) }
            try await record { store, _ in for _ in 0..<3 { store.send(.remove(1)) } }
            #expect(try summary()?.states == 3)
            guard case .same(let first) = try Replay(try #require(files().first), Till()).run() else {
                Testing.Issue.record("The first run must be the same.")
                return
            }
            #expect(first.states == 1)
        }

        @Test("Replay · a run that is cut off is compared up to the cut, and the cut is named") func cut() async throws
        {
            try await record { store, _ in for _ in 0..<3 { store.send(.remove(1)) } }
            let file = try #require(files().first)
            try Data(contentsOf: file).dropLast(5).write(to: file)
            let summary = try #require(try summary())
            #expect(summary.states == 2 && summary.skipped == ["lines after one that is damaged or incomplete": 1])
        }

        @Test("Replay · a recording without a store of the reducer, or without an action of it, is a failure")
        func nothing() async throws {
            try await record { _, _ in }
            guard case .nothing = try Replay(folder, Till()).run() else {
                Testing.Issue.record("Nothing was compared.")
                return
            }
            #expect(throws: RecordingError.otherReducer(recorded: "Till", today: "Other")) {
                try Replay(self.folder, Till(), recordedAs: "Other").run()
            }
        }
    }
#endif
