#if SQLite || App
    import Millrace
    import MillraceExtras

    /// A store by its names in a storage. Its engine may be open or not.
    final class StoredTarget<R: Reducer>: RemoteTarget where R.Action: Codable & Sendable {
        private let address: StoreAddress
        private let engines: OpenEngines
        private let backend: any DurableBackend
        /// The handle of the open store that was used last, and its engine.
        private let known = Lock<(writer: ObjectIdentifier, store: RemoteStore<R>)?>(nil)

        init(_ engine: String, _ store: String, _ engines: OpenEngines, _ backend: any DurableBackend) {
            (self.engines, self.backend) = (engines, backend)
            address = StoreAddress(storage: ObjectIdentifier(engines), engine: engine, store: store)
        }

        var identity: RemoteIdentity { .address(address) }
        var capacity: Int { current?.target.capacity ?? .max }
        var waitsForSpace: Bool { current?.target.waitsForSpace ?? true }

        /// The handle of the open store, if it was used before.
        private var current: RemoteStore<R>? {
            guard let known = known.withLock({ $0 }), engines[address.engine]?.id == known.writer else { return nil }
            return known.store
        }

        /// Returns the handle of the open store; `nil` if its engine is not open.
        private func open() async throws -> RemoteStore<R>? {
            if let current { return current }
            guard let member = engines[address.engine], let actor = member.context.actor else { return nil }
            guard let store = try await find(member, on: actor) else { return nil }
            known.withLock { $0 = (member.id, store) }
            return store
        }

        private func find(_ member: OpenEngines.Member, on actor: isolated any Actor) throws -> RemoteStore<R>? {
            guard let writer = member.writer.open() else { return nil }
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
            // It may have been opened meanwhile.
            engines.wake(address.engine)
            return RemoteReceipt {}
        }

        func execute<C: Command>(_ command: C) async throws -> C.Output {
            guard let store = try await open() else { throw RemoteError.closed }
            return try await store.execute(command)
        }

        func observe<Part: Equatable & Sendable>(
            _ part: any KeyPath<R.State, Part> & Sendable, _ receive: @escaping @Sendable (Part?) -> Void
        ) -> RemoteSubscription {
            if let current { return current.target.observe(part, receive) }
            let subscription = RemoteSubscription()
            Task {
                guard let store = try? await open() else { return receive(nil) }
                let inner = store.target.observe(part, receive)
                subscription.start { inner.cancel() }
            }
            return subscription
        }
    }
#endif
