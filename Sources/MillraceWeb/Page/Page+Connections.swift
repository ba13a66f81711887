import Millrace

// Connects and disconnects browsers, and makes the frames for them.
extension Page {
    /// Connects a browser, and queues the changes that it does not show yet. Returns the number of the connection.
    func connect(_ hello: Hello, isNew: Bool) -> Int {
        for (number, other) in browsers where other.client == hello.client { disconnect(number, other) }
        lastBrowser += 1
        let browser = Browser(hello)
        browsers[lastBrowser] = browser
        if clients[hello.client] == nil || isNew { clients[hello.client] = Client() }
        draw()
        if isNew || !log.covers(hello.shown) {
            begin(browser, isNew: isNew)
        } else {
            browser.opening = "\"q\":\(hello.shown)"
        }
        return lastBrowser
    }

    /// Queues the whole page for a browser.
    func begin(_ browser: Browser, isNew: Bool = false) {
        draw()
        let session = isNew ? "\"s\":\(WireText.quoted(id))," : ""
        browser.opening = "\(session)\"q\":\(sequence),\(whole())"
        (browser.told, browser.shown) = (sequence, sequence)
        browser.wake()
    }

    func disconnect(_ number: Int) {
        if let browser = browsers[number] { disconnect(number, browser) }
    }

    private func disconnect(_ number: Int, _ browser: Browser) {
        browsers[number] = nil
        browser.isGone = true
        browser.wake()
        clients[browser.client]?.lastSeen = lastBrowser
        forgetClients()
    }

    /// Forgets the clients that disconnected the longest ago. A client that reconnects soon may repeat a frame.
    private func forgetClients() {
        guard clients.count > Self.mostClients else { return }
        let present = Set(browsers.values.map(\.client))
        let absent = clients.filter { !present.contains($0.key) }.sorted { $0.value.lastSeen < $1.value.lastSeen }
        for (client, _) in absent.prefix(clients.count - Self.mostClients) { clients[client] = nil }
    }

    /// The number of remembered clients, if no more are connected.
    static let mostClients = 64

    /// The next frame for a connection, once there is one; `nil` when it has ended.
    func next(on number: Int) async -> String? {
        guard let browser = browsers[number] else { return nil }
        while !browser.isGone {
            if let frame = frame(for: browser) { return frame }
            // The browser has received the last frame, and the server can make a new session.
            if hasEnded { return nil }
            await withUnsafeContinuation(isolation: #isolation) { browser.waiter = $0 }
        }
        return nil
    }

    func frame(for browser: Browser) -> String? {
        var parts: [String] = []
        if let opening = browser.opening.take() {
            parts.append(opening)
        } else {
            // Drawing waits until the browser has received all changes: otherwise a slow browser would never catch up.
            if browser.told == sequence { draw() }
            // The log does not reach back to what the browser shows: it needs the whole page.
            if browser.isLost || !log.covers(browser.told) {
                browser.isLost = false
                begin(browser)
                return frame(for: browser)
            }
            if let patch = log.patch(after: browser.told) {
                browser.told += 1
                parts.append(patch.isEmpty ? "\"q\":\(browser.told)" : "\"q\":\(browser.told),\(patch)")
            }
        }
        let isCurrent = browser.told == sequence && !isOutdated
        let answers = browser.acknowledgements.prefix { isCurrent || $0.after <= browser.told }
        if !answers.isEmpty {
            parts.append("\"k\":[\(answers.map(\.json).joined(separator: ","))]")
            browser.acknowledgements.removeFirst(answers.count)
        }
        if browser.isPinged {
            browser.isPinged = false
            parts.append("\"p\":1")
        }
        if parts.isEmpty { return nil }
        if let templates = news(for: browser) { parts.insert(templates, at: 0) }
        return "{\(parts.joined(separator: ","))}"
    }
}
