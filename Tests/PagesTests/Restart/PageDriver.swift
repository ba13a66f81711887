#if Hummingbird && SQLite || App
    import Foundation
    import TestSupport
    import Testing

    @testable import WebTestSupport

    /// A user of a page: performs random steps in the tab, and knows what they must have done.
    ///
    /// Each text is used once, so what is lost, repeated or in another place is recognized.
    @MainActor final class PageDriver {
        /// A step: its kind, a text that no other step has, a random number, and the time before it in milliseconds.
        struct Step: CustomStringConvertible {
            let kind: String
            let text: String
            let number, pause: Int
            var json: JSON {
                [.string(kind), .string(text), .number(Double(number)), .number(Double(pause))]
            }
            var description: String { "\(kind) \(text) \(number) +\(pause)" }
        }

        let tab: Tab
        let name: String
        private var lastText = 0
        /// What was done since the page was opened, as the script has noted it.
        private(set) var done: [(kind: String, value: JSON)] = []
        /// The steps of the current round.
        private(set) var steps: [Step] = []
        /// What the script has reported as not sent.
        private(set) var unsent: [String] = []

        init(_ tab: Tab, _ name: String) { (self.tab, self.name) = (tab, name) }

        /// Opens a tab in a window of its own, because a browser slows down the timers of covered tabs.
        static func open(_ browser: Browser, _ url: String, named name: String, events: Bool) async throws -> PageDriver
        {
            let tab = try await browser.tab(inWindow: true)
            try await tab.runBeforeEach(recorder)
            if events { try await tab.runBeforeEach(blockedSockets) }
            try await tab.open(url)
            try await tab.untilLive()
            return PageDriver(tab, name)
        }

        /// Starts random steps in the page. They go on without the server.
        func begin(_ generator: inout SeededGenerator) async throws {
            let kinds = [
                "add", "add", "add", "look", "star", "star", "remove", "comment", "comment", "note", "note", "greet",
                "submit",
                "half", "agree", "count", "upload",
            ]
            steps = (0..<Int.random(in: 3...12, using: &generator)).map { _ in
                lastText += 1
                let kind = kinds.randomElement(using: &generator) ?? ""
                return Step(
                    kind: kind, text: "\(name)\(lastText)", number: Int.random(in: 0..<300, using: &generator),
                    pause: Int.random(in: 0..<30, using: &generator))
            }
            let script = """
                \(Self.functions)
                \(Self.steps)
                window.journey = { done: [], isOver: false };
                (async () => {
                    for (const [kind, text, number, time] of arguments[0]) {
                        await pause(time);
                        const value = await steps[kind](text, number);
                        if (value !== undefined && value !== null && value !== false) journey.done.push([kind, value]);
                    }
                    journey.isOver = true;
                })();
                """
            try await tab.run(script, .array(steps.map(\.json)))
        }

        /// Waits until the steps are over, and notes what they have done.
        func finish() async throws {
            try await tab.until("journey.isOver")
            for each in try await tab.run("return journey.done").elements ?? [] {
                done.append((each[0].text ?? "", each[1]))
            }
        }

        /// Waits until the page has noticed that the server is not running.
        func untilOffline() async throws { try await tab.until("'offline' in document.documentElement.dataset") }

        /// Waits until the page is connected, and the server has handled everything. Closes the dialog.
        func settle() async throws {
            try await tab.untilLive()
            // What the page sends again may open the dialog, which covers the button.
            var pressed: JSON = nil
            while pressed != "Sync" {
                pressed = try await run(
                    "const each = button('Decline') ?? button('Sync'); each.click(); return each.textContent")
                try await tab.untilAnswered()
                if try await run("return Boolean(button('Decline'))") == true { pressed = nil }
            }
        }

        @discardableResult private func run(_ script: String) async throws -> JSON {
            try await tab.run("\(Self.functions) \(script)")
        }

        /// Presses a button while the server is away.
        func pressWithoutServer(_ label: String) async throws {
            try await tab.run("\(Self.functions) button(arguments[0]).click()", .string(label))
        }

        /// Returns to the root with the browser's Back button.
        func goBack() async throws {
            while try await run("return Boolean(button('Add'))") == false {
                let count = try await tab.run("return document.querySelectorAll('.m-page').length")
                try await tab.run("history.back()")
                try await tab.until("document.querySelectorAll('.m-page').length < arguments[0]", count)
                try await tab.untilAnswered()
            }
        }

        /// What the page shows, without the running countdown.
        func picture() async throws -> String {
            try await tab.run(
                """
                const text = (node) => node.id === 'countdown' ? '' : !node.localName ? node.data
                    : `<${node.localName}${node.matches('input, textarea') ? ' ' + node.value : ''}${node.matches('dialog[open]') ? ' open' : ''}>`
                    + (node.localName === 'textarea' ? '' : [...node.childNodes].map(text).join('')) + '</>';
                const focused = document.activeElement.closest('input, textarea, button');
                return location.pathname + ' ' + (focused?.id || focused?.textContent) + text(document.querySelector('#m-page'));
                """
            ).text ?? ""
        }

        /// Checks the form that was filled in and not submitted, and empties the fields of the root.
        func clearFields(_ what: String) async throws {
            let title = try await tab.value("#draft-title") ?? ""
            let half = done.last { ["half", "submit"].contains($0.kind) }
            if let half, half.kind == "half", steps.contains(where: { $0.text == half.value.text }) {
                #expect(title == half.value.text, "\(what)")
            }
            try await run(
                """
                for (const each of ['#draft-title', '#draft-body', '#text'].map(field)) {
                    each.value = '';
                    each.dispatchEvent(new InputEvent('input', { bubbles: true }));
                    each.dispatchEvent(new Event('change', { bubbles: true }));
                }
                """)
            try await tab.untilAnswered()
        }

        /// What the page has sent and received lately, for the message of a test that fails.
        func trace() async throws -> String {
            let script = """
                const { texts, ...data } = document.documentElement.dataset;
                return [...trace.slice(-90), ...failures, location.pathname, JSON.stringify([data, history.state, retryDelays.slice(-5)])];
                """
            return (try await tab.run(script).elements ?? []).compactMap(\.text).joined(separator: "\n")
        }

        /// What several pages show.
        static func pictures(_ drivers: [PageDriver]) async throws -> [String] {
            var pictures: [String] = []
            for driver in drivers { pictures.append(try await driver.picture()) }
            return pictures
        }

        /// Returns the state that the page shows. The page shows the root.
        func state() async throws -> Shown {
            try await settle()
            try await tab.until(
                "(({ asked, arriving }) => !asked.length && !arriving.length)(JSON.parse(document.querySelector('#state').textContent))"
            )
            let text = try await tab.run("return document.querySelector('#state').textContent").text ?? ""
            unsent += (try await tab.run("return unsent.splice(0)").elements ?? []).compactMap(\.text)
            return try JSONDecoder().decode(Shown.self, from: Data(text.utf8))
        }
    }
#endif
