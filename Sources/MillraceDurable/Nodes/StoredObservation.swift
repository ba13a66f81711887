#if SQLite || App
    import Millrace
    import MillraceExtras

    /// The observation of a part of a store whose engine any node can have, and that moves between them.
    ///
    /// While the engine is open in this process, its own values are sent, and otherwise the stored ones. Neither is older than what was sent
    /// before: an engine has loaded everything that was stored, and sends a value after it was stored.
    final class StoredObservation<R: Reducer, Part: Equatable & Sendable>: Sendable
    where R.Action: Codable & Sendable {
        private let target: StoredTarget<R>
        private let part: any KeyPath<R.State, Part> & Sendable
        private let subscription: RemoteSubscription
        private let receive: @Sendable (Result<Part, RemoteError>) -> Void
        private let newest = Lock<Part?>(nil)

        init(
            _ target: StoredTarget<R>, _ part: any KeyPath<R.State, Part> & Sendable,
            _ subscription: RemoteSubscription,
            _ receive: @escaping @Sendable (Result<Part, RemoteError>) -> Void
        ) {
            (self.target, self.part, self.subscription, self.receive) = (target, part, subscription, receive)
        }

        /// Sends values until the task is cancelled, or the storage is closed.
        func run(_ reader: StoredReader<R>) async {
            let opened = EngineSignal()
            let number = target.add(opened)
            defer { target.remove(signal: number) }
            do {
                while !Task.isCancelled {
                    if let store = try await target.openForReading() {
                        await follow(store)
                    } else {
                        try await follow(reader, until: opened)
                    }
                }
            } catch {
                if subscription.end() { receive(.failure(error as? RemoteError ?? .closed)) }
            }
        }

        /// Sends a value, unless it is the last one.
        private func send(_ value: Part) {
            let isNew = newest.withLock { newest in
                defer { newest = value }
                return newest != value
            }
            if isNew, !subscription.isCancelled { receive(.success(value)) }
        }

        /// Sends the values of the open store, until its engine ends.
        private func follow(_ store: RemoteStore<R>) async {
            let ended = EngineSignal()
            let inner = store.target.observe(part) { result in
                switch result {
                case .success(let value): self.send(value)
                case .failure: ended.set()
                }
            }
            await ended.wait()
            inner.cancel()
            target.forget(store)
        }

        /// Sends the stored values, until the engine is open in this process.
        private func follow(_ reader: StoredReader<R>, until opened: EngineSignal) async throws {
            let failure = Lock<RemoteError?>(nil)
            let part = part
            let number = await reader.add { state in
                self.send(state[keyPath: part])
            } fail: { error in
                failure.withLock { $0 = error }
                opened.set()
            }
            await opened.wait()
            await reader.remove(number)
            if let error = failure.withLock({ $0 }) { throw error }
        }
    }
#endif
