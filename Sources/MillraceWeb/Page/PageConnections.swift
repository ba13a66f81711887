import Millrace

// Browsers that come and go, and what they are told.
extension Page {
    /// Begins to tell a browser what it does not show yet; returns the number of the connection.
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

    /// Has a browser told all anew.
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
        forgetClients()
    }

    /// Those that are not connected and were not for long: a browser that comes back is asked for little.
    private func forgetClients() {
        guard clients.count > 64 else { return }
        let present = Set(browsers.values.map(\.client))
        clients = clients.filter { present.contains($0.key) }
    }

    /// The next frame for a connection, once there is one; `nil` when it has ended.
    func next(on number: Int) async -> String? {
        guard let browser = browsers[number] else { return nil }
        while !browser.isGone {
            if let frame = frame(for: browser) { return frame }
            await withUnsafeContinuation(isolation: #isolation) { browser.waiter = $0 }
        }
        return nil
    }

    func frame(for browser: Browser) -> String? {
        var parts: [String] = []
        if let opening = browser.opening.take() {
            parts.append(opening)
        } else {
            draw()
            // Far behind: the changes that it misses are not remembered any more.
            if !log.covers(browser.told) {
                begin(browser)
                return frame(for: browser)
            }
            if let patch = log.patch(after: browser.told) {
                browser.told += 1
                parts.append(patch.isEmpty ? "\"q\":\(browser.told)" : "\"q\":\(browser.told),\(patch)")
            }
        }
        // What became of something comes after what it changed.
        if browser.told == sequence, !browser.acknowledgements.isEmpty {
            parts.append("\"k\":[\(browser.acknowledgements.joined(separator: ","))]")
            browser.acknowledgements = []
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
