#if os(Linux)
    import Foundation
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceJournal

    /// A process is killed while it records, and its disk is full. `make soak` has more kills.
    @Suite("Kills of a recorder", .serialized) struct RecorderKillTests {
        /// The number of kills, and of full disks.
        private static let rounds = ProcessInfo.processInfo.environment["MILLRACE_KILLS"].flatMap { Int($0) } ?? 20

        /// Calls `body` with a folder that is removed at the end.
        private func withFolder(_ body: (URL) async throws -> Void) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            try await body(folder)
        }

        @Test(
            "rr-debugger/rr#1639: after a kill at any point, a recording has all complete turns, and the next run records on"
        )
        func kills() async throws {
            try await withFolder { folder in
                let seed = UInt64.random(in: 0..<1_000_000)
                var random = SeededGenerator(seed: seed)
                var name: String?
                for _ in 0..<Self.rounds {
                    setenv("MILLRACE_RECORDING_FOLDER", "\(folder.path) \(random.next() % 1_000_000) kill", 1)
                    await #expect(processExitsWith: .signal(SIGKILL)) { try await RecordedProgram.run() }
                    let run = try await check(folder, after: name)
                    name = run.name
                    let first = run.turns.first?.id ?? 1
                    #expect(run.turns.map(\.id) == (0..<run.turns.count).map { first + UInt64($0) }, "seed \(seed)")
                }
                unsetenv("MILLRACE_RECORDING_FOLDER")
            }
        }

        @Test("rr-debugger/rr#1639: a line that is cut off at any byte is left out, and the turns before it are shown")
        @MainActor func cuts() async throws {
            let fixture = RingFixture()
            let store = fixture.store(Diary.State(), Diary())
            let recorder = try fixture.recorder()
            var random = SeededGenerator(seed: 3)
            for _ in 0..<40 { store.send(Diary.randomAction(&random)) }
            await recorder.end()
            let file = try #require(RingFiles.all(in: fixture.folder).first)
            let bytes = try Data(contentsOf: file)
            let whole = try #require(await fixture.reader().last)
            let start = try #require(whole.turns.first?.bytes.lowerBound)
            for _ in 0..<100 {
                let cut = Int.random(in: start..<bytes.count, using: &random)
                try bytes.prefix(cut).write(to: file)
                let run = try #require(await fixture.reader().last)
                let complete = whole.turns.filter { $0.bytes.upperBound < cut }
                #expect(run.turns.map(\.id) == complete.map(\.id), "cut at \(cut)")
                if bytes[cut - 1] != 0x0A { #expect(run.cutAfter == complete.last?.id ?? 0, "cut at \(cut)") }
            }
        }

        @Test(
            "rr-debugger/rr#1639: with a full disk, the program goes on, and the recording says how many turns are missing"
        )
        func fullDisk() async throws {
            try await withFolder { folder in
                var name: String?
                for round in 0..<max(2, Self.rounds / 10) {
                    setenv("MILLRACE_RECORDING_FOLDER", "\(folder.path) \(round) full", 1)
                    await #expect(processExitsWith: .success) { try await RecordedProgram.run() }
                    let run = try await check(folder, after: name)
                    name = run.name
                    #expect(run.lost > 0)
                }
                unsetenv("MILLRACE_RECORDING_FOLDER")
            }
        }

        /// Reads the last run, and compares its last state with that of a program without a recorder.
        ///
        /// - Parameter name: The name of the run before.
        @MainActor private func check(_ folder: URL, after name: String?) async throws -> RecordedRun {
            let reader = RingReader(folder)
            try await reader.refresh()
            let run = try #require(await reader.last)
            // The files of old runs are removed, and that of this run is a new one.
            if let name { #expect(run.name > name) }
            let states = await reader.states(after: run.turns.last?.id ?? 0, in: run.name)
            guard let state = states.values.first, let turn = run.turns.last else { return run }
            #expect(state["ticks"] == .number(Int(turn.id)))
            return run
        }
    }

    /// A program that records, with a state that counts its turns.
    enum RecordedProgram {
        @MainActor static func run() async throws {
            let words = (ProcessInfo.processInfo.environment["MILLRACE_RECORDING_FOLDER"] ?? "").split(separator: " ")
            guard words.count == 3, let seed = UInt64(words[1]) else { return }
            var random = SeededGenerator(seed: seed)
            let engine = Engine()
            let store = Store(Counting.State(), Counting(), on: engine)
            // Small files, so that there are kills between two of them.
            let recorder = try Recorder(engine, folder: URL(fileURLWithPath: String(words[0])), limit: 200_000)
            let turns = Int.random(in: 1...400, using: &random)
            if words[2] == "kill" {
                for _ in 0..<turns { store.send(.count) }
                Thread.detachNewThread { kill(getpid(), SIGKILL) }
                while true {
                    store.send(.count)
                    await recorder.flush()
                }
            }
            // A file may not grow above 4 KB, as on a full disk. Then there is space again.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(1), &limit)
            let usual = limit
            limit.rlim_cur = 4_096
            setrlimit(__rlimit_resource_t(1), &limit)
            for _ in 0..<turns + 100 {
                store.send(.count)
                await recorder.flush()
            }
            var free = usual
            setrlimit(__rlimit_resource_t(1), &free)
            // After a failure, the recorder waits for a second before it tries another file.
            let end = ContinuousClock.now + .milliseconds(1_100)
            while ContinuousClock.now < end { await Task.yield() }
            for _ in 0..<10 { store.send(.count) }
            await recorder.end()
            exit(store.state.ticks == turns + 110 ? 0 : 1)
        }
    }

    /// Counts its turns.
    private struct Counting: Reducer {
        struct State: Codable, Equatable { var ticks = 0 }
        enum Action: Codable { case count }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            state.ticks += 1
            return .none
        }
    }
#endif
