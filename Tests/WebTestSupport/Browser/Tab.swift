#if DEBUG && (Hummingbird || App)
    import Foundation

    /// A tab of a browser, controlled as a user would.
    struct Tab: Sendable {
        let browser: Browser
        let handle: String

        // MARK: Page

        /// Opens a URL, and returns when the page has been loaded.
        func open(_ url: String) async throws { _ = try await command("POST", "url", ["url": .string(url)]) }

        /// Reloads the page.
        func reload() async throws { _ = try await command("POST", "refresh", [:]) }

        /// Presses the browser's Back button.
        func back() async throws { _ = try await command("POST", "back", [:]) }

        /// Presses the browser's Forward button.
        func forward() async throws { _ = try await command("POST", "forward", [:]) }

        /// The URL in the address bar.
        var url: String { get async throws { try await command("GET", "url").text ?? "" } }

        /// Closes the tab.
        func close() async throws { try await browser.close(handle) }

        /// Sets the size of the viewport.
        func resize(width: Int, height: Int) async throws {
            let size: JSON = ["width": .number(Double(width)), "height": .number(Double(height))]
            try await runDevToolsCommand(
                "Emulation.setDeviceMetricsOverride",
                ["width": size["width"], "height": size["height"], "deviceScaleFactor": 1, "mobile": false])
        }

        /// Returns a screenshot as PNG.
        func screenshot() async throws -> Data {
            guard let text = try await command("GET", "screenshot").text, let data = Data(base64Encoded: text) else {
                throw BrowserFailure("The browser returned no screenshot.")
            }
            return data
        }

        // MARK: Scripts

        /// Runs the body of a function with these `arguments`, and returns its result.
        @discardableResult
        func run(_ script: String, _ arguments: JSON...) async throws -> JSON {
            try await command("POST", "execute/sync", ["script": .string(script), "args": .array(arguments)])
        }

        /// Waits in the page until an expression is truthy, and returns its value.
        ///
        /// The expression is evaluated at once and in each animation frame. If the browser loads another page meanwhile,
        /// the wait continues there.
        @discardableResult
        func until(_ expression: String, _ arguments: JSON...) async throws -> JSON {
            let script = """
                const given = [...arguments], done = given.pop(), limit = performance.now() + \(Browser.waitLimit);
                const look = () => {
                    const value = (function () { return (\(expression)); }).apply(null, given);
                    if (value) return done([value]);
                    if (performance.now() > limit) return done([]);
                    requestAnimationFrame(look);
                };
                look();
                """
            let value = try await retrying(\.isUnloadedPage) {
                try await command("POST", "execute/async", ["script": .string(script), "args": .array(arguments)])
            }
            guard value.elements?.isEmpty == false else {
                throw BrowserFailure("The condition was not met in time: \(expression)")
            }
            return value[0]
        }

        /// Waits until the page has this URL.
        ///
        /// `history.go` and the address bar follow the page asynchronously, so a test that reads ``url`` once can read
        /// the old one.
        func until(url: String) async throws { try await until("location.href === arguments[0]", .string(url)) }

        /// Waits until the browser has drawn a frame with the current page.
        func untilDrawn() async throws {
            _ = try await command(
                "POST", "execute/async",
                [
                    "script":
                        "const [done] = arguments; requestAnimationFrame(() => requestAnimationFrame(() => done(true)))",
                    "args": [],
                ])
        }

        /// Runs a script in each new document before the document's scripts.
        func runBeforeEach(_ script: String) async throws {
            try await runDevToolsCommand("Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
        }

        /// Sends a command of the Chrome DevTools Protocol.
        @discardableResult
        func runDevToolsCommand(_ command: String, _ parameters: JSON) async throws -> JSON {
            try await self.command("POST", "goog/cdp/execute", ["cmd": .string(command), "params": parameters])
        }

        // MARK: User input

        /// Clicks the first element that the selector finds. It must be visible and clickable.
        func click(_ selector: String) async throws {
            try await retryingMissedElement { _ = try await command("POST", "element/\(find(selector))/click", [:]) }
        }

        /// Repeats a click that was not performed, because the page replaced the element after it was found.
        func retryingMissedElement(_ click: () async throws -> Void) async throws {
            try await retrying(\.isMissedElement, click)
        }

        /// Repeats a command while it fails in this way, up to five times.
        private func retrying<Value>(
            _ isExpected: (BrowserFailure) -> Bool, _ command: () async throws -> Value
        ) async throws -> Value {
            for _ in 1..<5 {
                do {
                    return try await command()
                } catch let failure as BrowserFailure where isExpected(failure) {
                    continue
                }
            }
            return try await command()
        }

        /// Types at the end of the first element that the selector finds.
        func type(_ text: String, into selector: String) async throws {
            _ = try await command("POST", "element/\(find(selector))/value", ["text": .string(text)])
        }

        /// Clicks while a key is pressed.
        func click(_ selector: String, holding key: String) async throws {
            let element: JSON = ["element-6066-11e4-a52e-4f735466cecf": .string(try await find(selector))]
            let pause: JSON = ["type": "pause"]
            let keys: JSON = [
                "type": "key", "id": "keyboard",
                "actions": [
                    ["type": "keyDown", "value": .string(key)], pause, pause, pause,
                    ["type": "keyUp", "value": .string(key)],
                ],
            ]
            let pointer: JSON = [
                "type": "pointer", "id": "mouse",
                "actions": [
                    pause, ["type": "pointerMove", "origin": element, "x": 0, "y": 0],
                    ["type": "pointerDown", "button": 0],
                    ["type": "pointerUp", "button": 0], pause,
                ],
            ]
            _ = try await command("POST", "actions", ["actions": [keys, pointer]])
        }

        /// Waits until the document has an element that the XPath finds. This also works without JavaScript.
        func untilFound(_ path: String) async throws {
            _ = try await command("POST", "timeouts", ["implicit": .number(Browser.waitLimit)])
            do {
                _ = try await command("POST", "element", ["using": "xpath", "value": .string(path)])
            } catch {
                _ = try? await command("POST", "timeouts", ["implicit": 0])
                throw error
            }
            _ = try await command("POST", "timeouts", ["implicit": 0])
        }

        /// Runs commands in the document of a frame, which has been loaded then.
        func frame<Value>(_ selector: String, _ body: (Tab) async throws -> Value) async throws -> Value {
            let element: JSON = ["element-6066-11e4-a52e-4f735466cecf": .string(try await find(selector))]
            _ = try await command("POST", "frame", ["id": element])
            let value = try await body(self)
            _ = try await command("POST", "frame", ["id": nil])
            return value
        }

        private func find(_ selector: String) async throws -> String {
            let query: JSON = ["using": "css selector", "value": .string(selector)]
            let element = try await command("POST", "element", query)["element-6066-11e4-a52e-4f735466cecf"]
            return element.text ?? ""
        }

        private func command(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
            try await browser.command(handle, method, path, body)
        }
    }

    /// Special keys, as WebDriver encodes them.
    enum Key {
        static let enter = "\u{E007}"
        static let escape = "\u{E00C}"
        static let control = "\u{E009}"
        static let alt = "\u{E00A}"
        static let tab = "\u{E004}"
        static let backspace = "\u{E003}"
        static let home = "\u{E011}"
        static let end = "\u{E010}"
        static let left = "\u{E012}"
        static let down = "\u{E015}"
        static let space = "\u{E00D}"
    }
#endif
