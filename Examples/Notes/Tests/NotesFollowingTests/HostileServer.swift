import Foundation
import Synchronization

/// A server on loopback that sends exactly the bytes of a test. Each connection has a thread.
final class HostileServer: Sendable {
    /// The behavior of a server after its response.
    enum Rest: Sendable {
        /// It closes the connection.
        case close
        /// It waits until the client closes the connection. ``HostileServer/sendByte()`` sends more.
        case wait
        /// It sends these bytes again and again until the client closes the connection.
        case endless([UInt8])
    }

    let port: UInt16
    private let listener: Int32
    private let counts = Mutex((connections: 0, sent: 0, last: Int32(-1)))
    private let requests: AsyncStream<Void>
    private let closed: AsyncStream<Void>

    var connections: Int { counts.withLock { $0.connections } }
    /// The bytes that were sent.
    var sent: Int { counts.withLock { $0.sent } }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - response: What it sends to each connection.
    ///   - rest: What it does then.
    init(_ response: String, then rest: Rest = .wait) throws {
        (listener, port) = try Self.listen()
        let (request, end): (AsyncStream<Void>.Continuation, AsyncStream<Void>.Continuation)
        (requests, request) = AsyncStream.makeStream(of: Void.self)
        (closed, end) = AsyncStream.makeStream(of: Void.self)
        Thread.detachNewThread { [self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                // Few bytes are sent before the client has received them.
                var size: Int32 = 65_536
                setsockopt(connection, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
                counts.withLock { ($0.connections, $0.last) = ($0.connections + 1, connection) }
                Thread.detachNewThread { [self] in
                    readHead(connection)
                    _ = send(Array(response.utf8), to: connection)
                    request.yield()
                    if case .endless(let bytes) = rest { while send(bytes, to: connection) {} }
                    var byte: UInt8 = 0
                    if case .close = rest {} else { while recv(connection, &byte, 1, 0) > 0 {} }
                    close(connection)
                    end.yield()
                }
            }
        }
    }

    /// Returns when the server has read a request and sent its response.
    func waitForRequest() async { for await _ in requests { return } }
    /// Returns when a connection is closed.
    func waitForEnd() async { for await _ in closed { return } }

    /// Sends a byte on the newest connection, which must be open.
    func sendByte() { _ = send([UInt8(ascii: "a")], to: counts.withLock { $0.last }) }

    /// Accepts no further connection.
    func stop() {
        // This also ends the call that waits for a connection.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func listen() throws -> (Int32, UInt16) {
        #if canImport(Glibc)
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && Foundation.listen(listener, 8) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard result else { throw POSIXError(.EADDRNOTAVAIL) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    private func readHead(_ connection: Int32) {
        var (head, byte) = ([UInt8](), UInt8(0))
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), recv(connection, &byte, 1, 0) == 1 { head.append(byte) }
    }

    /// Sends all bytes. Returns `false` if the client has closed the connection.
    private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Glibc)
                let count = rest.withUnsafeBytes {
                    Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            #else
                let count = rest.withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, 0) }
            #endif
            guard count > 0 else { return false }
            counts.withLock { $0.sent += count }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
