import Foundation
import Synchronization
import Testing

@testable import NotesStorage

@Suite("Storage · Long computations") struct ComputationsTests {
    private struct Failure: Error {}

    private let computations = Computations()

    /// The computations that run now, and the most that ran at the same time.
    private final class Counter: Sendable {
        private let counts = Mutex((running: 0, most: 0))

        var most: Int { counts.withLock { $0.most } }

        func run() async {
            counts.withLock {
                $0.running += 1
                $0.most = max($0.most, $0.running)
            }
            for _ in 0..<100 { await Task.yield() }
            counts.withLock { $0.running -= 1 }
        }
    }

    private func client(_ address: String, browser: Int = 1) -> WindowClient {
        WindowClient(browser: browser, address: address)
    }

    /// Runs `body` during a computation of 192.0.2.1, and then ends that.
    private func whileRunning(_ body: () async throws -> Void) async throws {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        async let long: Void = computations.run(for: client("192.0.2.1")) {
            start.finish()
            for await _ in ends {}
        }
        for await _ in starts {}
        defer { end.finish() }
        try await body()
        end.finish()
        await long
    }

    @Test("Those of an address run one at a time, also those of different browsers") func oneAddress() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for browser in 1...20 {
                group.addTask {
                    await computations.run(for: client("192.0.2.1", browser: browser)) { await counter.run() }
                }
            }
        }
        #expect(counter.most == 1)
    }

    @Test("Those of another address do not wait", .timeLimit(.minutes(20))) func otherAddress() async throws {
        try await whileRunning { #expect(await computations.run(for: client("192.0.2.2")) { 2 } == 2) }
    }

    @Test("One for which other addresses wait does not wait", .timeLimit(.minutes(20))) func atOnce() async throws {
        try await whileRunning {
            let result = try await computations.runAtOnce(for: client("192.0.2.1"), priority: .ordinary) { 2 }
            #expect(result == 2)
        }
    }

    @Test("An error does not keep the next one from running", .timeLimit(.minutes(20))) func failing() async throws {
        for _ in 0..<3 {
            await #expect(throws: Failure.self) {
                try await computations.runOnThread(for: client("192.0.2.1")) { throw Failure() }
            }
        }
        #expect(try await computations.runOnThread(for: client("192.0.2.1")) { 1 } == 1)
    }

    #if !canImport(Darwin)
        @Test("A thread of an address that has used much time has a low priority, for a while") func priority()
            async throws
        {
            let time = Mutex(ContinuousClock.now)
            let computations = Computations(limit: .zero) { time.withLock { $0 } }
            func run(for address: String) async throws -> Int32 {
                try await computations.runOnThread(for: client(address)) {
                    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
                }
            }
            #expect(!computations.hasUsedMuch("192.0.2.1"))
            let ordinary = try await run(for: "192.0.2.1")
            #expect(ordinary < 10 && computations.hasUsedMuch("192.0.2.1"))
            #expect(try await run(for: "192.0.2.1") == 10)
            #expect(try await run(for: "192.0.2.2") == ordinary)
            time.withLock { $0 += .seconds(60) }
            #expect(try await run(for: "192.0.2.1") == ordinary)
        }
    #endif

    @Test("An address has used much until it has paused long enough") func usedTime() {
        var used = UsedTime(limit: .seconds(1))
        var now = ContinuousClock.now
        /// Uses the core for a part of each second.
        func use(_ milliseconds: Int, of address: String) {
            for _ in 0..<10 {
                used.begin(of: address, now: now)
                now += .milliseconds(milliseconds)
                used.end(of: address, after: .milliseconds(milliseconds), now: now)
                now += .milliseconds(1_000 - milliseconds)
            }
        }
        use(300, of: "low")
        #expect(!used.isMuch(of: "low", now: now))
        use(600, of: "high")
        // 6 s without a half of 4 s.
        #expect(used.isMuch(of: "high", now: now + .seconds(5)) && !used.isMuch(of: "high", now: now + .seconds(7)))
        // A computation that waits for a core is no pause.
        used.begin(of: "high", now: now)
        now += .seconds(60)
        used.end(of: "high", after: .zero, now: now)
        #expect(used.isMuch(of: "high", now: now))
    }

    @Test("The times of ten thousand addresses are kept, and those that count nothing any more are removed")
    func manyAddresses() {
        var used = UsedTime(limit: .seconds(1))
        let start = ContinuousClock.now
        for number in 0..<UsedTime.maxAddresses {
            used.begin(of: "\(number)", now: start)
            used.end(of: "\(number)", after: .seconds(2), now: start)
        }
        used.begin(of: "0", now: start)
        #expect(used.isMuch(of: "0", now: start) && used.isMuch(of: "1", now: start))
        used.begin(of: "other", now: start + .seconds(60))
        // One that computes is kept.
        #expect(used.count == 2 && used.isMuch(of: "0", now: start + .seconds(60)))
    }
}
