#if SQLite || App
    import Millrace

    /// The stores of a durable engine, and which of them have changed.
    final class DurableStores {
        /// A store whose states have the type that `coding` knows.
        final class Entry {
            let name: String
            let core: StoreCore
            let actions: ActionCoding
            /// Returns the values that differ from an older state.
            let changes: (_ before: AnyBox?) throws -> [StoredID: StoredValue?]

            init(
                _ name: String, _ core: StoreCore, _ actions: ActionCoding,
                _ changes: @escaping (_ before: AnyBox?) throws -> [StoredID: StoredValue?]
            ) {
                (self.name, self.core, self.actions, self.changes) = (name, core, actions, changes)
            }
        }

        private(set) var entries: [Entry] = []
        private var byNumber: [UInt64: Entry] = [:]
        /// The state of each changed store before its first change; `nil` for one that was never stored.
        private var changed: [UInt64: AnyBox?] = [:]

        subscript(core: StoreCore) -> Entry? { byNumber[core.id.number] }
        subscript(name: String) -> Entry? { entries.first { $0.name == name } }

        /// Adds a store.
        ///
        /// - Parameter isNew: Whether nothing, or not everything, of it is stored.
        func add(_ entry: Entry, isNew: Bool) {
            entries.append(entry)
            byNumber[entry.core.id.number] = entry
            if isNew { changed[entry.core.id.number] = .some(nil) }
        }

        /// Notes that a store has reduced an action. Returns `false` if it is not durable.
        func note(_ reduction: Reduction) -> Bool {
            let number = reduction.store.id.number
            guard byNumber[number] != nil else { return false }
            if changed[number] == nil { changed[number] = .some(reduction.before) }
            return true
        }

        /// Adds the changes since the last collection to a batch.
        func collect(into batch: inout StoredBatch, _ report: (Fault) -> Void) {
            let all = changed
            changed = [:]
            for (number, before) in all {
                guard let entry = byNumber[number] else { continue }
                do { batch.values.merge(try entry.changes(before)) { $1 } } catch {
                    report(
                        .notDurable(
                            "The state", in: entry.core.id.reducer, because: "\(text: "\(error)")"))
                }
            }
        }
    }
#endif
