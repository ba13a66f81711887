#if Testing || App
    import Millrace
    import MillraceHistory
    import MillraceJournal
    import MillraceTesting
    import Testing

    /// Fetches with retries, beside a delay.
    struct Fetcher: Reducer {
        struct State: Hashable, Codable {
            var results: [String] = []
            var pending = 0
        }
        enum Action: Codable { case fetch, race, fetched(Event<Ping>), tick }

        let retry: Retry

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .fetch:
                state.pending += 1
                return .execute(Ping(), as: Action.fetched, retry: retry)
            case .race:
                state.pending += 1
                return .execute(Ping(), as: Action.fetched, retry: retry)
                    .and(.after(.milliseconds(1_500), .send(.tick)))
            case .fetched(.data(let text)): state.results.append(text)
            case .fetched(.failure): state.results.append("failed")
            case .tick: state.results.append("tick")
            }
            return .none
        }
    }

    struct Ping: Command, Hashable, Codable {
        typealias Output = String
        typealias Progress = Never
        typealias Failure = Unreachable
    }

    struct Unreachable: Error, Hashable, Codable {}

    @MainActor @Suite("Pauses before retries")
    struct RetryTests {
        private let backOff = Retry.times(
            5, delay: .milliseconds(100), factor: 2, upTo: .seconds(1), jitter: 0.5)

        @Test("Time · pauses grow up to their limit")
        func limit() {
            let pauses = (1...5).map { backOff.pause(before: $0) }
            #expect(pauses == [100, 200, 400, 800, 1_000].map { .milliseconds($0) })
            #expect(Retry.times(3, delay: .seconds(2)).pause(before: 3) == .seconds(2))
            #expect(Retry.times(100, delay: .seconds(1), factor: 10).pause(before: 99) > .seconds(1_000_000))
            #expect(
                Retry.times(100, delay: .seconds(1), factor: 10, upTo: .seconds(9)).pause(before: 99) == .seconds(9))
        }

        @Test("Time · jitter shortens a pause, by its part of the pause at most")
        func jitter() {
            #expect(backOff.pause(before: 2, random: 1) == .milliseconds(100))
            #expect(backOff.pause(before: 2, random: 0.5) == .milliseconds(150))
            #expect(backOff.pause(before: 5, random: 1) == .milliseconds(500))
            #expect(Retry.times(1, delay: .seconds(1), jitter: 7).pause(before: 1, random: 9) == .zero)
            #expect(Retry.times(1, delay: .seconds(1), jitter: -1).pause(before: 1, random: 1) == .seconds(1))
        }

        @Test(
            "Time · a factor or a limit that gives no positive pause gives none",
            arguments: [-1, -1e300, .nan, .infinity, 1e300] as [Double])
        func invalid(_ factor: Double) {
            #expect(Retry.times(3, delay: .zero, factor: factor, jitter: 0.5).pause(before: 3) == .zero)
            #expect(Retry.times(3, delay: .seconds(1), upTo: .seconds(-1), jitter: factor).pause(before: 1) == .zero)
        }

        @Test("Time · the engine's random numbers decide the pauses, and a history records them")
        func recorded() throws {
            let time = ManualScheduler()
            let engine = Engine(scheduler: time)
            let history = History(records: 100)
            engine.history = history
            var numbers: [Double] = [1, 0, 0.5]
            engine.jitter = { numbers.removeFirst() }
            var calls: [Duration] = []
            engine.handle(Ping.self) { _ throws(Unreachable) in
                calls.append(time.now)
                if calls.count < 4 { throw Unreachable() }
                return "done"
            }
            let store = Store(Fetcher.State(), Fetcher(retry: backOff), on: engine)
            store.send(.fetch)
            time.advance(by: .seconds(10))
            #expect(store.state.results == ["done"] && numbers.isEmpty)
            #expect(calls == [0, 50, 250, 550].map { .milliseconds($0) })
            let command = try #require(history.records.first { $0.kind == .command })
            #expect(command.pauses == [50, 200, 300].map { .milliseconds($0) })
            #expect(history.records.allSatisfy { $0.kind == .command || $0.pauses.isEmpty })
            #expect(history.replay() == nil)
            let recording = try history.recording(of: store)
            #expect(recording.contains(#""pauses":["#))
            guard case .same = try Replay(recording, Fetcher(retry: backOff)).run() else {
                Issue.record("The recording differs: \(recording)")
                return
            }
        }

        @Test("Time · a pause without jitter needs no random number")
        func exact() {
            let time = ManualScheduler()
            let engine = Engine(scheduler: time)
            engine.jitter = {
                Issue.record("A random number was drawn.")
                return 0
            }
            engine.handle(Ping.self) { _ throws(Unreachable) in throw Unreachable() }
            let fetcher = Fetcher(retry: .times(2, delay: .seconds(1), factor: 2, upTo: .seconds(5)))
            let store = Store(Fetcher.State(), fetcher, on: engine)
            store.send(.fetch)
            time.advance(by: .seconds(2))
            #expect(store.state.results == [])
            time.advance(by: .seconds(1))
            #expect(store.state.results == ["failed"])
        }

        @Test("Time · the pauses of an engine are random by default, and never above their limits")
        func random() throws {
            let time = ManualScheduler()
            let engine = Engine(scheduler: time)
            let history = History(records: 1_000)
            engine.history = history
            engine.handle(Ping.self) { _ throws(Unreachable) in throw Unreachable() }
            let store = Store(Fetcher.State(), Fetcher(retry: backOff), on: engine)
            for _ in 0..<20 { store.send(.fetch) }
            time.advance(by: .seconds(60))
            let pauses = history.records.filter { $0.kind == .command }.map(\.pauses)
            #expect(pauses.count == 20 && pauses.allSatisfy { $0.count == 5 } && Set(pauses).count > 1)
            for pauses in pauses {
                for (index, pause) in pauses.enumerated() {
                    let range = backOff.pause(before: index + 1, random: 1)...backOff.pause(before: index + 1)
                    #expect(range.contains(pause))
                }
            }
        }

        @Test("Time · in a test store the pauses are the longest ones, and the test can set the random number")
        func tested() {
            let store = TestStore(Fetcher.State(), Fetcher(retry: backOff))
            store.send(.fetch) { $0.pending = 1 }
            store.fail(Ping(), with: Unreachable())
            #expect(store.clock.next == .milliseconds(100))
            store.clock.advance(by: .milliseconds(100))
            store.engine.jitter = { 0.5 }
            store.fail(Ping(), with: Unreachable())
            #expect(store.clock.next == .milliseconds(150))
            store.clock.advance(by: .milliseconds(150))
            store.complete(Ping(), with: "done") { $0.results = ["done"] }
            store.finish()
        }

        @Test("Time · a history that discards records also discards their pauses")
        func discarded() {
            let time = ManualScheduler()
            let engine = Engine(scheduler: time)
            let history = History(records: 10)
            engine.history = history
            engine.handle(Ping.self) { _ throws(Unreachable) in throw Unreachable() }
            let store = Store(Fetcher.State(), Fetcher(retry: backOff), on: engine)
            for _ in 0..<200 {
                store.send(.fetch)
                time.advance(by: .seconds(10))
            }
            let commands = history.records.filter { $0.kind == .command }
            #expect(!commands.isEmpty && commands.allSatisfy { $0.pauses.count == 5 })
        }

        private func explorer(_ retry: Retry) -> Explorer<Fetcher> {
            Explorer(Fetcher.State(), Fetcher(retry: retry))
                .actions { $0.pending == 0 ? [.race] : [] }
                .outcomes(of: Ping.self) { _ in [.fail(Unreachable())] }
                .never("the last failure before the tick") { $0.state.results.first == "failed" }
        }

        @Test("Time · a search covers every pause: it finds the order that only a short pause allows")
        func explored() throws {
            // The command fails when the delay of 1.5 s begins, or later.
            let exact = explorer(.times(1, delay: .seconds(2))).explore()
            #expect(exact.isComplete && exact.violations.isEmpty)
            let explorer = explorer(.times(1, delay: .seconds(2), jitter: 0.5))
            let example = try #require(explorer.explore().violations.first)
            #expect(example.source.contains("store.engine.jitter = {"))
            #expect(explorer.play(example).store.state.results == ["failed"])
            let tooLong = self.explorer(.times(1, delay: .seconds(2), jitter: 0.2)).explore()
            #expect(tooLong.isComplete && tooLong.violations.isEmpty)
        }
    }
#endif
