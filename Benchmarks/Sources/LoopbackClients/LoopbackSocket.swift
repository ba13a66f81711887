import Glibc

/// A TCP connection to a server on this machine. It blocks its thread.
package final class LoopbackSocket: Sendable {
    package let file: Int32

    /// Connects to a port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - source: The address of the loopback network to connect from. Defaults to the one that the system selects.
    ///   - receiveBuffer: The size of the buffer for received bytes. Defaults to that of the system.
    ///   - timeout: The time limit of each call that reads or writes, in seconds. Defaults to none.
    package init(port: UInt16, from source: String? = nil, receiveBuffer: Int32? = nil, timeout: Int? = nil) throws {
        file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if let receiveBuffer { set(SO_RCVBUF, receiveBuffer) }
        if let timeout {
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] { set(option, timeval(tv_sec: timeout, tv_usec: 0)) }
        }
        if let source, withLoopbackAddress(source, 0, { bind(file, $0, $1) }) != 0 {
            throw ClientFailure("the address \(source) cannot be used")
        }
        let result = withLoopbackAddress("127.0.0.1", port) { connect(file, $0, $1) }
        // `deinit` closes the socket.
        if result != 0 { throw ClientFailure("there is no server at \(port)") }
    }

    /// Takes over an open socket.
    package init(_ file: Int32) { self.file = file }

    deinit { close(file) }

    private func set<Value: BitwiseCopyable>(_ option: Int32, _ value: Value) {
        _ = withUnsafeBytes(of: value) { setsockopt(file, SOL_SOCKET, option, $0.baseAddress, socklen_t($0.count)) }
    }

    /// Sends all bytes.
    package func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { throw ClientFailure("the connection to the server failed") }
            rest = rest.dropFirst(count)
        }
    }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Receives some bytes. Returns none at the end.
    package func receive() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(file, &buffer, buffer.count, 0)
        if count < 0 { throw ClientFailure("the server has not answered: \(String(cString: strerror(errno)))") }
        return Array(buffer[..<count])
    }

    /// Receives all bytes up to the end.
    package func receiveAll() throws -> [UInt8] {
        var all: [UInt8] = []
        while case let bytes = try receive(), !bytes.isEmpty { all += bytes }
        return all
    }

    /// Makes the connection reset when it is closed.
    package func resetAtEnd() { set(SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }

    /// Waits until the server closes the connection, without reading.
    ///
    /// - Returns: Whether the server has closed it within this time.
    package func waitForEnd(milliseconds: Int32) -> Bool {
        // POLLRDHUP: unread bytes are no event.
        var line = pollfd(fd: file, events: 0x2000, revents: 0)
        return poll(&line, 1, milliseconds) > 0
    }
}

/// A socket that listens on a free port of an address of the loopback network.
package struct LoopbackListener: Sendable {
    package let port: UInt16
    private let file: Int32

    package init(address: String) throws {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var (own, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        let result = withUnsafeMutablePointer(to: &own) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { own in
                withLoopbackAddress(address, 0) { bind(file, $0, $1) } | listen(file, 64)
                    | getsockname(file, own, &length)
            }
        }
        if result != 0 { throw ClientFailure("the address \(address) cannot be used") }
        (self.file, port) = (file, UInt16(bigEndian: own.sin_port))
    }

    /// Waits for the next connection.
    package func accept() throws -> LoopbackSocket {
        let connection = Glibc.accept(file, nil, nil)
        if connection < 0 { throw ClientFailure("the connection was not accepted") }
        return LoopbackSocket(connection)
    }
}

/// The error of a simulated client.
package struct ClientFailure: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// Returns the monotonic time of the machine in nanoseconds. It is the same for all processes.
package func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Calls `body` with an address of the loopback network and its length.
private func withLoopbackAddress(
    _ text: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
    var address = sockaddr_in()
    (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
    address.sin_addr.s_addr = inet_addr(text)
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
}
