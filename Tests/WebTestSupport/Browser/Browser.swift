#if DEBUG && (Hummingbird || App)
    import Foundation

    /// A headless Chromium with its own cookies.
    ///
    /// Tests open tabs in the ``shared`` browser. A test that needs another user's browser opens a second one.
    actor Browser {
        /// The browser that all tests of the process share.
        static var shared: Browser { get async throws { try await first.value } }

        /// The time limit for a wait in a page, in milliseconds. It only ends a test that hangs: a loaded machine with
        /// one core needs up to 15 s to load the largest page.
        static let waitLimit = 600_000.0
        // This limit is longer, so that a wait in a page ends with its own error. It is shorter than the limit of
        // `RawSocket` for the same reason.
        private static let scriptTimeout = 660_000.0

        private static let driver = Task { try await Chromedriver.start() }
        private static let first = Task { try await open() }

        private static let options: [JSON] = [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1200,800",
        ]

        /// Opens a browser that shares nothing with the others.
        ///
        /// - Parameter declinesLeaving: Whether it dismisses each `beforeunload` prompt. Defaults to `false`.
        static func open(declinesLeaving: Bool = false) async throws -> Browser {
            let driver = try await driver.value
            let profile = driver.folder.appending(path: UUID().uuidString).path
            let arguments = JSON.array(options + [.string("--user-data-dir=\(profile)")])
            var capabilities: [String: JSON] = ["browserName": "chrome", "goog:chromeOptions": ["args": arguments]]
            if declinesLeaving {
                // Without WebDriver BiDi, chromedriver accepts the prompt.
                capabilities["webSocketUrl"] = true
                capabilities["unhandledPromptBehavior"] = ["beforeUnload": "dismiss"]
            }
            let made = try await call(
                "POST", driver.url.appending(path: "session"), ["capabilities": ["alwaysMatch": .object(capabilities)]])
            let session = driver.url.appending(path: "session/\(made["sessionId"].text ?? "")")
            _ = try await call(
                "POST", session.appending(path: "timeouts"),
                ["script": .number(scriptTimeout), "pageLoad": .number(scriptTimeout)])
            let home = try await call("GET", session.appending(path: "window"), nil)
            return Browser(session: session, home: home.text ?? "")
        }

        private let session: URL
        // One window is never closed, because every command needs a window, even the command that opens the next one.
        private let home: String
        private var front: String?

        private init(session: URL, home: String) { (self.session, self.home) = (session, home) }

        /// Closes the browser with all its tabs.
        func close() async throws {
            _ = try await Self.call("DELETE", session, nil)
        }

        /// Opens an empty tab.
        ///
        /// - Parameter inWindow: Whether it has a window of its own, so that no other tab covers it. Defaults to `false`.
        func tab(inWindow: Bool = false) async throws -> Tab {
            let made = try await command(home, "POST", "window/new", ["type": inWindow ? "window" : "tab"])
            return Tab(browser: self, handle: made["handle"].text ?? "")
        }

        /// Sends a WebDriver command for a tab. The default method is `GET` without a body and `POST` with one.
        func command(_ tab: String, _ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
            if front != tab {
                _ = try await Self.call("POST", session.appending(path: "window"), ["handle": .string(tab)])
                front = tab
            }
            return try await Self.call(method, session.appending(path: path), body)
        }

        /// Closes a tab.
        func close(_ tab: String) async throws {
            _ = try await command(tab, "DELETE", "window")
            front = nil
        }

        private static func call(_ method: String, _ url: URL, _ body: JSON?) async throws -> JSON {
            let text = try body.map { try JSONEncoder().encode($0) } ?? Data()
            let value = try JSONDecoder().decode(JSON.self, from: try await exchange(method, url, text))["value"]
            if case .string(let code) = value["error"] {
                let command = "\(method) \(url.path.split(separator: "/").dropFirst(2).joined(separator: "/"))"
                throw BrowserFailure(
                    "The browser rejected \(command): \(code): \(value["message"].text ?? "")", code: code)
            }
            return value
        }

        // Foundation's client rejects headers without a space after the colon, which chromedriver sends.
        private static func exchange(_ method: String, _ url: URL, _ body: Data) async throws -> Data {
            let socket = try await RawSocket(port: UInt16(url.port ?? 0))
            let lines = [
                "\(method) \(url.path) HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json",
                "Content-Length: \(body.count)", "Connection: close", "", "",
            ]
            await socket.send(Array(lines.joined(separator: "\r\n").utf8) + Array(body))
            var answer: [UInt8] = []
            while true {
                let head = String(decoding: answer.prefix(1000), as: UTF8.self)
                if let match = head.firstMatch(of: /(?i)content-length: *(\d+)(?s:.*?)\r\n\r\n/),
                    let length = Int(match.1)
                {
                    let start = head[..<match.range.upperBound].utf8.count
                    if answer.count >= start + length { return Data(answer[start..<start + length]) }
                }
                let more = await socket.read()
                if more.isEmpty { throw BrowserFailure("chromedriver did not respond to \(method) \(url.path).") }
                answer += more
            }
        }
    }
#endif
