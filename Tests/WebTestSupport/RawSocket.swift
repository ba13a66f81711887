#if DEBUG && (Web || Hummingbird || App)
    import Foundation
    import Glibc
    import Testing

    /// A TCP connection for tests. It blocks threads of its own, and uses no code of the server. One task may read while another one sends.
    final class RawSocket: Sendable {
        private let file: Int32

        /// Takes over an open socket, which is closed with this object.
        init(_ file: Int32) {
            self.file = file
            // The timeout lets a test fail instead of hang.
            let seconds = ProcessInfo.processInfo.environment["MILLRACE_DEADLINE"].flatMap(Int.init) ?? 900
            var timeout = timeval(tv_sec: seconds, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(file, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
            }
        }

        /// Connects to a port of 127.0.0.1, from this address of the loopback network.
        ///
        /// It waits on a thread of its own: the server accepts connections on the threads of the tests.
        convenience init(port: UInt16, from source: String? = nil) async throws {
            self.init(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
            let isOpen = await blocking { file in
                if let source, withLoopbackAddress(0, source, { bind(file, $0, $1) }) != 0 { return false }
                return withLoopbackAddress(port) { connect(file, $0, $1) } == 0
            }
            // `deinit` closes the socket.
            if !isOpen { throw ConnectionFailed() }
        }

        struct ConnectionFailed: Error {}

        deinit { _ = Glibc.close(file) }

        /// Sends all of `bytes`. Returns `false` if the server has closed the connection.
        @discardableResult func send(_ bytes: [UInt8]) async -> Bool {
            await blocking { file in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let sent = rest.withUnsafeBytes {
                        Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    if sent <= 0 { return false }
                    rest = rest.dropFirst(sent)
                }
                return true
            }
        }

        @discardableResult func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

        /// Closes the writing side.
        func finish() { _ = shutdown(file, Int32(SHUT_WR)) }

        /// Limits the bytes that the system holds for this client. Linux doubles the number.
        func limitReceiveBuffer(to bytes: Int32) {
            var bytes = bytes
            setsockopt(file, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        }

        /// Makes the connection reset when it is closed.
        func resetAtEnd() {
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(file, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        }

        /// Reads up to `count` bytes. Returns an empty array at the end, and if the server has reset the connection.
        func read(_ count: Int = 65_536) async -> [UInt8] {
            let (bytes, error) = await blocking { file in
                var error: Int32 = 0
                let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                    repeat {
                        let result = recv(file, buffer.baseAddress, count, 0)
                        (filled, error) = (max(0, result), result < 0 ? errno : 0)
                    } while error == EINTR
                }
                return (bytes, error)
            }
            if error != 0, error != ECONNRESET { Issue.record("A read failed: \(String(cString: strerror(error)))") }
            return bytes
        }

        /// Reads to the end.
        func readAll() async -> [UInt8] {
            var all: [UInt8] = []
            while true {
                let more = await read()
                if more.isEmpty { return all }
                all += more
            }
        }

        private func blocking<Result: Sendable>(_ work: @escaping @Sendable (Int32) -> Result) async -> Result {
            await withCheckedContinuation { done in
                // A queue has threads of the pool that runs the tests: with some blocked threads, no task would go on.
                Thread.detachNewThread { [self] in done.resume(returning: work(file)) }
            }
        }
    }

    /// A socket that listens on a free port of 127.0.0.1.
    final class ListeningSocket: Sendable {
        let port: UInt16
        fileprivate let file: Int32

        init() throws {
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var (address, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
            let result = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    withLoopbackAddress(0) { bind(file, $0, $1) } | listen(file, 64) | getsockname(file, $0, &length)
                }
            }
            (self.file, port) = (file, address.sin_port.bigEndian)
            if result != 0 { throw RawSocket.ConnectionFailed() }
        }

        deinit { _ = Glibc.close(file) }
    }

    /// Accepts connections on a free port of 127.0.0.1, on its own thread.
    final class SocketListener: Sendable {
        var port: UInt16 { socket.port }
        private let socket: ListeningSocket

        /// Listens, and calls `handle` for each connection.
        init(_ handle: @escaping @Sendable (RawSocket) async -> Void) throws {
            let socket = try ListeningSocket()
            self.socket = socket
            // The thread keeps the socket. If it used a closed descriptor, it could accept the clients of another server.
            Thread.detachNewThread {
                while case let descriptor = accept(socket.file, nil, nil), descriptor >= 0 {
                    let client = RawSocket(descriptor)
                    Task { await handle(client) }
                }
            }
        }

        /// Ends `accept`, now and later.
        deinit { shutdown(socket.file, Int32(SHUT_RDWR)) }
    }

    /// Calls `body` with a loopback address and a port, and its length.
    private func withLoopbackAddress(
        _ port: UInt16, _ address: String = "127.0.0.1", _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        let ip4 = inet_addr(address)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = ip4
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// A parsed HTTP response.
    struct ParsedResponse: Sendable {
        let status: Int
        let fields: [(name: String, value: String)]
        let body: String

        /// Parses a response. The status is 0 if the bytes are not a response.
        init(_ bytes: [UInt8]) {
            let text = String(decoding: bytes, as: UTF8.self)
            let parts = text.components(separatedBy: "\r\n\r\n")
            let lines = parts[0].components(separatedBy: "\r\n")
            status = lines[0].hasPrefix("HTTP/1.1 ") ? Int(lines[0].dropFirst(9).prefix(3)) ?? 0 : 0
            fields = lines.dropFirst().map { line in
                let colon = line.firstIndex(of: ":") ?? line.endIndex
                return (line[..<colon].lowercased(), String(line[colon...].dropFirst(2)))
            }
            body = parts.dropFirst().joined(separator: "\r\n\r\n")
        }

        subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

        /// The cookie that the response sets, without its attributes.
        var cookie: String? { self["set-cookie"]?.components(separatedBy: ";").first }

        /// The session of the document.
        var session: String? {
            body.components(separatedBy: "data-session=\"").dropFirst().first?.components(separatedBy: "\"").first
        }
    }
#endif
