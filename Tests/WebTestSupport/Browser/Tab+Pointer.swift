#if DEBUG && (Hummingbird || App)

    /// The mouse of a tab.
    extension Tab {
        /// Clicks at a position from the upper left corner of an element.
        ///
        /// - Parameters:
        ///   - button: 0 for the main button, 2 for the right one.
        ///   - count: The number of clicks.
        func click(_ selector: String, x: Double, y: Double, button: Int = 0, count: Int = 1) async throws {
            let (left, top) = try await corner(of: selector)
            let press: [JSON] = [
                ["type": "pointerDown", "button": .number(Double(button))],
                ["type": "pointerUp", "button": .number(Double(button))],
            ]
            let move = Self.move(left + x, top + y)
            try await perform([move] + Array(repeating: press, count: count).flatMap { $0 })
        }

        /// Drags from a position in an element over these distances, one after the other.
        func drag(_ selector: String, x: Double, y: Double, by distances: [Double]) async throws {
            let (left, top) = try await corner(of: selector)
            let moves = distances.map { Self.move(left + x + $0, top + y) }
            try await perform(
                [Self.move(left + x, top + y), ["type": "pointerDown", "button": 0]] + moves
                    + [["type": "pointerUp", "button": 0]])
        }

        /// Presses the mouse button at a position in an element. The button stays down.
        func beginDrag(_ selector: String, x: Double, y: Double) async throws -> Drag {
            let (left, top) = try await corner(of: selector)
            let drag = Drag(tab: self, x: (left + x).rounded(), y: (top + y).rounded())
            try await drag.begin()
            return drag
        }

        private static func move(_ x: Double, _ y: Double) -> JSON {
            ["type": "pointerMove", "duration": 0, "x": .number(x.rounded()), "y": .number(y.rounded())]
        }

        private func corner(of selector: String) async throws -> (left: Double, top: Double) {
            let place = try await run(
                """
                const element = document.querySelector(arguments[0]);
                element.scrollIntoView({ block: "center" });
                const { left, top } = element.getBoundingClientRect();
                return [left, top];
                """, .string(selector))
            guard case .number(let left) = place[0], case .number(let top) = place[1] else {
                throw BrowserFailure("No element matches \(selector).")
            }
            return (left, top)
        }

        private func perform(_ steps: [JSON]) async throws {
            let source: JSON = ["type": "pointer", "id": "mouse", "actions": .array(steps)]
            _ = try await browser.command(handle, "POST", "actions", ["actions": [source]])
        }
    }
#endif
