#if SQLite || App
    /// The stored values of a storage, for a ``DurableMigration``. A method that finds nothing to change does nothing.
    ///
    /// Each method throws if a value does not have the old form, or if its closure throws. The error names the store and the place.
    ///
    /// The name of a module names its scenes, too: their stores have its name, `#`, and a number. If a value of a scene does not have the
    /// old form, or a closure throws for it, the method does not throw. Then everything of the scene's engine stays as it was, also
    /// what other methods and migrations change, and its page starts with a new engine later.
    public struct DurableChanges {
        private(set) var engines: [String: StoredEngine]
        /// The engines before all changes.
        private let original: [String: StoredEngine]
        /// The names of the engines that stay as they were.
        private(set) var unchanged: Set<String> = []

        init(engines: [String: StoredEngine]) { (self.engines, original) = (engines, engines) }

        /// A stored value does not have the old form, or its change was refused.
        private struct Refused: Error, CustomStringConvertible {
            let place: String
            let reason: String
            var description: String { "\(place): \(reason)" }
        }

        /// A value of a scene was refused.
        private struct SceneRefused: Error {}

        /// Runs `body`. Its error says the place.
        private static func changed<Result>(_ place: String, _ body: () throws -> Result) throws -> Result {
            do { return try body() } catch { throw Refused(place: place, reason: "\(error)") }
        }

        /// Changes the state of a store, without the elements of the collections that its type names in ``DurableState/rows``: these are
        /// empty.
        ///
        /// - Parameters:
        ///   - store: The name of the store, in all engines.
        ///   - type: The old form.
        ///   - change: Returns the new form.
        public mutating func state<Old: Decodable, New: Encodable>(
            of store: String, from type: Old.Type, _ change: (Old) throws -> New
        ) throws {
            try forEachValue(of: store, "") { _, value in
                let bytes = try JSONCoding.encode(try change(try JSONCoding.decode(value.bytes, as: type)))
                return (nil, StoredValue(bytes, position: value.position))
            }
        }

        /// Changes the elements of an array or an ordered collection. Their order stays the same.
        ///
        /// - Parameters:
        ///   - store: The name of the store, in all engines.
        ///   - name: The name of the collection in ``DurableState/rows``.
        ///   - type: The old form.
        ///   - change: Returns the new form; `nil` removes the element.
        public mutating func elements<Old: Decodable, New: Encodable & Identifiable>(
            of store: String, _ name: String, from type: Old.Type, _ change: (Old) throws -> New?
        ) throws where New.ID: Encodable {
            try forEachValue(of: store, name) { _, value in
                guard let new = try change(try JSONCoding.decode(value.bytes, as: type)) else { return nil }
                return (try JSONCoding.text(new.id), StoredValue(try JSONCoding.encode(new), position: value.position))
            }
        }

        /// Changes the values of a dictionary.
        ///
        /// - Parameters:
        ///   - store: The name of the store, in all engines.
        ///   - name: The name of the dictionary in ``DurableState/rows``.
        ///   - type: The old form.
        ///   - change: Returns the new form; `nil` removes the value.
        public mutating func values<Old: Decodable, New: Encodable>(
            of store: String, _ name: String, from type: Old.Type, _ change: (Old) throws -> New?
        ) throws {
            try forEachValue(of: store, name) { _, value in
                guard let new = try change(try JSONCoding.decode(value.bytes, as: type)) else { return nil }
                return (nil, StoredValue(try JSONCoding.encode(new), position: value.position))
            }
        }

        /// Changes the keys of the children in a collection, for their stored commands and delays. Needed if the ids of elements change whose
        /// reducers request work.
        ///
        /// - Parameters:
        ///   - store: The name of the store, in all engines.
        ///   - child: The name of the collection in ``DurableParent/durableChildren`` of the store's reducer.
        ///   - type: The old type of the keys.
        ///   - change: Returns the new key.
        public mutating func keys<Old: Decodable, New: Encodable>(
            ofChildren child: String, in store: String, from type: Old.Type, _ change: (Old) throws -> New
        ) throws {
            try changeFlows(of: store) { flow in
                guard case .child(let record) = flow, record.name == child else { return flow }
                let key = try Self.changed("the key of a child \(child)") {
                    try JSONCoding.text(try change(try JSONCoding.decode(Array(record.key.utf8), as: type)))
                }
                return .child(ChildRecord(name: child, key: key, flow: record.flow))
            }
        }

        /// Renames a store.
        ///
        /// - Parameters:
        ///   - store: The old name, in all engines.
        ///   - name: The new name.
        public mutating func rename(store: String, to name: String) throws {
            try forEachEngine { engine, stored in
                let names = Set(stored.values.keys.map(\.store))
                if names.contains(name) {
                    throw Refused(place: store, reason: "A store \(name) exists in the engine \(engine).")
                }
                for (id, value) in stored.values {
                    guard let scene = SceneNumber(of: id.store, in: store) else { continue }
                    let new = name + scene.text
                    if names.contains(new) { throw SceneRefused() }
                    stored.values[id] = nil
                    stored.values[StoredID(store: new, part: id.part, key: id.key)] = value
                }
                try stored.changeWork(of: engine) { record in
                    SceneNumber(of: record.store, in: store).map { record.renamed(store: name + $0.text) } ?? record
                }
            }
        }

        /// Changes the stored commands of a type: those in flight, those after a delay, and the dead letters. Their keys stay the same.
        ///
        /// - Parameters:
        ///   - command: The ``DurableCommand/durableName``.
        ///   - name: The new name. Defaults to `nil`: the same.
        ///   - type: The old form.
        ///   - change: Returns the new form.
        public mutating func commands<Old: Decodable, New: Encodable>(
            _ command: String, renamed name: String? = nil, from type: Old.Type, _ change: (Old) throws -> New
        ) throws {
            try changeFlows { flow in
                guard case .execute(let record) = flow, record.name == command else { return flow }
                let value = try Self.changed("the command \(command)") {
                    try JSONCoding.text(try change(try JSONCoding.decode(Array(record.value.utf8), as: type)))
                }
                return .execute(record.replacing(name: name ?? command, value: value))
            }
        }

        /// Changes the stored actions of a store that are still to be sent: those in the inbox of its engine, those after a delay, and those for a
        /// cancellation. The actions of its children are not changed.
        ///
        /// - Parameters:
        ///   - store: The name of the store, in all engines.
        ///   - type: The old form.
        ///   - change: Returns the new form.
        public mutating func actions<Old: Decodable, New: Encodable>(
            of store: String, from type: Old.Type, _ change: (Old) throws -> New
        ) throws {
            func text(_ old: String) throws -> String {
                try Self.changed("an action of \(store)") {
                    try JSONCoding.text(try change(try JSONCoding.decode(Array(old.utf8), as: type)))
                }
            }
            try changeFlows(of: store) { flow in
                switch flow {
                case .send(let action): .send(try text(action))
                case .execute(let record): .execute(record.replacing(cancelled: try record.cancelled.map(text)))
                default: flow
                }
            }
        }

        // MARK: All values

        /// Changes each engine, also if a value of a scene is refused: then its engine is as it was before all changes.
        private mutating func forEachEngine(_ change: (String, inout StoredEngine) throws -> Void) throws {
            for (name, var stored) in engines where !unchanged.contains(name) {
                do {
                    try change(name, &stored)
                    engines[name] = stored
                } catch is SceneRefused {
                    engines[name] = original[name]
                    unchanged.insert(name)
                }
            }
        }

        /// Replaces the values of a part of a store, and of the scenes of a module.
        ///
        /// - Parameter change: Returns the new key, or `nil` for the same one, and the new value; `nil` removes the value.
        private mutating func forEachValue(
            of store: String, _ part: String, _ change: (StoredID, StoredValue) throws -> (key: String?, StoredValue)?
        ) throws {
            try forEachEngine { _, stored in
                var values: [StoredID: StoredValue] = [:]
                for (id, value) in stored.values where id.part == part {
                    guard let scene = SceneNumber(of: id.store, in: store) else { continue }
                    stored.values[id] = nil
                    do {
                        let new = try Self.changed("\(id.store) \(part) \(id.key)") { try change(id, value) }
                        guard let new else { continue }
                        let key = new.key ?? id.key
                        if values.updateValue(new.1, forKey: StoredID(store: id.store, part: part, key: key)) != nil {
                            throw Refused(place: "\(id.store) \(part)", reason: "Two elements have the id \(key).")
                        }
                    } catch  where scene.isScene {
                        throw SceneRefused()
                    }
                }
                stored.values.merge(values) { $1 }
            }
        }

        /// Changes the flows of all stores, or of one and of the scenes of a module.
        private mutating func changeFlows(
            of store: String? = nil, _ change: (FlowRecord) throws -> FlowRecord
        ) throws {
            try forEachEngine { engine, stored in
                try stored.changeWork(of: engine) { record in
                    let scene = store.map { SceneNumber(of: record.store, in: $0) } ?? SceneNumber(of: record.store)
                    guard let scene else { return record }
                    do {
                        // The actions of a store are not those of its children.
                        return record.replacing(flow: try record.flow.changed(entersChildren: store == nil, change))
                    } catch  where scene.isScene {
                        throw SceneRefused()
                    }
                }
            }
        }
    }

    extension StoredEngine {
        fileprivate mutating func changeWork(
            of engine: String, _ change: (WorkRecord) throws -> WorkRecord
        ) throws {
            func changed(_ all: [Int64: [UInt8]]) throws -> [Int64: [UInt8]] {
                var all = all
                for (number, record) in try DurableWork.records(all, of: engine) {
                    let new = try change(record)
                    if new != record { all[number] = try JSONCoding.encode(new) }
                }
                return all
            }
            (work, letters, inbox) = (try changed(work), try changed(letters), try changed(inbox))
        }
    }

    extension FlowRecord {
        /// Returns the flow with each action and each command changed.
        fileprivate func changed(
            entersChildren: Bool, _ change: (FlowRecord) throws -> FlowRecord
        ) throws -> FlowRecord {
            switch self {
            case .send, .execute: return try change(self)
            case .merge(let flows):
                return .merge(try flows.map { try $0.changed(entersChildren: entersChildren, change) })
            case .delay(let delay):
                let flow = try delay.flow.changed(entersChildren: entersChildren, change)
                return .delay(
                    DelayRecord(isDebounce: delay.isDebounce, nanoseconds: delay.nanoseconds, id: delay.id, flow: flow))
            case .child(let child):
                if !entersChildren { return try change(self) }
                let flow = try child.flow.changed(entersChildren: true, change)
                return .child(ChildRecord(name: child.name, key: child.key, flow: flow))
            }
        }
    }
#endif
