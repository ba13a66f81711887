import Millrace

// Connects and disconnects browsers, and creates the frames for them.
extension Page {
    /// Connects a browser, and queues the changes that it does not show yet. Returns the number of the connection.
    func connect(_ hello: Hello, isNew: Bool) -> Int {
        measured { connectNow(hello, isNew) }
    }

    private func connectNow(_ hello: Hello, _ isNew: Bool) -> Int {
        for (number, other) in browsers where other.client == hello.client { disconnect(number, other) }
        lastBrowser += 1
        let browser = BrowserConnection(hello, wakeups)
        browsers[lastBrowser] = browser
        if !storageText.isEmpty { browser.storageText = storageText }
        if clients[hello.client] == nil || isNew { clients[hello.client] = ClientRecord() }
        draw()
        if isNew || isOtherProcess(hello.sequence) || !log.covers(hello.sequence) {
            begin(browser, isNew: isNew, isOtherProcess: isOtherProcess(hello.sequence))
        } else {
            // The browser sends nothing before it shows the current page.
            let current = hello.sequence == sequence ? "" : ",\"c\":\(sequence)"
            browser.initialContent = "\"q\":\(hello.sequence)\(current)"
        }
        return lastBrowser
    }

    /// Asks the browser that has a file to send it.
    func requestFile(_ id: String) {
        guard let client = uploads.client(of: id) else { return }
        guard let browser = browsers.values.first(where: { $0.client == client }) else {
            return uploads.fail(id, from: client)
        }
        browser.requestedFiles.append(id)
        browser.wake()
    }

    /// Asks the browsers to exchange a token for a cookie. The first one does.
    func offerSignIn(_ token: String) {
        for browser in browsers.values {
            browser.signInToken = token
            browser.wake()
        }
    }

    /// Queues the whole page for a browser.
    ///
    /// - Parameters:
    ///   - isNew: Whether the browser showed another session. Defaults to `false`.
    ///   - isOtherProcess: Whether it showed this session in an earlier process. Its messages refer to controls that have other references
    ///     now. The number of the last message that was handled says which of them it sends again. Defaults to `false`.
    func begin(_ browser: BrowserConnection, isNew: Bool = false, isOtherProcess: Bool = false) {
        var start = isNew ? "\"s\":\(JSONWriter.quoted(id))," : ""
        if !isNew, isOtherProcess, let client = clients[browser.client] {
            let answers = client.refusals.sorted { $0.key < $1.key }.map(\.value).joined(separator: ",")
            start = "\"k\":[\(answers)],\"x\":\(client.last),"
        }
        if let notice = notice.take() { start += "\"w\":\(JSONWriter.quoted(notice))," }
        draw()
        browser.initialContent = "\(start)\"q\":\(sequence),\(fullPage())"
        (browser.sentSequence, browser.shownSequence) = (sequence, sequence)
        trimLog()
        browser.wake()
    }

    func disconnect(_ number: Int) {
        if let browser = browsers[number] { disconnect(number, browser) }
    }

    private func disconnect(_ number: Int, _ browser: BrowserConnection) {
        browsers[number] = nil
        uploads.failAll(from: browser.client)
        browser.isDisconnected = true
        browser.wake()
        browser.endStorageWait(false)
        clients[browser.client]?.lastSeen = lastBrowser
        forgetClients()
    }

    /// Deletes the clients that disconnected the longest ago. A client that reconnects soon may repeat a frame.
    private func forgetClients() {
        guard clients.count > Self.maxClients else { return }
        let present = Set(browsers.values.map(\.client))
        let absent = clients.filter { !present.contains($0.key) }.sorted { $0.value.lastSeen < $1.value.lastSeen }
        for (client, _) in absent.prefix(clients.count - Self.maxClients) { clients[client] = nil }
    }

    /// The maximum number of stored clients. Connected clients are kept even if there are more.
    static let maxClients = 64

    /// Waits until a connection may have a frame, and makes it if `mayStart` returns `true`. Does not call `mayStart` if more than
    /// two other tasks were resumed and have not run yet. The result is then ``NextFrame/ready``.
    func nextFrame(
        on number: Int, if mayStart: () -> Bool, isolation: isolated (any Actor) = #isolation
    ) async -> NextFrame {
        guard let browser = browsers[number] else { return .ended }
        browser.bytesInFlight = 0
        var mayDraw = true
        while !browser.isDisconnected {
            browser.prepareWait()
            if let frame = storageFrame(on: number) { return .unstored(frame) }
            if hasFrame(for: browser) {
                return mayDraw && mayStart() ? .made(frame(on: number, isLarge: false)) : .ready
            }
            // The browser has received the last frame. The server creates a new session for its next connection.
            if hasEnded { return .ended }
            mayDraw = await browser.wait()
        }
        return .ended
    }

    /// Whether ``frame(for:)`` may return a frame.
    private func hasFrame(for browser: BrowserConnection) -> Bool {
        browser.initialContent != nil || browser.needsFullPage || browser.needsPong || isOutdated
            || browser.sentSequence != sequence || !browser.acknowledgements.isEmpty || !browser.requestedFiles.isEmpty
            || browser.signInToken != nil
    }

    /// Returns the next frame of a connection, and the load of the page. The frame has no text if large work must make it.
    ///
    /// - Parameter isLarge: Whether large work makes the frame.
    func frame(on number: Int, isLarge: Bool) -> PageFrame? {
        guard let browser = browsers[number] else { return nil }
        var needsLargeWork = false
        let text = measured {
            needsLargeWork = !isLarge && self.needsLargeWork(browser)
            return needsLargeWork ? nil : frame(for: browser)
        }
        if needsLargeWork { return PageFrame(text: nil, load: load) }
        guard let text else { return nil }
        browser.bytesInFlight = text.utf8.count
        recordSize()
        return PageFrame(text: text, load: load)
    }

    /// Removes a very long change when all browsers have it.
    func trimLog() {
        if log.isTooLong, browsers.values.allSatisfy({ $0.sentSequence == sequence }) { log.trim() }
    }

    /// Whether a browser needs the whole page, which has become large. One change can concern many pages, and each of them would be
    /// written whole.
    private func needsLargeWork(_ browser: BrowserConnection) -> Bool {
        if browser.initialContent != nil { return false }
        if browser.sentSequence == sequence { draw() }
        return (browser.needsFullPage || !log.covers(browser.sentSequence)) && load.isLarge
    }

    func frame(for browser: BrowserConnection) -> String? {
        var parts: [String] = []
        if let initialContent = browser.initialContent.take() {
            parts.append(initialContent)
        } else {
            // The page is drawn only when the browser has received all changes. Otherwise a slow browser would never
            // catch up.
            if browser.sentSequence == sequence { draw() }
            // The log no longer contains the changes that the browser lacks, so it needs the whole page.
            if browser.needsFullPage || !log.covers(browser.sentSequence) {
                browser.needsFullPage = false
                begin(browser)
                return frame(for: browser)
            }
            if let patch = log.patch(after: browser.sentSequence) {
                browser.sentSequence += 1
                parts.append(patch.isEmpty ? "\"q\":\(browser.sentSequence)" : "\"q\":\(browser.sentSequence),\(patch)")
                trimLog()
            }
        }
        let isCurrent = browser.sentSequence == sequence && !isOutdated
        let answers = browser.acknowledgements.prefix { isCurrent || $0.after <= browser.sentSequence }
        if !answers.isEmpty {
            parts.append("\"k\":[\(answers.map(\.json).joined(separator: ","))]")
            browser.acknowledgements.removeFirst(answers.count)
        }
        if !browser.requestedFiles.isEmpty {
            parts.append("\"u\":[\(browser.requestedFiles.map(JSONWriter.quoted).joined(separator: ","))]")
            browser.requestedFiles = []
        }
        if let token = browser.signInToken.take() { parts.append("\"i\":\(JSONWriter.quoted(token))") }
        if browser.needsPong {
            browser.needsPong = false
            parts.append("\"p\":1")
        }
        if parts.isEmpty { return nil }
        if let templates = newTemplates(for: browser) { parts.insert(templates, at: 0) }
        return "{\(parts.joined(separator: ","))}"
    }

    /// Returns the templates that a browser has not received. Returns `nil` if there are none.
    private func newTemplates(for browser: BrowserConnection) -> String? {
        let all = templates.definitions
        guard browser.templates < all.count else { return nil }
        defer { browser.templates = all.count }
        return "\"t\":{\(all[browser.templates...].joined(separator: ","))}"
    }
}
