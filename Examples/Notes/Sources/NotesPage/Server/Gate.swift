import FlyingSocks
import Foundation

/// Stands before the server: it reads the head of each request, refuses in a sentence what is malformed or too long,
/// and passes on the rest.
///
/// FlyingFox closes the connection without a word when it cannot read a request, and reads bodies of any length. The
/// gate is the only one who listens on the network; the server behind it listens on a socket that has no address there.
struct Gate: Sendable {
    /// How many connections there may be at a time.
    static let mostVisits = 200

    /// The port of this machine that it listens on.
    let port: UInt16
    private let listener: AsyncSocket
    private let pool: any AsyncSocketPool
    private let server: sockaddr_un
    private let visits = Visits()

    /// A gate on `port` of 127.0.0.1, 0 for any, before `server`.
    ///
    /// - Throws: ``ServerFailure``, if the port cannot be had.
    init(port: UInt16, before server: sockaddr_un) throws(ServerFailure) {
        (self.server, pool) = (server, HTTPPool.make())
        do {
            let socket = try Socket(domain: AF_INET)
            try socket.setValue(true, for: .localAddressReuse)
            try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
            try socket.listen()
            guard case .ip4(_, let actual) = try socket.sockname() else { throw SocketError.unsupportedAddress }
            self.port = actual
            listener = try Self.makeAsync(socket, pool)
        } catch {
            throw ServerFailure(error, port: port)
        }
    }

    private static func makeAsync(_ socket: Socket, _ pool: some AsyncSocketPool) throws -> AsyncSocket {
        try AsyncSocket(socket: socket, pool: pool)
    }

    /// Lets visitors in until the task is cancelled.
    func run() async throws {
        try await pool.prepare()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run() }
            group.addTask { try await listen() }
            defer { try? listener.close() }
            try await group.next()
        }
    }

    private func listen() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for try await socket in listener.sockets {
                let isWelcome = await visits.begin()
                group.addTask {
                    await Visit(socket, server: server, pool: pool).run(isWelcome: isWelcome)
                    await visits.end()
                }
            }
        }
    }
}

/// Counts those who are there.
private actor Visits {
    private var count = 0

    func begin() -> Bool {
        count += 1
        return count <= Gate.mostVisits
    }

    func end() { count -= 1 }
}
