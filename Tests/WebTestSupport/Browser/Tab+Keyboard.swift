#if DEBUG && (Hummingbird || App)

    /// The keyboard of a tab.
    extension Tab {
        /// Presses keys, one after the other, on the focused element.
        func press(_ keys: String) async throws {
            let actions = keys.unicodeScalars.flatMap { key -> [JSON] in
                let value = JSON.string(String(key))
                return [["type": "keyDown", "value": value], ["type": "keyUp", "value": value]]
            }
            let source: JSON = ["type": "key", "id": "keyboard", "actions": .array(actions)]
            _ = try await browser.command(handle, "POST", "actions", ["actions": [source]])
        }

        /// Presses a key while modifiers are held.
        func press(_ key: String, holding modifiers: [String]) async throws {
            let steps =
                modifiers.map { JSON.object(["type": "keyDown", "value": .string($0)]) }
                + ["keyDown", "keyUp"].map { JSON.object(["type": .string($0), "value": .string(key)]) }
                + modifiers.map { JSON.object(["type": "keyUp", "value": .string($0)]) }
            let source: JSON = ["type": "key", "id": "keyboard", "actions": .array(steps)]
            _ = try await browser.command(handle, "POST", "actions", ["actions": [source]])
        }
    }
#endif
