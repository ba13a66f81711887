#if SQLite || App
    import Millrace
    import MillraceExtras

    /// A store by its names in a storage. Its engine may be open or not.
    final class StoredTarget<R: Reducer>: RemoteTarget where R.Action: Codable & Sendable {
        private let address: StoreAddress
        private let engines: OpenEngines
        private let backend: any DurableBackend
        /// The backend, if nodes share it.
        private let sharedBackend: (any SharedBackend)?
        private let state = Lock(State())

        /// The handle of the open store, and its engine.
        private struct OpenStore {
            let member: OpenEngines.Member
            let handle: RemoteStore<R>
        }

        private struct State {
            /// The open store that was used last.
            var known: OpenStore?
            /// The number of messages that were stored in the inbox, and how many of them the engine has received for certain.
            var posted = 0
            var received = 0

            var hasPosted: Bool { posted > received }
        }

        init(_ engine: String, _ store: String, _ engines: OpenEngines, _ backend: any DurableBackend) {
            (self.engines, self.backend, sharedBackend) = (engines, backend, backend as? any SharedBackend)
            address = StoreAddress(storage: ObjectIdentifier(engines), engine: engine, store: store)
        }

        var identity: RemoteIdentity { .address(address) }
        var capacity: Int { known?.handle.target.capacity ?? .max }
        var waitsForSpace: Bool { known?.handle.target.waitsForSpace ?? true }

        /// The open store, if it was used before.
        private var known: OpenStore? { state.withLock { $0.known }.flatMap { isOpen($0) ? $0 : nil } }

        /// The open store, if it was used before, and if no message in the inbox comes before the next one.
        private var current: OpenStore? {
            // Other nodes may have stored messages.
            sharedBackend != nil || state.withLock { $0.hasPosted } ? nil : known
        }

        private func isOpen(_ store: OpenStore) -> Bool { engines[address.engine]?.number == store.member.number }

        /// Returns the open store, when it has received the messages in its inbox; `nil` if its engine is not open.
        private func openStore() async throws -> OpenStore? {
            if let current { return current }
            guard let member = engines[address.engine] else { return nil }
            guard let sharedBackend else { return try await use(member, upTo: nil) }
            // Other nodes may have stored messages.
            let position = try await asRemote { try await sharedBackend.lastPosition(inInboxOf: address.engine) }
            return try await use(member, upTo: position)
        }

        /// Returns the handle of the open store, for a reader of its values; `nil` if its engine is not open.
        func openForReading() async throws -> RemoteStore<R>? {
            guard let member = engines[address.engine] else { return nil }
            return try await use(member, upTo: 0)?.handle
        }

        /// Returns the store of an engine when it has received the messages up to a position, or all that were posted by this.
        private func use(_ member: OpenEngines.Member, upTo position: Int64?) async throws -> OpenStore? {
            guard let actor = member.context.actor else { return nil }
            let (posted, hasPosted) = state.withLock { ($0.posted, $0.hasPosted) }
            guard let handle = try await find(member, upTo: position, mustRead: hasPosted, on: actor) else {
                return nil
            }
            let store = OpenStore(member: member, handle: handle)
            state.withLock { $0 = State(known: store, posted: $0.posted, received: max($0.received, posted)) }
            return store
        }

        /// Returns the handle of the open store, when it has received the messages in its inbox; `nil` if its engine is not open.
        func open() async throws -> RemoteStore<R>? { try await openStore()?.handle }

        private func find(
            _ member: OpenEngines.Member, upTo position: Int64?, mustRead: Bool, on actor: isolated any Actor
        ) async throws -> RemoteStore<R>? {
            if let position {
                try await withTaskCancellationHandler {
                    try await member.writer.open()?.waitForInbox(upTo: position, isolation: actor)
                } onCancel: {
                    member.context.enqueue { member.writer.open()?.inbox.resumeReaders() }
                }
            } else {
                if mustRead { member.writer.open()?.receive() }
                // A message that was sent before must not be overtaken. An engine that has just resumed reads those from before that.
                if let writer = member.writer.open(), mustRead || !writer.inbox.hasRead { await writer.waitForInbox() }
            }
            guard let writer = member.writer.open(), !writer.isClosed else { return nil }
            guard let store = writer.stores[address.store]?.store as? Store<R> else {
                throw RemoteError.noStore(name: address.store)
            }
            return store.remote
        }

        func offer(_ action: R.Action) -> Inbox<R.Action>.OfferResult? { current?.handle.target.offer(action) }

        func send(_ action: R.Action, id: String?) async throws -> RemoteReceipt {
            if let store = try await openStore() {
                do { return receipt(try await store.handle.send(action, id: id), of: id, from: store) } catch {
                    // An engine that ends has not accepted it.
                    guard error as? RemoteError == .closed, !isOpen(store) else { throw error }
                }
            }
            return try await post(action, id: id)
        }

        /// Returns a receipt for a message that the open store has accepted.
        private func receipt(_ receipt: RemoteReceipt, of id: String?, from store: OpenStore) -> RemoteReceipt {
            guard let id else { return receipt }
            return RemoteReceipt(isRepeat: receipt.isRepeat) { [self] in
                do { try await receipt.stored() } catch {
                    // The store of an open engine can be closed too.
                    guard error as? RemoteError == .closed, !isOpen(store), try await isStored(id, by: store.member)
                    else { throw error }
                }
            }
        }

        /// Whether an engine that ends has reduced a message.
        private func isStored(_ id: String, by member: OpenEngines.Member) async throws -> Bool {
            if let actor = member.context.actor { await waitForRelease(of: member, on: actor) }
            return try await asRemote { () throws(DurableError) in
                try await backend.turn(ofMessage: id, in: address.engine) != nil
            }
        }

        /// Returns when the last write of an engine has ended.
        private func waitForRelease(of member: OpenEngines.Member, on actor: isolated any Actor) async {
            await member.writer.open()?.waitForRelease()
        }

        /// Stores a message in the inbox of the engine.
        private func post(_ action: R.Action, id: String?) async throws -> RemoteReceipt {
            try await asRemote {
                let record = try WorkRecord(sending: action, to: address.store, id: id ?? "")
                try await backend.post(StoredMessage(to: address.engine, try JSONCoding.encode(record)))
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
            if let sharedBackend {
                let observation = StoredObservation(self, part, subscription, receive)
                let reader = reader(sharedBackend)
                let task = Task { await observation.run(reader) }
                subscription.start { task.cancel() }
                return subscription
            }
            if let current { return current.handle.target.observe(part, receive) }
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
            state.withLock { if $0.known?.handle == store { $0.known = nil } }
        }
    }

    /// Calls `body`, and throws a `RemoteError` for the error of a storage.
    private func asRemote<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch DurableError.closed { throw RemoteError.closed } catch {
            throw RemoteError.storage(reason: "\(error)")
        }
    }
#endif
