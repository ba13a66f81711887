#if DEBUG && (Hummingbird || App)

    /// A drag with the mouse, over several commands.
    ///
    /// It uses the DevTools Protocol, because chromedriver does not keep the button pressed between two lists of actions.
    struct Drag {
        let tab: Tab
        /// The position where the button was pressed.
        let (x, y): (Double, Double)

        init(tab: Tab, x: Double, y: Double) { (self.tab, self.x, self.y) = (tab, x, y) }

        /// Moves the mouse to the start, and presses its button.
        func begin() async throws {
            try await send("mouseMoved", by: 0, button: "none", buttons: 0)
            try await send("mousePressed", by: 0)
        }

        /// Moves the mouse to a distance to the right of the start.
        func move(by distance: Double) async throws { try await send("mouseMoved", by: distance) }

        /// Releases the button at a distance to the right of the start.
        func end(by distance: Double) async throws { try await send("mouseReleased", by: distance, buttons: 0) }

        private func send(_ type: JSON, by distance: Double, button: JSON = "left", buttons: JSON = 1) async throws {
            try await tab.runDevToolsCommand(
                "Input.dispatchMouseEvent",
                [
                    "type": type, "x": .number(x + distance), "y": .number(y), "button": button, "buttons": buttons,
                    "clickCount": 1,
                ])
        }
    }
#endif
