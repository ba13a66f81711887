import Synchronization
import Testing

@testable import NotesStorage

@Suite("Issue 20 · Long computations") struct ComputationsTests {
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

    @Test("Those of another address do not wait", .timeLimit(.minutes(1))) func otherAddress() async {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        async let long: Void = computations.run(for: client("192.0.2.1")) {
            start.finish()
            for await _ in ends {}
        }
        for await _ in starts {}
        #expect(await computations.run(for: client("192.0.2.2")) { 2 } == 2)
        end.finish()
        await long
    }

    @Test("An error does not keep the next one from running", .timeLimit(.minutes(1))) func failing() async throws {
        for _ in 0..<3 {
            await #expect(throws: Failure.self) {
                try await computations.runOnThread(for: client("192.0.2.1")) { throw Failure() }
            }
        }
        #expect(try await computations.runOnThread(for: client("192.0.2.1")) { 1 } == 1)
    }
}
