#if SQLite || App
    public import Millrace
    import MillraceModules

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
        let writer: DurableWriter
        let storage: DurableStorage
        let types = DurableTypes()
        /// The stores. They remain as long as their engine, because its work goes on.
        private var stores: [AnyObject] = []

        init(_ engine: Engine, _ writer: DurableWriter, keeping storage: DurableStorage) {
            (self.engine, self.writer, self.storage) = (engine, writer, storage)
            writer.scenes = DurableScenes(writer, types)
            engine.sceneStorage = writer.scenes
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
            if writer.stores[name] != nil { throw .exists(name: "The store \(name)") }
            let coding = StateCoding<R.State>()
            let values = writer.loaded?.values.filter { $0.key.store == name } ?? [:]
            let state: R.State?
            do { state = try coding.decode(values) } catch {
                throw .unreadable(engine: writer.name, store: name, type: "\(R.State.self)", reason: "\(error)")
            }
            let store = Store(state ?? initial, reducer, on: engine)
            stores.append(store)
            let core = store.core
            let reducerCoding = ReducerCoding(R.self, types)
            if let child = reducerCoding.repeatedChild { engine.report(.durableNameRepeated(child, R.self)) }
            let entry = DurableStores.Entry(name, store, core, reducerCoding, coding)
            writer.stores.add(entry, isNew: state == nil, isMoved: coding.isMoved)
            if state == nil || coding.isMoved { writer.past.noteReplacement() }
            return store
        }

        /// Registers the handler of a durable command. It runs on the engine's actor, after the turn that requested the command was
        /// stored. Its result is a later turn.
        ///
        /// After a restart it can be called again for the same command, see ``DurableCommand/interruption``: pass ``DurableCall/key`` to
        /// the outside, which recognizes a repeat by it.
        ///
        /// A type whose interruption is ``Interruption/ask(starts:)`` is an `asksNothing` fault here. Two types with one
        /// ``DurableCommand/durableName`` are a `durableNameRepeated` fault.
        ///
        /// - Returns: A subscription that removes the handler.
        @discardableResult
        public func handle<C: DurableCommand>(
            _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
            _ handle: @escaping (C, DurableCall) async throws(C.Failure) -> C.Output
        ) -> Subscription {
            if case .ask = C.interruption.kind { engine.report(.asksNothing(C.durableName, type)) }
            return add(type, fileID, line, handle)
        }

        /// Registers the handler of a durable command whose ``DurableCommand/interruption`` is ``Interruption/ask(starts:)``.
        ///
        /// After a restart, `ask` runs before the handler of a command whose handler had started. Both run on the engine's actor.
        ///
        /// `ask` returns the output of the command if it has happened, throws its failure if it has failed, and returns `nil` if it has not
        /// happened: then the handler runs again. If `ask` throws and the command is retried, it is asked again.
        ///
        /// - Returns: A subscription that removes the handler.
        @discardableResult
        public func handle<C: DurableCommand>(
            _ type: C.Type, asking ask: @escaping (C, DurableCall) async throws(C.Failure) -> C.Output?,
            fileID: StaticString = #fileID, line: UInt = #line,
            _ handle: @escaping (C, DurableCall) async throws(C.Failure) -> C.Output
        ) -> Subscription {
            add(type, fileID, line, asking: ask, handle)
        }

        private func add<C: DurableCommand>(
            _ type: C.Type, _ fileID: StaticString, _ line: UInt,
            asking ask: ((C, DurableCall) async throws(C.Failure) -> C.Output?)? = nil,
            _ handle: @escaping (C, DurableCall) async throws(C.Failure) -> C.Output
        ) -> Subscription {
            register(type)
            let work = writer.work
            return engine.handle(type, fileID: fileID, line: line) {
                (command: C, reply: Reply<C>) async throws(C.Failure) in
                let call = work.call(reply.turn, reply.attempt)
                if let ask, work.asksFirst(reply.turn) {
                    if let output = try await ask(command, call) { return reply.finish(with: output) }
                    // The command was cancelled meanwhile.
                    if reply.isClosed { return }
                    work.noteAnswer(reply.turn)
                }
                reply.finish(with: try await handle(command, call))
            }
        }

        /// Registers a type of commands without a handler.
        package func register<C: DurableCommand>(_ type: C.Type) {
            if let other = types.commands[C.durableName], other.type != ObjectIdentifier(type) {
                engine.report(.durableNameRepeated(C.durableName, type))
            } else {
                types.commands[C.durableName] = CommandType(type)
            }
        }

        /// Registers a type of ids for effects, beside `String` and `Int`.
        ///
        /// Two types with one name are a `durableNameRepeated` fault.
        ///
        /// - Parameters:
        ///   - type: The type of the ids.
        ///   - name: Its name in the storage. It stays the same when the type gets another name.
        public func register<ID: Hashable & Codable>(id type: ID.Type, named name: String) {
            if !types.add(id: type, named: name) { engine.report(.durableNameRepeated(name, type)) }
        }

        /// Starts the stored work again, and stores all turns: those since the engine was opened, and all later ones. Reduces no stored action
        /// again. Call it once, on the actor of the engine.
        ///
        /// Returns when the restored work, and the states of new stores, are stored. The handlers start then.
        ///
        /// - Throws: ``DurableError/missing(engine:names:)`` if a store or a type of command is stored that is not registered;
        ///   ``DurableError/unreadable(engine:store:type:reason:)``. What is stored has not changed then. ``DurableError/closed`` if it was
        ///   called before, or if the engine was suspended.
        public func resume(isolation: isolated (any Actor) = #isolation) async throws(DurableError) {
            try await resume(isStoring: true)
            try await stored()
        }

        /// Resumes, and stores all turns only if `isStoring` is `true`. Does not wait until the restored work is stored.
        func resume(
            isStoring: Bool, isolation: isolated (any Actor) = #isolation
        ) async throws(DurableError) {
            guard let loaded = writer.loaded, !writer.isClosed else { throw .closed }
            if let failure = writer.scenes?.failure {
                throw .unreadable(
                    engine: writer.name, store: "the window", type: "SceneRecord", reason: "\(failure)")
            }
            let records = try DurableWork.records(loaded.work, of: writer.name)
            let letters = try DurableWork.records(loaded.letters, of: writer.name)
            let inbox = try DurableWork.records(loaded.inbox, of: writer.name)
            // A message for a scene that was removed is discarded.
            let messages = inbox.map(\.record).filter { !SceneNumber(of: $0.store).isScene }
            try checkNames(loaded, (records + letters).map(\.record) + messages)
            try checkInbox(inbox.map(\.record))
            writer.work.setLetters(letters)
            var flows: [(FlowNode, StoreCore)] = []
            for (number, record) in records {
                guard let store = writer.stores[record.store] else { continue }
                do {
                    guard let flow = try writer.work.restore(number, record, store.coding) else { continue }
                    guard store.core.hasChild(of: flow) else { throw MissingChild() }
                    flows.append((flow, store.core))
                } catch {
                    throw .unreadable(
                        engine: writer.name, store: record.store, type: record.flow.names.first ?? "action",
                        reason: "\(error)")
                }
            }
            writer.resume(isStoring: isStoring)
            perform(flows)
            writer.delayLateStarts()
            if !writer.isClosed {
                writer.engines.add(writer)
                // A new session has no messages.
                if isStoring { await writer.readInbox() }
            }
        }

        func perform(_ flows: [(FlowNode, StoreCore)]) {
            engine.perform { for (flow, store) in flows { engine.perform(flow, of: store, scope: 0) } }
            writer.collect()
        }

        /// The child does not exist whose work is stored.
        private struct MissingChild: Error, CustomStringConvertible {
            var description: String { "The child that requested it does not exist." }
        }

        /// Throws if an action in the inbox cannot be read.
        private func checkInbox(_ records: [WorkRecord]) throws(DurableError) {
            for record in records {
                do { _ = try writer.stores[record.store].map { try record.flow.node($0.coding) } } catch {
                    throw .unreadable(engine: writer.name, store: record.store, type: "action", reason: "\(error)")
                }
            }
        }

        /// Throws the names that are stored, but not registered.
        private func checkNames(_ loaded: StoredEngine, _ records: [WorkRecord]) throws(DurableError) {
            let stores = Set(loaded.values.keys.map(\.store) + records.map(\.store)).filter {
                writer.stores[$0] == nil && $0 != DurableScenes.name && $0 != DurablePage.name
            }
            let commands = Set(records.flatMap { $0.flow.names }).filter { types.commands[$0] == nil }
            let names = stores.sorted().map { "the store \($0)" } + commands.sorted().map { "the command \($0)" }
            if !names.isEmpty { throw .missing(engine: writer.name, names: names) }
        }

        /// Returns when all turns so far are stored.
        ///
        /// While the disk refuses a write, this waits, and the write is tried again.
        ///
        /// - Throws: ``DurableError``, if the engine was suspended or the storage closed before.
        public func stored(isolation: isolated (any Actor) = #isolation) async throws(DurableError) {
            try await writer.wait()
        }

        /// Called when a write has failed, on the engine's actor. The write is tried again after 50 ms, then after longer pauses of up to 5 s.
        /// After ``DurableError/otherWriter(engine:)`` and ``DurableError/closed`` it is not tried again, and the engine ends. Nor is a write
        /// of a suspension.
        /// Defaults to `nil`: each failure is a `notStored` fault.
        public var onFailure: ((DurableError) -> Void)? {
            get { writer.onFailure }
            set { writer.onFailure = newValue }
        }

        /// Shuts the engine down, and returns when everything is stored. Its work in flight goes on when the engine is opened again: the
        /// cancellation of its handlers is neither reduced nor stored, and their start is not counted.
        ///
        /// No handler starts any more. Those that run have the time `grace` to end.
        ///
        /// - Parameters:
        ///   - grace: How long handlers may go on, by the engine's clock. Defaults to 10 s.
        ///   - isolation: The actor of the engine. Defaults to the caller's.
        /// - Throws: ``DurableError``, if a write fails, which is not tried again.
        public func suspend(
            grace: Duration = .seconds(10), isolation: isolated (any Actor) = #isolation
        ) async throws(DurableError) {
            try await writer.suspend(grace: grace)
        }

        /// Returns the receipt of a message with an id, which says when its turn is stored; `nil` if no message with this id was
        /// reduced, or if the id was forgotten.
        ///
        /// - Throws: ``DurableError``, if the engine was suspended or the ids cannot be read.
        public func outcome(
            of id: String, isolation: isolated (any Actor) = #isolation
        ) async throws(DurableError) -> DurableReceipt? {
            try await writer.batch(ofMessage: id).map { DurableReceipt(writer, $0, id, isRepeat: true) }
        }

        /// The age of the oldest command in flight, also of one that waits or is retried; `nil` if there is none. The time before a
        /// restart counts.
        public var oldestCommandAge: Duration? { writer.oldestAge }
    }

    extension StoreCore {
        /// Whether the child exists that has requested a flow.
        func hasChild(of flow: FlowNode) -> Bool {
            var (context, node): (MapContext?, FlowNode) = (nil, flow)
            while case .mapped(let mapping) = node {
                (context, node) = (MapContext(mapping, in: context), mapping.child)
            }
            return context == nil || context?.identity(in: state) != nil
        }
    }
#endif
