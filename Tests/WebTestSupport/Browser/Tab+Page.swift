#if DEBUG && (Hummingbird || App)
    /// The live page of a tab.
    extension Tab {
        /// Waits until the page is connected.
        func untilLive() async throws { try await until("document.documentElement.dataset.live") }

        /// Waits until the page shows this sequence number or a later one.
        func until(sequence: Int) async throws {
            try await until("document.documentElement.dataset.seq >= arguments[0]", .number(Double(sequence)))
        }

        /// Clicks the visible control with this text, and waits until the click is acknowledged.
        func clickLabel(_ label: String) async throws {
            let mark = """
                document.querySelectorAll('[data-meant]').forEach((e) => e.removeAttribute('data-meant'));
                const all = [...document.querySelectorAll('button, a')].filter((e) => e.textContent.trim() === arguments[0]
                    && e.checkVisibility() && !e.closest('[inert]'));
                all[0]?.setAttribute('data-meant', '');
                return all.length;
                """
            try await retryingMissedElement {
                guard try await run(mark, .string(label)) != 0 else {
                    throw BrowserFailure("No visible control has the text “\(label)”.")
                }
                try await click("[data-meant]")
            }
            try await untilAnswered()
        }

        /// Waits until all messages are acknowledged.
        func untilAnswered() async throws { try await until("!document.querySelector('[data-pending]')") }

        /// Returns the texts of the visible elements that the selector finds.
        func texts(_ selector: String) async throws -> [String] {
            let script = """
                return [...document.querySelectorAll(arguments[0])].filter((e) => e.checkVisibility()).map((e) => e.textContent);
                """
            return try await run(script, .string(selector)).elements?.compactMap(\.text) ?? []
        }

        /// Returns the value of a field.
        func value(_ selector: String) async throws -> String? {
            try await run("return document.querySelector(arguments[0])?.value", .string(selector)).text
        }
    }
#endif
