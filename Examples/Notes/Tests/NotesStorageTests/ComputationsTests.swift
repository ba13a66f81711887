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

    /// Runs `body` during a computation of 192.0.2.1, and then ends that.
    private func whileRunning<Result>(_ body: () async -> Result) async -> Result {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        async let long: Void = computations.run(for: client("192.0.2.1")) {
            start.finish()
            for await _ in ends {}
        }
        for await _ in starts {}
        let result = await body()
        end.finish()
        await long
        return result
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
        await whileRunning { #expect(await computations.run(for: client("192.0.2.2")) { 2 } == 2) }
    }

    @Test("One for which other addresses wait precedes those that wait") func urgent() async {
        let order = Order()
        let tasks = await whileRunning {
            [
                await computations.add("first", to: order, for: client("192.0.2.1")),
                await computations.add("urgent", to: order, for: client("192.0.2.1"), isUrgent: true),
                // When this one has been added, the others wait.
                await computations.add("last", to: order, for: client("192.0.2.1")),
            ]
        }
        for task in tasks { await task.value }
        #expect(order.all == ["urgent", "first", "last"])
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

extension Computations {
    /// Adds a computation that appends its name. It is added before other work of the actor that is requested later.
    fileprivate func add(
        _ name: String, to order: Order, for client: WindowClient, isUrgent: Bool = false
    ) -> Task<Void, Never> {
        Task { await run(for: client, isUrgent: isUrgent) { order.append(name) } }
    }
}
