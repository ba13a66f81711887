#if SQLite || App
    public import Millrace

    /// An engine whose turns are stored, with all its stores. ``DurableStorage`` opens it.
    ///
    /// Create its stores and register its handlers. Then call ``resume(isolation:)``, which goes on with the work that was in flight. A turn is stored
    /// whole or not at all: the values that it has changed, and the work that it has started and ended. It is stored after it, together
    /// with others that arrive during a write.
    ///
    /// An engine belongs to the actor that opened it.
    public final class DurableEngine {
        /// The engine. Each store on it must be created by this durable engine: another one is a `storeNotDurable` fault in its
        /// first turn.
        public let engine: Engine
        private let log: DurableLog
        private let storage: DurableStorage
        private var types: [String: CommandType] = [:]
        /// The stores. They remain as long as their engine, because its work goes on.
        private var stores: [AnyObject] = []

        init(_ engine: Engine, _ log: DurableLog, keeping storage: DurableStorage) {
            (self.engine, self.log, self.storage) = (engine, log, storage)
        }

        /// Creates a store with the stored state, or with `initial` if nothing is stored under this name.
        ///
        /// If the state is a ``DurableState``, the elements of its collections are stored one by one.
        ///
        /// - Parameters:
        ///   - name: The name of the store in this engine. It stays the same when types get other names.
        ///   - initial: The state of a new store.
        ///   - reducer: The reducer.
        /// - Throws: ``DurableError/unreadable(engine:store:type:reason:)``, ``DurableError/exists(name:)``
        public func store<R: Reducer>(
            _ name: String, _ initial: R.State, _ reducer: R
        ) throws(DurableError) -> Store<R> where R.State: Codable {
            if log.stores[name] != nil { throw .exists(name: "The store \(name)") }
            let coding = StateCoding<R.State>()
            let values = log.loaded?.values.filter { $0.key.store == name } ?? [:]
            let state: R.State?
            do { state = try coding.decode(values) } catch {
                throw .unreadable(engine: log.name, store: name, type: "\(R.State.self)", reason: "\(error)")
            }
            let store = Store(state ?? initial, reducer, on: engine)
            stores.append(store)
            let core = store.core
            let entry = DurableStores.Entry(name, core, ActionCoding(R.Action.self)) { before in
                try coding.changes(from: before?.value(as: R.State.self), to: core.state(as: R.State.self), of: name)
            }
            log.stores.add(entry, isNew: state == nil, isMoved: !coding.moved.isEmpty)
            return store
        }

        /// Registers the handler of a durable command. It runs on the engine's actor, after the turn that requested the command was
        /// stored. Its result is a later turn.
        ///
        /// After a restart it can be called again for the same command, see ``DurableCommand/interruption``: pass ``DurableCall/key`` to
        /// the outside, which recognizes a repeat by it.
        ///
        /// - Returns: A subscription that removes the handler.
        @discardableResult
        public func handle<C: DurableCommand>(
            _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
            _ handle: @escaping (C, DurableCall) async throws(C.Failure) -> C.Output
        ) -> Subscription {
            if let other = types[C.durableName], other.type != ObjectIdentifier(type) {
                engine.report(.durableNameRepeated(C.durableName, type))
            } else {
                types[C.durableName] = CommandType(type)
            }
            let work = log.work
            return engine.handle(type, fileID: fileID, line: line) {
                (command: C, reply: Reply<C>) async throws(C.Failure) in
                reply.finish(with: try await handle(command, work.call(reply.turn, reply.attempt)))
            }
        }

        /// Goes on with the work that was in flight, and stores every turn from now on. No reducer and no handler of the past runs.
        ///
        /// Returns when the restored work, and the states of new stores, are stored. The handlers start then.
        ///
        /// - Throws: ``DurableError/missing(engine:names:)`` if a store or a type of command is stored that is not registered;
        ///   ``DurableError/unreadable(engine:store:type:reason:)``. What is stored has not changed then.
        public func resume(isolation: isolated (any Actor) = #isolation) async throws(DurableError) {
            guard let loaded = log.loaded else { throw .closed }
            let records = try DurableWork.records(loaded.work, of: log.name)
            let letters = try DurableWork.records(loaded.letters, of: log.name)
            try checkNames(loaded, (records + letters).map(\.record))
            log.work.setLetters(letters)
            var flows: [(FlowNode, StoreCore)] = []
            for (number, record) in records {
                guard let store = log.stores[record.store] else { continue }
                do {
                    if let flow = try log.work.restore(number, record, types, store) {
                        flows.append((flow, store.core))
                    }
                } catch {
                    throw .unreadable(
                        engine: log.name, store: record.store, type: record.flow.names.first ?? "action",
                        reason: "\(error)")
                }
            }
            log.resume()
            engine.perform { for (flow, store) in flows { engine.perform(flow, of: store, scope: 0) } }
            log.collect()
            try await stored()
        }

        /// Throws the names that are stored, but not registered.
        private func checkNames(_ loaded: StoredEngine, _ records: [WorkRecord]) throws(DurableError) {
            let stores = Set(loaded.values.keys.map(\.store) + records.map(\.store)).filter { log.stores[$0] == nil }
            let commands = Set(records.flatMap { $0.flow.names }).filter { types[$0] == nil }
            let names = stores.sorted().map { "the store \($0)" } + commands.sorted().map { "the command \($0)" }
            if !names.isEmpty { throw .missing(engine: log.name, names: names) }
        }

        /// Returns when all turns so far are stored.
        ///
        /// While the disk refuses a write, this waits, and the write is tried again.
        ///
        /// - Throws: ``DurableError``, if the engine was suspended or the storage closed before.
        public func stored(isolation: isolated (any Actor) = #isolation) async throws(DurableError) {
            try await log.wait()
        }

        /// Called when a write has failed, on the engine's actor. It is tried again after 50 ms, then after longer pauses of up to 5 s.
        /// Defaults to `nil`: each failure is a `notStored` fault.
        public var onFailure: ((DurableError) -> Void)? {
            get { log.onFailure }
            set { log.onFailure = newValue }
        }

        /// Shuts the engine down, and returns when everything is stored. Its work in flight goes on when the engine is opened again: the cancellation of
        /// its handlers is neither reduced nor stored.
        ///
        /// - Throws: ``DurableError``, if a write fails, which is not tried again.
        public func suspend(isolation: isolated (any Actor) = #isolation) async throws(DurableError) {
            try await log.suspend()
        }

        // MARK: Dead letters

        /// The commands that were given up, the oldest first.
        public var deadLetters: [DeadLetter] {
            log.work.letters.sorted { $0.key < $1.key }.map { number, record in
                DeadLetter(
                    id: number, command: record.flow.names.first ?? "", store: record.store, key: record.key,
                    reason: record.reason ?? "")
            }
        }

        /// Executes a dead letter again, with its key. Does nothing for an unknown one.
        ///
        /// - Throws: ``DurableError/unreadable(engine:store:type:reason:)``
        public func retry(_ letter: DeadLetter.ID) throws(DurableError) {
            guard var record = log.work.letters[letter], let store = log.stores[record.store] else { return }
            (record.starts, record.reason) = (0, nil)
            let flow: FlowNode?
            do { flow = try log.work.restore(letter, record, types, store) } catch {
                throw .unreadable(
                    engine: log.name, store: record.store, type: record.flow.names.first ?? "", reason: "\(error)")
            }
            _ = log.work.takeLetter(letter)
            engine.perform { if let flow { engine.perform(flow, of: store.core, scope: 0) } }
        }

        /// Drops a dead letter, and sends its `onCancel` action. Does nothing for an unknown one.
        public func drop(_ letter: DeadLetter.ID) {
            guard let record = log.work.takeLetter(letter), let store = log.stores[record.store] else { return }
            engine.perform {
                if case .execute(let command) = record.flow, let cancelled = command.cancelled,
                    let action = try? store.actions.decode(cancelled)
                {
                    engine.perform(.send(action), of: store.core, scope: 0)
                }
            }
        }
    }
#endif
