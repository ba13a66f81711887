#if SQLite || App
    import Millrace
    import MillraceExtras

    /// Reads the stored state of a store whose engine another node has, as long as it has observers.
    ///
    /// It reads when turns were stored, and every second. All observers of a store in this process share one reader.
    actor StoredReader<R: Reducer> {
        private struct Observer {
            let receive: @Sendable (R.State) -> Void
            let fail: @Sendable (RemoteError) -> Void
            /// Whether it has received no state.
            var isNew = true
        }

        private let engine: String
        private let store: String
        private let engines: OpenEngines
        private let backend: any SharedBackend
        private var observers: [Int: Observer] = [:]
        private var lastNumber = 0
        /// The last state, and its stored turn.
        private var state: R.State?
        private var turn: UInt64?
        /// Whether a task reads.
        private var isRunning = false
        private let signal = EngineSignal()

        init(_ store: String, in engine: String, _ engines: OpenEngines, _ backend: any SharedBackend) {
            (self.store, self.engine, self.engines, self.backend) = (store, engine, engines, backend)
        }

        /// Adds an observer. It receives the state that is stored now or later, and each new one.
        ///
        /// - Parameter fail: Called instead if the state cannot be read. Nothing follows it.
        func add(
            _ receive: @escaping @Sendable (R.State) -> Void, fail: @escaping @Sendable (RemoteError) -> Void
        ) -> Int {
            lastNumber += 1
            observers[lastNumber] = Observer(receive: receive, fail: fail)
            if isRunning { signal.set() } else { start() }
            return lastNumber
        }

        /// Removes an observer. It receives nothing afterwards.
        func remove(_ number: Int) {
            observers[number] = nil
            if observers.isEmpty { signal.set() }
        }

        private func start() {
            isRunning = true
            Task { await run() }
        }

        private func run() async {
            let number = engines.add(signal, at: [.stored], of: engine)
            while !observers.isEmpty {
                await read()
                if observers.isEmpty { break }
                try? await engines.clock.sleep(for: .milliseconds(10))
                await signal.wait(atMost: .seconds(1), engines.clock)
            }
            engines.remove(signal: number, of: engine)
            (isRunning, state, turn) = (false, nil, nil)
        }

        /// Reads the state, and passes it to those who observed it before.
        private func read() async {
            // The state of a read that was under way before can be older than what an observer knows.
            let numbers = observers.keys.sorted()
            do throws(DurableError) {
                // The first state of a store is stored without a turn.
                let new = try await backend.values(of: store, in: engine, known: state == nil ? nil : turn)
                do { if let new { (turn, state) = (new.turn, try decode(new.values)) } } catch {
                    return fail(RemoteError.storage(reason: Self.reason(error, store)))
                }
                if let state { for number in numbers { pass(state, to: number, isChange: new != nil) } }
            } catch { failedToRead(error) }
        }

        private func pass(_ state: R.State, to number: Int, isChange: Bool) {
            guard let observer = observers[number], isChange || observer.isNew else { return }
            observers[number]?.isNew = false
            observer.receive(state)
        }

        /// Reads again after a pause, unless nothing can be read any more.
        private func failedToRead(_ error: DurableError) {
            switch error {
            case .storage: break
            case .closed: fail(.closed)
            default: fail(.storage(reason: "\(error)"))
            }
        }

        private func fail(_ error: RemoteError) {
            let all = observers
            observers = [:]
            for observer in all.values { observer.fail(error) }
        }

        private func decode(_ values: [StoredID: StoredValue]) throws -> R.State? {
            guard let type = R.State.self as? any Codable.Type else { throw NotCodable() }
            func state<State: Codable>(_ type: State.Type) throws -> R.State? {
                try StateCoding<State>().decode(values) as? R.State
            }
            return try state(type)
        }

        private struct NotCodable: Error {}

        private static func reason(_ error: any Error, _ store: String) -> String {
            error is NotCodable
                ? "The type \(R.State.self) of the store \(store) is not Codable. Another node can observe only a state that is."
                : "The state of \(store) cannot be read as \(R.State.self): \(error)"
        }
    }

    /// The readers that are in use, by their stores.
    final class StoredReaders: Sendable {
        private struct Key: Hashable {
            let engine, store: String
            let reducer: ObjectIdentifier
        }

        private struct Reference { weak var reader: (any Actor)? }

        private let readers = Lock<[Key: Reference]>([:])

        func reader<R: Reducer>(_ store: String, in engine: String, _ make: () -> StoredReader<R>) -> StoredReader<R> {
            let key = Key(engine: engine, store: store, reducer: ObjectIdentifier(R.self))
            return readers.withLock { readers in
                if let known = readers[key]?.reader as? StoredReader<R> { return known }
                let new = make()
                readers = readers.filter { $0.value.reader != nil }
                readers[key] = Reference(reader: new)
                return new
            }
        }
    }
#endif
