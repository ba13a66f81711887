#if PostgreSQL && App
    import Foundation
    import TestSupport

    @testable import WebTestSupport

    /// A browser with a page of digits. It presses one button after another, and connects to another node whenever its connection ends.
    struct PageClient {
        private let cluster: Cluster
        private let recorder: Recorder
        private var generator: SeededGenerator
        private var history: History.Page
        /// The document; `nil` before the first one.
        private var document: (session: String, cookie: String)?
        private var client = ""
        private var sequence = "0"
        private var socket: PageSocket?
        /// The references of the buttons, by their digits.
        private var buttons: [String: String] = [:]
        /// The text of the press that is not acknowledged. A press that is sent again has the same text, unless the page was loaded since.
        private var text: String?
        /// Whether the page must not be used any more.
        private var hasFailed = false

        init(_ name: String, _ cluster: Cluster, _ recorder: Recorder, seed: UInt64) {
            (self.cluster, self.recorder) = (cluster, recorder)
            (generator, history) = (SeededGenerator(seed: seed), History.Page(name: name))
        }

        /// Presses the next button, and returns when that is acknowledged.
        mutating func press() async {
            if hasFailed { return }
            // Now and then, the browser goes to another node.
            if generator.chance(oneIn: 8) { socket = nil }
            history.pressed += 1
            text = nil
            recorder.change(history)
            while history.acknowledged < history.pressed, !hasFailed, !Task.isCancelled {
                if await connect(), history.acknowledged < history.pressed { await transmit() }
                recorder.change(history)
            }
        }

        /// Connects to another node, and records what it shows.
        mutating func showAgain() async {
            if history.acknowledged == 0 { return }
            (socket, history.shown) = (nil, nil)
            while history.shown == nil, !hasFailed, !Task.isCancelled {
                socket = nil
                // A browser that cannot draw a patch asks for the whole page in this way.
                sequence = "-1"
                _ = await connect()
            }
            recorder.change(history)
        }

        private mutating func fail(_ reason: String) {
            history.failures.append(reason)
            hasFailed = true
            recorder.change(history)
        }

        // MARK: Connections

        /// Connects to a random node if there is no connection. Returns whether there is one.
        private mutating func connect() async -> Bool {
            if socket != nil { return true }
            let node = cluster.nodes[Int.random(in: 0..<cluster.nodes.count, using: &generator)]
            if await connect(to: node) { return true }
            socket = nil
            await RealTime.pause(milliseconds: 50...300, &generator)
            return false
        }

        private mutating func connect(to node: ClusterNode) async -> Bool {
            if document == nil, await !open(node) { return false }
            guard let document, let socket = await PageSocket(node.port, cookie: document.cookie) else { return false }
            self.socket = socket
            await socket.send(
                "{\"h\":1,\"s\":\"\(document.session)\",\"d\":\"\(document.session)\",\"c\":\"\(client)\",\"q\":\(sequence),\"a\":\"/\"}"
            )
            while true {
                guard let frame = await self.frame() else { return false }
                if frame["error"] != nil || hasFailed || self.document == nil { return false }
                // The first frame of a page has a number.
                if case .number = frame["q"] { return true }
            }
        }

        /// Opens a document.
        private mutating func open(_ node: ClusterNode) async -> Bool {
            guard let response = await node.answer("GET", "/"), response.status == 200, let session = response.session,
                let cookie = response.cookie, let first = response.body.firstMatch(of: /data-seq="(\d+)"/)
            else { return false }
            document = (session, cookie)
            (client, sequence, text) = ("\(generator.next())", String(first.1), nil)
            for button in response.body.matches(of: /<button[^>]*value="(\d+)"[^>]*>(\d)</) {
                buttons[String(button.2)] = String(button.1)
            }
            return true
        }

        // MARK: Frames

        /// Sends the press, and reads frames until it is acknowledged or the connection ends.
        private mutating func transmit() async {
            let digit = "\((history.pressed - 1) % 10)"
            guard let button = buttons[digit] else { return fail("the page has no button \(digit)") }
            let message = text ?? "{\"n\":\(history.pressed),\"q\":\(sequence),\"r\":\"\(button)\"}"
            text = message
            await socket?.send(message)
            while history.acknowledged < history.pressed, !hasFailed {
                guard let frame = await self.frame(), frame["error"] == nil else {
                    socket = nil
                    return
                }
            }
        }

        private mutating func frame() async -> JSON? {
            guard let content = await socket?.next(),
                let frame = try? JSONDecoder().decode(JSON.self, from: Data(content.utf8))
            else { return nil }
            if frame["s"].text != nil { return startSession() }
            if case .number(let number) = frame["q"] { sequence = "\(Int(number))" }
            if frame["full"] != nil { readButtons(content) }
            if let shown = content.matches(of: /pressed (\d*)\./).last { history.shown = String(shown.1) }
            if case .number(let last) = frame["x"] {
                // The page was loaded. Its buttons have other references.
                text = nil
                if Int(last) >= history.pressed { history.acknowledged = history.pressed }
            }
            for answer in frame["k"].elements ?? [] where answer[0] == .number(Double(history.pressed)) {
                if answer[1] == 0 {
                    history.acknowledged = history.pressed
                } else {
                    fail("a press was refused: \(content)")
                }
            }
            return frame
        }

        private mutating func readButtons(_ content: String) {
            buttons = [:]
            for button in content.matches(of: /\["button",\{([^}]*)\},"(\d)"\]/) {
                guard let value = button.1.firstMatch(of: /"value":"(\d+)"/) else { continue }
                buttons[String(button.2)] = String(value.1)
            }
        }

        /// The node does not know the session. That is right only if nothing of it was acknowledged: a document alone is not stored.
        private mutating func startSession() -> JSON? {
            if history.acknowledged > 0 { fail("the page was lost after \(history.acknowledged) acknowledged presses") }
            (document, socket, text, history.shown) = (nil, nil, nil, nil)
            return nil
        }
    }
#endif
