#if SQLite || App
    import Millrace
    import MillraceExtras

    /// A store by its names in a storage. Its engine may be open or not.
    final class StoredTarget<R: Reducer>: RemoteTarget where R.Action: Codable & Sendable {
        private let address: StoreAddress
        private let engines: OpenEngines
        private let backend: any DurableBackend
        private let state = Lock(State())

        private struct State {
            /// The handle of the open store that was used last, and the number of its engine.
            var known: (number: Int, store: RemoteStore<R>)?
            /// The number of messages that were stored in the inbox, and how many of them the engine has received for certain.
            var posted = 0
            var received = 0

            var hasPosted: Bool { posted > received }
        }

        init(_ engine: String, _ store: String, _ engines: OpenEngines, _ backend: any DurableBackend) {
            (self.engines, self.backend) = (engines, backend)
            address = StoreAddress(storage: ObjectIdentifier(engines), engine: engine, store: store)
        }

        var identity: RemoteIdentity { .address(address) }
        var capacity: Int { current?.target.capacity ?? .max }
        var waitsForSpace: Bool { current?.target.waitsForSpace ?? true }

        /// The handle of the open store, if it was used before, and if no message in the inbox comes before the next one.
        private var current: RemoteStore<R>? {
            let state = state.withLock { $0 }
            guard !state.hasPosted, let known = state.known, engines[address.engine]?.number == known.number else {
                return nil
            }
            return known.store
        }

        /// Returns the handle of the open store, when it has received the messages in its inbox; `nil` if its engine is not open.
        func open() async throws -> RemoteStore<R>? {
            if let current { return current }
            guard let member = engines[address.engine], let actor = member.context.actor else { return nil }
            let (posted, hasPosted) = state.withLock { ($0.posted, $0.hasPosted) }
            guard let store = try await find(member, mustRead: hasPosted, on: actor) else { return nil }
            state.withLock {
                $0 = State(known: (member.number, store), posted: $0.posted, received: max($0.received, posted))
            }
            return store
        }

        private func find(
            _ member: OpenEngines.Member, mustRead: Bool, on actor: isolated any Actor
        ) async throws -> RemoteStore<R>? {
            if mustRead { member.writer.open()?.receive() }
            // A message that was sent before must not be overtaken. An engine that has just resumed reads those from before that.
            if let writer = member.writer.open(), mustRead || !writer.inbox.hasRead { await writer.waitForInbox() }
            guard let writer = member.writer.open(), !writer.isClosed else { return nil }
            guard let store = writer.stores[address.store]?.store as? Store<R> else {
                throw RemoteError.noStore(name: address.store)
            }
            return store.remote
        }

        func offer(_ action: R.Action) -> Inbox<R.Action>.OfferResult? { current?.target.offer(action) }

        func send(_ action: R.Action, id: String?) async throws -> RemoteReceipt {
            if let store = try await open() { return try await store.send(action, id: id) }
            do {
                let record = try WorkRecord(sending: action, to: address.store, id: id ?? "")
                try await backend.post(StoredMessage(to: address.engine, try JSONCoding.encode(record)))
            } catch DurableError.closed { throw RemoteError.closed } catch {
                throw RemoteError.storage(reason: "\(error)")
            }
            state.withLock { $0.posted += 1 }
            // It may have been opened meanwhile.
            engines.wake(address.engine)
            return RemoteReceipt {}
        }

        func execute<C: Command>(_ command: C) async throws -> C.Output {
            guard let store = try await open() else { throw RemoteError.closed }
            return try await store.execute(command)
        }

        func observe<Part: Equatable & Sendable>(
            _ part: any KeyPath<R.State, Part> & Sendable,
            _ receive: @escaping @Sendable (Result<Part, RemoteError>) -> Void
        ) -> RemoteSubscription {
            let subscription = RemoteSubscription()
            if let backend = backend as? any SharedBackend {
                let observation = StoredObservation(self, part, subscription, receive)
                let reader = reader(backend)
                let task = Task { await observation.run(reader) }
                subscription.start { task.cancel() }
                return subscription
            }
            if let current { return current.target.observe(part, receive) }
            Task {
                do {
                    guard let store = try await open() else { throw RemoteError.closed }
                    let inner = store.target.observe(part, receive)
                    subscription.start { inner.cancel() }
                } catch {
                    if subscription.end() { receive(.failure(error as? RemoteError ?? .closed)) }
                }
            }
            return subscription
        }

        private func reader(_ backend: any SharedBackend) -> StoredReader<R> {
            engines.readers.reader(address.store, in: address.engine) {
                StoredReader(address.store, in: address.engine, engines, backend)
            }
        }

        /// Lets a signal be set when the engine has resumed in this process. Returns its number.
        func add(_ opened: EngineSignal) -> Int { engines.add(opened, at: [.opened], of: address.engine) }

        func remove(signal number: Int) { engines.remove(signal: number, of: address.engine) }

        /// Forgets the handle of a store that has ended.
        func forget(_ store: RemoteStore<R>) {
            state.withLock { if $0.known?.store == store { $0.known = nil } }
        }
    }
#endif
