import NotesCore
import Synchronization
import Testing

@testable import NotesStorage

@MainActor @Suite("Work that clients share") struct ClientQueueTests {
    private func client(_ number: Int) -> WindowClient {
        WindowClient(browser: number, address: "192.0.2.\(number)")
    }

    /// Requests work of the clients while other work runs, and returns the order in which it runs.
    private func order(
        of clients: [Int],
        _ run: @escaping @Sendable (WindowClient, @escaping @Sendable () async -> Void) async throws -> Void
    ) async throws -> [String] {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        let first = client(0)
        let running = Task {
            try await run(first) {
                start.finish()
                for await _ in gate {}
            }
        }
        for await _ in starts {}
        let order = Order()
        let work = clients.map { number in
            let client = client(number)
            return Task { try await run(client) { order.append("\(number)") } }
        }
        // The work is requested in this order, before the first one ends.
        await Task.yield()
        open.finish()
        try await running.value
        for work in work { try await work.value }
        return order.all
    }

    @Test("A step of another client runs before the further ones of a client") func steps() async throws {
        let queue = ClientQueue()
        let order = try await order(of: [1, 1, 1, 1, 2]) { client, work in
            try await queue.run(for: client) { await work() }
        }
        #expect(order == ["1", "2", "1", "1", "1"])
    }

    @Test("Storage · a client whose steps have taken less time continues, although another one waits") func longStep()
        async throws
    {
        let start = ContinuousClock.now
        let time = Mutex(Duration.zero)
        let queue = ClientQueue(now: { start + time.withLock(\.self) })
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (starts, started) = AsyncStream<Void>.makeStream()
        let order = Order()
        let (first, second) = (client(1), client(2))
        let long = Task {
            try await queue.runSteps(for: first, from: 0) { number in
                order.append("long")
                started.finish()
                for await _ in gate {}
                time.withLock { $0 += StepCounts.step * 4 }
                number += 1
                return number == 2
            }
        }
        for await _ in starts {}
        let short = Task {
            try await queue.runSteps(for: second, from: 0) { number in
                order.append("short")
                number += 1
                return number == 3
            }
        }
        // The second client waits before the first step ends.
        await Task.yield()
        open.finish()
        #expect(try await (long.value, short.value) == (2, 3))
        #expect(order.all == ["long", "short", "short", "short", "long"])
    }

    @Test("Work that does not end leaves slots to the clients at other addresses") func slots() async throws {
        let queue = ClientQueue(slots: 2, slotsOfAddress: 1)
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        let endless = [1, 2].map { _ in
            Task { [client = client(1)] in
                try await queue.run(for: client) {
                    start.finish()
                    for await _ in gate {}
                }
            }
        }
        for await _ in starts {}
        for _ in 1...3 { try await queue.run(for: client(2)) {} }
        open.finish()
        for task in endless { try await task.value }
    }

    @Test("Work that waits ends when it is cancelled, only in a queue for such work", arguments: [true, false])
    func cancellation(isCancellable: Bool) async throws {
        let queue = ClientQueue(isCancellable: isCancellable)
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        let client = client(1)
        let running = Task {
            try await queue.run(for: client) {
                start.finish()
                for await _ in gate {}
            }
        }
        for await _ in starts {}
        let waiting = Task { try await queue.run(for: client) { "done" } }
        waiting.cancel()
        if isCancellable {
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
        open.finish()
        try await running.value
        if !isCancellable { #expect(try await waiting.value == "done") }
        #expect(try await queue.run(for: client) { 1 } == 1)
    }

    @Test("A new client does not first get as many steps as the others had") func newClient() {
        var counts = StepCounts()
        for _ in 1...5 { counts.add(client(1)) }
        #expect(counts.next(of: [client(1), client(2)]) == 1)
        counts.add(client(2))
        #expect(counts.next(of: [client(1), client(2)]) == 0)
    }

    @Test("Storage · of addresses with equally many steps, one that had none for a while is next") func newAddress() {
        let clients = (1...3).map { WindowClient(browser: $0, address: "192.0.2.\($0)") }
        var counts = StepCounts()
        for client in [0, 1, 0] { counts.add(clients[client]) }
        #expect(counts.next(of: [clients[1], clients[2]]) == 1)
        counts.add(clients[2])
        #expect(counts.next(of: [clients[2], clients[1]]) == 1)
    }

    @Test("Storage · a long step counts as many, so that the clients get the same time") func longSteps() {
        var counts = StepCounts()
        counts.add(client(1))
        counts.addTime(StepCounts.step * 10, of: client(1))
        for _ in 1...10 {
            #expect(counts.next(of: [client(1), client(2)]) == 1)
            counts.add(client(2))
            counts.addTime(StepCounts.step / 2, of: client(2))
        }
        counts.add(client(2))
        #expect(counts.next(of: [client(1), client(2)]) == 0)
    }

    @Test("The numbers of many clients are discarded, and those of the addresses remain") func manyClients() {
        var counts = StepCounts()
        for browser in 0...StepCounts.maxClients { counts.add(WindowClient(browser: browser, address: "192.0.2.1")) }
        #expect(counts.next(of: [client(1), client(2)]) == 1)
    }
}
