#if SQLite || App
    /// The part of a store's name behind that of its module: `#` and the number of a scene. Empty if the store is no scene.
    struct SceneNumber {
        let text: String

        var isScene: Bool { !text.isEmpty }

        /// Returns `nil` if a store has neither this name, nor is a scene of the module with this name.
        init?(of store: String, in name: String) {
            guard store.hasPrefix(name) else { return nil }
            text = String(store.dropFirst(name.count))
            if !text.isEmpty, Self.number(in: text) != text { return nil }
        }

        init(of store: String) { text = Self.number(in: store) }

        /// Returns `#` and the digits at the end of a name; an empty text if they are missing.
        private static func number(in name: String) -> String {
            guard let start = name.lastIndex(of: "#") else { return "" }
            let digits = name[start...].dropFirst()
            return !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) } ? String(name[start...]) : ""
        }
    }
#endif
