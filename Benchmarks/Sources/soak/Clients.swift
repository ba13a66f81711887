import Foundation
import Glibc
import LoopbackClients

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
        let socket: LoopbackSocket
        var frames = WebSocketFrames()
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
        let document = try Self.document(port: port)
        guard let session = document.firstMatch(of: /data-session="([^"]*)"[^>]*? data-seq="(\d+)"/),
            let cookie = document.firstMatch(of: /Set-Cookie: ([^;]*)/)
        else { throw ClientFailure("the page was not received: \(document.prefix(200))") }
        // The “like” buttons of the feed, or the links of Notes.
        let controls =
            document.matches(of: /class="like"[^>]*value="(\d+)"/).map(\.1)
            + document.matches(of: /class="row"[^>]*data-r="(\d+)"/).map(\.1)
        if controls.isEmpty { throw ClientFailure("the page has no control: \(document.prefix(200))") }
        report.documentBytes = document.utf8.count
        let live = try LoopbackSocket(port: port)
        try live.upgrade(port: port, cookie: cookie.1)
        let hello = "{\"h\":1,\"s\":\"\(session.1)\",\"c\":\"v\(live.file)\",\"q\":\(session.2),\"a\":\"/\"}"
        try live.send(WebSocketFrames.encode(hello))
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
        var lines = clients.map { pollfd(fd: $0.socket.file, events: Int16(POLLIN), revents: 0) }
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
        var lines = clients.map { pollfd(fd: $0.socket.file, events: Int16(POLLIN), revents: 0) }
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
        var lines = clients.map { pollfd(fd: $0.socket.file, events: Int16(POLLIN), revents: 0) }
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
        let frame = WebSocketFrames.encode(
            "{\"n\":\(client.presses.count),\"q\":\(client.sequence),\"r\":\"\(control)\"}")
        _ = Glibc.send(client.socket.file, frame, frame.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
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
        let bytes = try clients[index].socket.receive()
        if bytes.isEmpty {
            throw ClientFailure("the server closed a connection. Its last output: \(clients[index].frames.rest)")
        }
        clients[index].frames.add(bytes)
        while let text = clients[index].frames.next() {
            note(text, arrival)
            countAcknowledgements(text, index, arrival)
        }
    }

    private mutating func note(_ text: ArraySlice<UInt8>, _ arrival: Int64) {
        guard let mark = text.firstRange(of: Array("\"at ".utf8)) else { return }
        let digits = text[mark.upperBound...].prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard let moment = Int64(String(decoding: digits, as: UTF8.self)), moment > 0 else { return }
        report.frames += 1
        report.bytes += text.count
        delays.append(arrival - moment)
    }

    // MARK: Requests

    /// Sends HEAD requests and requests for unknown URLs in turn, and reads the responses.
    static func requestEarlyEnds(_ count: Int, port: UInt16) throws {
        for index in 0..<count {
            let first = index.isMultiple(of: 2) ? "HEAD /" : "GET /none"
            let status = try document(first, port: port).prefix(12).suffix(3)
            guard status == (index.isMultiple(of: 2) ? "200" : "404") else {
                throw ClientFailure("the status is \(status)")
            }
        }
    }

    private static func document(_ request: String = "GET /", port: UInt16) throws -> String {
        let page = try LoopbackSocket(port: port)
        try page.send("\(request) HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n")
        return String(decoding: try page.receiveAll(), as: UTF8.self)
    }
}
