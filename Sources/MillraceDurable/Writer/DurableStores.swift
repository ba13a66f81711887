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
            /// The coding of its states.
            let states: any AnyStateCoding
            /// Whether the store belongs to a scene. Its state and its work end with the scene.
            let isScene: Bool

            init(
                _ name: String, _ store: AnyObject, _ core: StoreCore, _ coding: ReducerCoding,
                _ states: any AnyStateCoding, isScene: Bool = false
            ) {
                (self.name, self.store, self.core) = (name, store, core)
                (self.coding, self.states, self.isScene) = (coding, states, isScene)
            }
        }

        private(set) var entries: [Entry] = []
        /// The values of removed scenes, until the next collection.
        private var removed: [StoredID] = []
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

        /// Removes the store of a scene, with everything that was stored of it. Returns `nil` if the store is not one.
        func remove(_ core: StoreCore) -> Entry? {
            guard let entry = byNumber.removeValue(forKey: core.id.number) else { return nil }
            entries.removeAll { $0 === entry }
            let before = changed.removeValue(forKey: core.id.number) ?? core.snapshot()
            // Its elements were encoded when they were stored.
            if let before, let places = try? entry.states.places(of: before, in: entry.name) { removed += places }
            return entry
        }

        /// Adds the changes since the last collection to a batch.
        ///
        /// - Throws: The fault of a state that cannot be encoded.
        func collect(into batch: inout StoredBatch) throws(Fault) {
            let all = changed
            changed = [:]
            for id in removed { batch.values[id] = .some(nil) }
            removed = []
            for (number, before) in all {
                guard let entry = byNumber[number] else { continue }
                do {
                    let changes = try entry.states.changes(from: before, to: entry.core.snapshot(), of: entry.name)
                    batch.values.merge(changes) { $1 }
                } catch {
                    throw .stateNotDurable(entry.core.id.reducer, because: "\(text: "\(error)")")
                }
            }
        }
    }
#endif
