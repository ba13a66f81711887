#if SQLite || App
    import Millrace

    /// The stores of a durable engine, and which of them have changed.
    final class DurableStores {
        /// A store whose states have the type that `coding` knows.
        final class Entry {
            let name: String
            /// The store, without its type.
            private(set) weak var store: AnyObject?
            let core: StoreCore
            let coding: ReducerCoding
            /// Returns the values that differ from an older state.
            let changes: (_ before: AnyBox?) throws -> [StoredID: StoredValue?]

            init(
                _ name: String, _ store: AnyObject, _ core: StoreCore, _ coding: ReducerCoding,
                _ changes: @escaping (_ before: AnyBox?) throws -> [StoredID: StoredValue?]
            ) {
                (self.name, self.store, self.core) = (name, store, core)
                (self.coding, self.changes) = (coding, changes)
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
        /// - Parameters:
        ///   - isNew: Whether nothing of it is stored.
        ///   - isMoved: Whether its state is stored in other rows than from now on.
        func add(_ entry: Entry, isNew: Bool, isMoved: Bool) {
            entries.append(entry)
            byNumber[entry.core.id.number] = entry
            if isNew || isMoved { changed[entry.core.id.number] = .some(isNew ? nil : entry.core.snapshot()) }
        }

        /// Notes that a store has reduced an action. Returns `nil` if it is not durable.
        func note(_ reduction: Reduction) -> Entry? {
            let number = reduction.store.id.number
            guard let entry = byNumber[number] else { return nil }
            if changed[number] == nil { changed[number] = .some(reduction.before) }
            return entry
        }

        /// Notes that all states are about to be replaced.
        func noteReplacement() {
            for entry in entries where changed[entry.core.id.number] == nil {
                changed[entry.core.id.number] = .some(entry.core.snapshot())
            }
        }

        /// Adds the changes since the last collection to a batch.
        ///
        /// - Throws: The fault of a state that cannot be encoded.
        func collect(into batch: inout StoredBatch) throws(Fault) {
            let all = changed
            changed = [:]
            for (number, before) in all {
                guard let entry = byNumber[number] else { continue }
                do { batch.values.merge(try entry.changes(before)) { $1 } } catch {
                    throw .stateNotDurable(entry.core.id.reducer, because: "\(text: "\(error)")")
                }
            }
        }
    }
#endif
