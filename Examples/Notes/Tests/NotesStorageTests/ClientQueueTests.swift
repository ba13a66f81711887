import NotesCore
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

    @Test("A download of another client runs before the further ones of a client") func downloads() async throws {
        let slots = DownloadSlots(1)
        let order = try await order(of: [1, 1, 1, 1, 2]) { client, work in
            try await slots.run(for: client) { await work() }
        }
        #expect(order == ["1", "2", "1", "1", "1"])
    }
}
