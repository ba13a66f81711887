import FlyingSocks
import Foundation

/// One connection through the gate.
struct Visit: Sendable {
    private let client: AsyncSocket
    private let server: sockaddr_un
    private let pool: any AsyncSocketPool

    init(_ client: AsyncSocket, server: sockaddr_un, pool: any AsyncSocketPool) {
        (self.client, self.server, self.pool) = (client, server, pool)
    }

    func run(isWelcome: Bool) async {
        defer { try? client.close() }
        var read: [UInt8] = []
        do {
            let length = try await readHead(into: &read)
            guard isWelcome else { throw Refusal.busy }
            let head = try RequestHead(read[..<length.head])
            try await pass(head, read[length.whole...])
        } catch let refusal as Refusal {
            try? await refuse(refusal)
        } catch {
            // Whoever called has gone.
        }
    }

    /// Reads up to the empty line and perhaps beyond.
    ///
    /// - Returns: how many bytes the head has, and how many with the empty line.
    private func readHead(into read: inout [UInt8]) async throws -> (head: Int, whole: Int) {
        let deadline = ContinuousClock.now + .seconds(10)
        while true {
            if let length = Self.headLength(read) { return length }
            if read.count > RequestHead.longest { throw Refusal.longHead }
            read += try await withDeadline(deadline) { try await client.read(atMost: 4_096) }
        }
    }

    static func headLength(_ bytes: [UInt8]) -> (head: Int, whole: Int)? {
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            if bytes[(index + 1)...].first == UInt8(ascii: "\n") { return (index, index + 2) }
            if bytes[(index + 1)...].starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")]) {
                return (index, index + 3)
            }
        }
        return nil
    }

    private func withDeadline<Result: Sendable>(
        _ deadline: ContinuousClock.Instant, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await ContinuousClock().sleep(until: deadline)
                throw Refusal.slow
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw Refusal.slow }
            return result
        }
    }

    /// Passes the request on, and what follows it in both directions, until the server has answered.
    private func pass(_ head: RequestHead, _ rest: ArraySlice<UInt8>) async throws {
        let server = try await connect(pool)
        defer { try? server.close() }
        try await server.write(Data(head.bytes + rest))
        if head.isUpgrade { try await passUpgrade(from: server) }
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await Self.relay(from: client, to: server)
                return false
            }
            group.addTask {
                await Self.relay(from: server, to: client)
                return true
            }
            for await hasAnswered in group where hasAnswered { group.cancelAll() }
        }
    }

    /// Passes on the beginning of the answer. Where it does not open a WebSocket, no second request may follow.
    private func passUpgrade(from server: AsyncSocket) async throws {
        let beginning = try await server.read(atMost: 4_096)
        if !beginning.starts(with: "HTTP/1.1 101 ".utf8) { _ = shutdown(server.socket.file.rawValue, Int32(SHUT_WR)) }
        try await client.write(Data(beginning))
    }

    private func connect(_ pool: some AsyncSocketPool) async throws -> AsyncSocket {
        try await AsyncSocket.connected(to: server, pool: pool)
    }

    /// Copies bytes until there are no more, and says so to the other side.
    private static func relay(from source: AsyncSocket, to target: AsyncSocket) async {
        do {
            while true { try await target.write(Data(try await source.read(atMost: 65_536))) }
        } catch {
            _ = shutdown(target.socket.file.rawValue, Int32(SHUT_WR))
        }
    }

    /// Answers with a sentence, and waits for the caller to have it: a connection that is closed on unread bytes is
    /// reset, and the sentence lost.
    private func refuse(_ refusal: Refusal) async throws {
        let body = refusal.sentence + "\n"
        let lines = [
            "HTTP/1.1 \(refusal.status) \(refusal.reason)", "Content-Type: text/plain; charset=utf-8",
            "Content-Length: \(body.utf8.count)", "Connection: close", "", body,
        ]
        try await client.write(Data(lines.joined(separator: "\r\n").utf8))
        _ = shutdown(client.socket.file.rawValue, Int32(SHUT_WR))
        let deadline = ContinuousClock.now + .seconds(5)
        while true { _ = try await withDeadline(deadline) { try await client.read(atMost: 65_536) } }
    }
}
