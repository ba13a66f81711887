import Foundation
import Glibc

/// Simulated browsers: each one loads a page and receives the frames of its WebSocket. They run in a separate process, so that
/// their memory is not measured with the server's.
struct Clients {
    struct Report: Codable {
        var frames = 0
        var bytes = 0
        var documentBytes = 0
        /// The presses that were sent, and those that were acknowledged within the time.
        var (presses, acknowledged) = (0, 0)
        /// The latencies of changes, or of presses, in nanoseconds: the median, the 99th percentile and the maximum.
        var delays: [Int64] = []
    }

    private struct Client {
        let socket: Int32
        var received: [UInt8] = []
        var isOpen = false
        /// The references of the controls that are pressed in turn, and the times of the presses.
        let controls: [Substring]
        var presses: [Int64] = []
        let sequence: Substring
    }

    private let port: UInt16
    private var clients: [Client] = []
    private var (report, delays) = (Report(), [Int64]())

    init(count: Int, port: UInt16) throws {
        self.port = port
        for _ in 0..<count { try addClient() }
    }

    private mutating func addClient() throws {
        let page = try connect()
        try send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n", to: page)
        let document = String(decoding: readAll(page), as: UTF8.self)
        close(page)
        guard let session = document.firstMatch(of: /data-session="([^"]*)"[^>]*? data-seq="(\d+)"/),
            let cookie = document.firstMatch(of: /Set-Cookie: ([^;]*)/)
        else { throw Failure("the page was not received: \(document.prefix(200))") }
        // The “like” buttons of the feed, or the links of Notes.
        let controls =
            document.matches(of: /class="like"[^>]*value="(\d+)"/).map(\.1)
            + document.matches(of: /class="row"[^>]*data-r="(\d+)"/).map(\.1)
        if controls.isEmpty { throw Failure("the page has no control: \(document.prefix(200))") }
        report.documentBytes = document.utf8.count
        let live = try connect()
        try send(
            """
            GET /millrace/live HTTP/1.1\r\nHost: localhost:\(port)\r\nOrigin: http://localhost:\(port)\r\n\
            Cookie: \(cookie.1)\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
            """, to: live)
        try send(frame: "{\"h\":1,\"s\":\"\(session.1)\",\"c\":\"v\(live)\",\"q\":\(session.2),\"a\":\"/\"}", to: live)
        clients.append(Client(socket: live, controls: controls, sequence: session.2))
    }

    /// Receives frames until the standard input has ended and no frame has arrived for a second, and returns a summary.
    ///
    /// The summary is small, because the process that reads it measures its own memory.
    mutating func run() throws -> Report {
        try receiveAll()
        return summary
    }

    private var summary: Report {
        var report = report
        let delays = delays.sorted()
        report.delays = delays.isEmpty ? [] : [0.5, 0.99, 1].map { delays[Int(Double(delays.count - 1) * $0)] }
        return report
    }

    private mutating func receiveAll() throws {
        var lines = clients.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
        lines.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0))
        var isEnding = false
        while true {
            let count = poll(&lines, nfds_t(lines.count), isEnding ? 1_000 : -1)
            if count == 0 { return }
            for index in clients.indices where lines[index].revents != 0 { try receive(index) }
            if lines[clients.count].revents != 0 { (isEnding, lines[clients.count].fd) = (true, -1) }
        }
    }

    // MARK: Presses

    /// Presses a control on each page and waits for the acknowledgement. So the presses that are measured do not wait until the
    /// server has accepted all connections.
    mutating func pressOnce() throws {
        var lines = clients.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
        for index in clients.indices { press(index) }
        while clients.contains(where: { $0.presses != [0] }) {
            _ = poll(&lines, nfds_t(lines.count), -1)
            for index in clients.indices where lines[index].revents != 0 { try receive(index) }
        }
        (report.acknowledged, delays) = (0, [])
    }

    /// Presses a control on all pages in turn at this rate, whether or not the server keeps up. Measures the time from each
    /// press to its acknowledgement.
    mutating func press(perSecond rate: Int, for seconds: Int) throws -> Report {
        delays = []
        var lines = clients.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
        let start = now()
        while case let time = now() - start, time < Int64(seconds) * 1_000_000_000 {
            let due = Int(time) / 1_000 * rate / 1_000_000
            while report.presses < due {
                press(report.presses % clients.count)
                report.presses += 1
            }
            if poll(&lines, nfds_t(lines.count), 1) <= 0 { continue }
            for index in clients.indices where lines[index].revents != 0 { try receive(index) }
        }
        // Presses without an acknowledgement are as late as this.
        let end = now()
        for client in clients { delays += client.presses.filter { $0 != 0 }.map { end - $0 } }
        return summary
    }

    /// Sends a press. It is lost if the server has not read the earlier ones.
    private mutating func press(_ index: Int) {
        clients[index].presses.append(now())
        let client = clients[index]
        // Different pages start at different controls.
        let control = client.controls[(index + client.presses.count) % client.controls.count]
        let frame = Self.frame("{\"n\":\(client.presses.count),\"q\":\(client.sequence),\"r\":\"\(control)\"}")
        _ = Glibc.send(client.socket, frame, frame.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }

    /// Counts the acknowledgements in a frame: `"k":[[1,0],[2,0]]`. The second number is 0 for a press that was handled.
    private mutating func countAcknowledgements(_ text: ArraySlice<UInt8>, _ index: Int, _ arrival: Int64) {
        guard let start = text.firstRange(of: Array("\"k\":[".utf8))?.upperBound else { return }
        let list = String(decoding: text[start...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        for pair in list.matches(of: /\[(\d+),(\d+)/) {
            guard let number = Int(pair.1), pair.2 == "0", clients[index].presses.indices.contains(number - 1) else {
                continue
            }
            report.acknowledged += 1
            delays.append(arrival - clients[index].presses[number - 1])
            clients[index].presses[number - 1] = 0
        }
    }

    private mutating func receive(_ index: Int) throws {
        let arrival = now()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(clients[index].socket, &buffer, buffer.count, 0)
        guard count > 0 else {
            let last = String(decoding: clients[index].received.suffix(300), as: UTF8.self)
            throw Failure("the server closed a connection. Its last output: \(last)")
        }
        clients[index].received += buffer[..<count]
        if !clients[index].isOpen {
            let head = Array("\r\n\r\n".utf8)
            guard let end = clients[index].received.firstRange(of: head)?.upperBound else { return }
            clients[index].isOpen = true
            clients[index].received.removeFirst(end)
        }
        while let text = nextFrame(index) {
            note(text, arrival)
            countAcknowledgements(text, index, arrival)
        }
    }

    /// Returns the next frame. The server does not mask frames.
    private mutating func nextFrame(_ index: Int) -> ArraySlice<UInt8>? {
        let bytes = clients[index].received
        guard bytes.count >= 2 else { return nil }
        var (length, start) = (Int(bytes[1] & 0x7F), 2)
        if length == 126 {
            guard bytes.count >= 4 else { return nil }
            (length, start) = (Int(bytes[2]) << 8 | Int(bytes[3]), 4)
        } else if length == 127 {
            guard bytes.count >= 10 else { return nil }
            (length, start) = (bytes[2..<10].reduce(0) { $0 << 8 | Int($1) }, 10)
        }
        guard bytes.count >= start + length else { return nil }
        clients[index].received.removeFirst(start + length)
        return bytes[start..<start + length]
    }

    private mutating func note(_ text: ArraySlice<UInt8>, _ arrival: Int64) {
        guard let mark = text.firstRange(of: Array("\"at ".utf8)) else { return }
        let digits = text[mark.upperBound...].prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard let moment = Int64(String(decoding: digits, as: UTF8.self)), moment > 0 else { return }
        report.frames += 1
        report.bytes += text.count
        delays.append(arrival - moment)
    }

    // MARK: Bytes

    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private func connect() throws -> Int32 {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 { throw Failure("there is no server at \(port)") }
        return file
    }

    private func send(_ text: String, to file: Int32) throws {
        let bytes = Array(text.utf8)
        if Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) != bytes.count {
            throw Failure("the connection to the server failed")
        }
    }

    /// Sends a short text in a frame whose mask is zero.
    private func send(frame text: String, to file: Int32) throws {
        let whole = Self.frame(text)
        if Glibc.send(file, whole, whole.count, Int32(MSG_NOSIGNAL)) != whole.count {
            throw Failure("the connection to the server failed")
        }
    }

    private static func frame(_ text: String) -> [UInt8] {
        let count = text.utf8.count
        let length: [UInt8] =
            count < 126 ? [0x80 | UInt8(count)] : [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
        return [0x81] + length + [0, 0, 0, 0] + Array(text.utf8)
    }

    /// Sends HEAD requests and requests for unknown URLs in turn, and reads the responses.
    static func requestEarlyEnds(_ count: Int, port: UInt16) throws {
        let client = try Clients(count: 0, port: port)
        for index in 0..<count {
            let file = try client.connect()
            let first = index.isMultiple(of: 2) ? "HEAD /" : "GET /none"
            try client.send("\(first) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n", to: file)
            let status = String(decoding: client.readAll(file).prefix(12).suffix(3), as: UTF8.self)
            close(file)
            guard status == (index.isMultiple(of: 2) ? "200" : "404") else { throw Failure("the status is \(status)") }
        }
    }

    /// Requests the list of Notes, and returns the number of its rows.
    static func countRows(port: UInt16) throws -> Int {
        let client = try Clients(count: 0, port: port)
        let file = try client.connect()
        defer { close(file) }
        try client.send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n", to: file)
        return String(decoding: client.readAll(file), as: UTF8.self).matches(of: /class="row"/).count
    }

    private func readAll(_ file: Int32) -> [UInt8] {
        var (all, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while case let count = recv(file, &buffer, buffer.count, 0), count > 0 { all += buffer[..<count] }
        return all
    }
}

/// Returns the monotonic time of the machine, which is the same for all processes.
func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
