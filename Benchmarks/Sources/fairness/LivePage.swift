import LoopbackClients

/// A page with a WebSocket: it sends presses and texts, and receives the changes of the page.
struct LivePage {
    let document: Document
    let socket: LoopbackSocket
    private var frames = WebSocketFrames()
    private var parts: [UInt8] = []
    private var lastNumber = 0
    /// The values of controls are sent for this revision of the page.
    private var sequence: String

    /// Connects a document.
    ///
    /// - Parameter receiveBuffer: The size of the buffer for received bytes. Defaults to that of the system.
    init(_ document: Document, in browser: Browser, receiveBuffer: Int32? = nil) throws {
        (self.document, sequence) = (document, document.sequence)
        socket = try browser.connect(receiveBuffer: receiveBuffer)
        try socket.upgrade(port: browser.port, cookie: browser.cookie)
        let client = "\(UInt64.random(in: 1 ... .max))"
        let hello =
            "{\"h\":1,\"s\":\"\(document.session)\",\"c\":\"\(client)\",\"q\":\(sequence),\"a\":\"\(document.path)\"}"
        try socket.send(WebSocketFrames.encode(hello))
    }

    /// Presses a control, or sends the value of a field. Does not wait for the answer.
    ///
    /// - Parameter value: A text without characters that JSON escapes. Defaults to a press.
    mutating func send(_ control: String, _ value: String? = nil) throws {
        lastNumber += 1
        let field = value.map { ",\"v\":\"\($0)\"" } ?? ""
        let frame = "{\"n\":\(lastNumber),\"q\":\(sequence),\"r\":\"\(control)\"\(field)}"
        try socket.send(WebSocketFrames.encode(frame))
    }

    /// Receives frames until the server has handled the last press or value, and `isDone` has returned `true` for a frame since then.
    ///
    /// - Parameter isDone: Called for each frame. Defaults to `true`.
    mutating func waitForAnswer(until isDone: ([UInt8]) -> Bool = { _ in true }) throws {
        let end = now() + Int64(Browser.timeout) * 1_000_000_000
        var (isAcknowledged, hasDone) = (false, false)
        while !(isAcknowledged && hasDone) {
            let frame = try nextFrame()
            if isDone(frame) { hasDone = true }
            if let status = status(in: frame) {
                if status != "0" { throw ClientFailure("the page has not accepted an input: status \(status)") }
                isAcknowledged = true
            }
            if now() > end { throw ClientFailure("a press was not answered within \(Browser.timeout) s") }
        }
    }

    /// Returns how the server has handled the last press or value: the second number of a pair in `"k":[[1,0],[2,0]]`.
    private func status(in frame: [UInt8]) -> String? {
        guard let list = frame.text(after: "\"k\":[", until: "]]") else { return nil }
        let pair = list.split(separator: "[").first { $0.hasPrefix("\(lastNumber),") }
        return pair.map { String($0.dropFirst("\(lastNumber),".count).prefix { $0.isNumber }) }
    }

    /// Receives the next text.
    mutating func nextFrame() throws -> [UInt8] {
        while true {
            if let part = frames.next() {
                guard let frame = WebSocketFrames.join(part, to: &parts) else { continue }
                if let shown = frame.text(after: "\"q\":", until: "}") { sequence = "\(shown.prefix { $0.isNumber })" }
                return frame
            }
            let bytes = try socket.receive()
            if bytes.isEmpty { throw ClientFailure("the server closed a live page: \(frames.rest)") }
            frames.add(bytes)
        }
    }
}
