#if SQLite || App
    import Millrace

    /// The actions that the turns since the last collection have reduced, as lines: the name of the store and the action, as JSON.
    final class PastActions {
        private var lines = ""
        /// Whether the actions are kept. They are not if one of them cannot be encoded.
        private var isKept: Bool
        private var isReplaced = false
        /// The names of stores, as JSON.
        private var names: [String: String] = [:]

        init(isKept: Bool) { self.isKept = isKept }

        /// Notes an action that a store has reduced.
        func note(_ action: @autoclosure () -> Any, of store: DurableStores.Entry) {
            if !isKept { return }
            do {
                let name = try names[store.name] ?? JSONCoding.text(store.name)
                names[store.name] = name
                lines += "\(name)\t\(try store.coding.actions.encode(action()))\n"
            } catch {
                (isKept, lines) = (false, "")
            }
        }

        /// Notes that states are changed by something else than actions.
        func noteReplacement() { isReplaced = true }

        func collect() -> PastChange {
            defer { (lines, isReplaced) = ("", false) }
            return !isKept ? .none : isReplaced ? .restart : .actions(Array(lines.utf8))
        }

        /// Returns the stores and actions of a batch, in one list for each collection.
        static func read(_ actions: [UInt8]) throws -> [[(store: String, action: String)]] {
            let lines = String(decoding: actions, as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false)
            // The last line has an end, too.
            return try lines.dropLast().split(separator: "").map { collection in
                try collection.map { line in
                    let parts = line.split(separator: "\t", maxSplits: 1)
                    return (try JSONCoding.decode(Array(parts[0].utf8)), String(parts.last ?? ""))
                }
            }
        }
    }
#endif
