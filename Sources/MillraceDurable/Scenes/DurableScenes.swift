#if SQLite || App
    import Millrace
    import MillraceModules

    /// The scenes of a durable engine's window. Each has a store, whose name is that of its module with its number.
    final class DurableScenes: SceneStorage {
        /// The name in the storage under which the scenes are listed.
        static let name = "#scenes"

        /// Safe: the engine of the writer retains this as an attachment, and the writer as another.
        private unowned let writer: DurableWriter
        private let types: DurableTypes
        private var hasWindow = false
        /// The codings of the loaded states, by the names of their stores.
        private var codings: [String: any AnyStateCoding] = [:]
        /// The stores that are not stored, by number.
        private var ignored: Set<UInt64> = []
        /// The scenes that were added or removed since the last collection.
        private var changed: [UInt64: SceneRecord?] = [:]
        /// Why the stored window cannot be loaded; `nil` if it can.
        private(set) var failure: (any Error)?

        init(_ writer: DurableWriter, _ types: DurableTypes) { (self.writer, self.types) = (writer, types) }

        /// Whether the store belongs to a scene that is not stored.
        func isIgnored(_ core: StoreCore) -> Bool { ignored.contains(core.id.number) }

        /// Adds the changes since the last collection to a batch.
        func collect(into batch: inout StoredBatch) throws(Fault) {
            for (id, record) in changed {
                do {
                    let bytes = try record.map { StoredValue(try JSONCoding.encode($0)) }
                    batch.values[Self.place(of: id)] = .some(bytes)
                } catch { throw .stateNotDurable(SceneRecord.self, because: "\(text: "\(error)")") }
            }
            // The number of a scene is not used again.
            if !changed.isEmpty, let last = writer.engine?.lastNumber {
                batch.values[Self.lastPlace] = .some(StoredValue(Array("\(last)".utf8)))
            }
            changed = [:]
        }

        private static let lastPlace = StoredID(store: name, part: "last")

        private static func place(of scene: UInt64) -> StoredID {
            StoredID(store: name, part: "scene", key: "\(scene)")
        }

        // MARK: SceneStorage

        func beginWindow() -> Bool {
            defer { hasWindow = true }
            return !hasWindow
        }

        func scenes() throws -> [SceneRecord] {
            let values = writer.loaded?.values ?? [:]
            let scenes: [SceneRecord] = try values.filter { $0.key.store == Self.name && $0.key.part == "scene" }
                .map { try JSONCoding.decode($0.value.bytes) }
            let last = values[Self.lastPlace].flatMap { UInt64(String(decoding: $0.bytes, as: UTF8.self)) }
            writer.engine?.skipNumbers(upTo: max(last ?? 0, scenes.map(\.id).max() ?? 0))
            return scenes.sorted { $0.id < $1.id }
        }

        func state<M: Module>(of scene: SceneRecord, as type: M.Type) throws -> Any {
            let coding = try Self.coding(of: M.State.self)
            let values = (writer.loaded?.values ?? [:]).filter { $0.key.store == scene.store }
            guard let state = try coding.anyState(values) else { throw NotStored(module: scene.module) }
            codings[scene.store] = coding
            return state
        }

        func add<M: Module>(_ scene: SceneRecord, of type: M.Type, _ store: AnyObject, _ core: StoreCore) {
            let loaded = codings.removeValue(forKey: scene.store)
            if loaded == nil { changed[scene.id] = .some(scene) }
            guard scene.problem == nil, let coding = try? loaded ?? Self.coding(of: M.State.self) else {
                return ignore(core)
            }
            let reducer = ReducerCoding(M.self, types)
            if let child = reducer.repeatedChild { writer.engine?.report(.durableNameRepeated(child, M.self)) }
            let entry = DurableStores.Entry(scene.store, store, core, reducer, coding, isScene: true)
            writer.stores.add(entry, isNew: loaded == nil, isMoved: loaded?.isMoved == true)
        }

        func ignore(_ core: StoreCore) { ignored.insert(core.id.number) }

        func remove(_ scene: UInt64, _ core: StoreCore) {
            if writer.isClosed { return }
            if ignored.remove(core.id.number) == nil, let entry = writer.stores.remove(core) {
                writer.work.removeLetters(of: entry.name)
            }
            changed[scene] = .some(nil)
        }

        func fail(_ error: any Error) { failure = error }

        func encode(_ transition: any Encodable) throws -> String { try JSONCoding.text(transition) }

        func decode(_ transition: String, as type: any Decodable.Type) throws -> Any {
            try JSONCoding.decode(Array(transition.utf8), as: type)
        }

        private static func coding(of type: Any.Type) throws -> any AnyStateCoding {
            func make<State: Codable>(_ type: State.Type) -> any AnyStateCoding { StateCoding<State>() }
            guard let type = type as? any Codable.Type else { throw ActionCoding.NotCodable(type: "\(type)") }
            return make(type)
        }

        /// A scene is listed, but its state is not stored.
        private struct NotStored: Error, CustomStringConvertible {
            let module: String
            var description: String { "The state of \(module) is not stored." }
        }

        // MARK: EngineAttachment

        var memberCount: Int { 0 }
        var observerCount: Int { 0 }
        func engineClosed() {}
    }
#endif
