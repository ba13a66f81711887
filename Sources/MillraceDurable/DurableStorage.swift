#if SQLite || App
    public import Foundation
    public import Millrace
    public import MillraceExtras
    import MillraceJournal

    /// A file in which engines keep their states and their work in flight, so that a restart goes on where the last process stopped.
    ///
    /// ```swift
    /// let storage = try await DurableStorage(sqlite: "shop.sqlite")
    /// let engine = try await storage.engine("shop")
    /// engine.handle(Charge.self) { command, call in try await bank.charge(command, key: call.key) }
    /// let orders = try engine.store("orders", Orders.State(), Orders())
    /// try await engine.resume()
    /// try await orders.send(.place(order), id: request.id).stored()
    /// ```
    /// One process at a time uses a file. Any actor may use a storage; each engine belongs to the actor that opened it.
    public struct DurableStorage: Sendable {
        package let backend: any DurableBackend
        let shared: Shared
        /// The migrations that are applied to an engine when it is claimed; empty unless nodes share the storage.
        private(set) var migrations: [DurableMigration] = []

        final class Shared: Sendable {
            let engines: OpenEngines
            /// The name of the origin of the data, as soon as it was read.
            let generation = Lock<String?>(nil)
            /// Released when the storage is closed, or with the last reference.
            fileprivate let lock: Lock<HeldLock?>

            fileprivate init(_ lock: HeldLock?, _ clock: any Clock<Duration>) {
                (self.lock, engines) = (Lock(lock), OpenEngines(clock))
            }
        }

        /// The lock of the file.
        fileprivate final class HeldLock: Sendable {
            private let lock: FolderLock
            init(_ lock: consuming FolderLock) { self.lock = lock }
        }

        /// Opens a SQLite file. Creates it, and the tables in it, if they are missing.
        ///
        /// A lock on the file beside it keeps other processes out, until this storage is closed or no reference to it and its engines is
        /// left. The system releases it when the process ends, however it ends.
        ///
        /// - Parameters:
        ///   - file: The path, on a local file system. Only the owner can read the file.
        ///   - migrations: The changes of the stored values, the oldest first. Defaults to none.
        ///   - keptBytes: The maximum number of bytes for each engine that are kept for ``DurableCheck``: actions, and a copy of the values before
        ///     them. Nothing is kept if the values have more than a quarter of it. Defaults to 64 MB; 0 keeps nothing.
        ///   - wait: How long to wait for another process to end. Defaults to no time.
        ///   - clock: Measures that time. Defaults to the system's.
        ///   - onLargeLog: Called when the log of SQLite has more than 8 MB and cannot be emptied, and again each time that it has
        ///     doubled. Another process that reads for a long time is the usual cause. Turns are stored meanwhile, and the next
        ///     turn after it ends empties the log. Called on another thread, which must not wait. Defaults to a line on the standard
        ///     error.
        /// - Throws: ``DurableError``
        public init(
            sqlite file: String, migrations: [DurableMigration] = [], keepingActions keptBytes: Int = 64 * 1_048_576,
            waitingFor wait: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(),
            onLargeLog: @escaping @Sendable (DurableLogSize) -> Void = {
                FileHandle.standardError.write(Data("Millrace: \($0)\n".utf8))
            }
        ) async throws(DurableError) {
            let lock = try await Self.lock(file, wait, clock)
            self.init(try SQLiteBackend(file, keepingActions: keptBytes, onLargeLog: onLargeLog), HeldLock(lock))
            try await migrate(migrations)
        }

        /// Opens a SQLite file, whatever migrations were applied to it, and locks it.
        init(unchanged file: String) async throws(DurableError) {
            let lock = try await Self.lock(file, .zero, ContinuousClock())
            self.init(try SQLiteBackend(file), HeldLock(lock))
        }

        /// The size of the log of SQLite after the last commit, for a metric. Zero for a storage in memory.
        ///
        /// The readers are those at the last call of `onLargeLog`, until the log is emptied.
        public var logSize: DurableLogSize { (backend as? SQLiteBackend)?.log.size ?? DurableLogSize(bytes: 0) }

        /// Whether the storage works. It does not while a database of several nodes cannot be reached, or while the transaction of another
        /// program keeps messages from being read.
        public var status: DurableStatus { shared.engines.status }

        /// Calls this with each change of ``status``, on any thread.
        public func onStatus(_ receive: @escaping @Sendable (DurableStatus) -> Void) {
            shared.engines.onEvent { if case .status(let status) = $0 { receive(status) } }
        }

        /// Stores in memory, for tests and previews. Everything is lost with the last reference.
        public static func memory() -> DurableStorage { DurableStorage(MemoryBackend()) }

        /// Applies the migrations that are new.
        func migrate(_ migrations: [DurableMigration]) async throws(DurableError) {
            let applied = try await backend.migrations()
            let names = migrations.map(\.name)
            let unknown = (applied ?? []).filter { !names.contains($0) }
            if !unknown.isEmpty { throw .newerBuild(migrations: unknown) }
            if applied == names || applied == nil && names.isEmpty { return }
            var engines = applied == nil ? [:] : try await backend.engines()
            try DurableMigration.apply(migrations, after: applied, to: &engines)
            try await backend.migrate(to: engines, noting: names)
        }

        package init(_ backend: any DurableBackend) { self.init(backend, nil) }

        /// Opens a storage that nodes share.
        ///
        /// - Parameter clock: Measures the pauses between reads. Defaults to the system's.
        package init(
            _ backend: any SharedBackend, migrations: [DurableMigration], clock: any Clock<Duration> = ContinuousClock()
        ) async throws(DurableError) {
            self.init(backend, nil, clock)
            self.migrations = migrations
            backend.onEvent { [engines = shared.engines] in engines.receive($0) }
            try await backend.declare(migrations.map(\.name))
        }

        private init(
            _ backend: any DurableBackend, _ lock: HeldLock?, _ clock: any Clock<Duration> = ContinuousClock()
        ) {
            (self.backend, shared) = (backend, Shared(lock, clock))
        }

        /// Locks the file, and tries again while the time lasts.
        private static func lock(
            _ file: String, _ wait: Duration, _ clock: any Clock<Duration>
        ) async throws(DurableError) -> FolderLock {
            let url = URL(fileURLWithPath: file)
            let step = Duration.milliseconds(50)
            var rest = wait
            while true {
                do throws(FolderLock.Failure) {
                    return try FolderLock(
                        url.deletingLastPathComponent(), named: url.lastPathComponent + ".lock")
                } catch {
                    guard case .inUse(_, let owner) = error else {
                        throw .cannotOpen(file: file, reason: "\(error)")
                    }
                    if rest <= .zero || Task.isCancelled {
                        throw .inUse(file: file, process: owner?.process, host: owner?.host)
                    }
                }
                rest -= step
                try? await clock.sleep(for: step)
            }
        }

        /// Opens an engine: loads its states and its work. Nothing runs before ``DurableEngine/resume(isolation:)``.
        ///
        /// - Parameters:
        ///   - name: The name of the engine in the file.
        ///   - timers: When delays end after a restart. Defaults to `.deadline`.
        ///   - messageTime: How long the ids of messages are kept. Defaults to seven days.
        ///   - engine: The engine to use. Defaults to a new one.
        ///   - now: Returns the time of the day. Defaults to the system's clock.
        ///   - isolation: The actor of the engine. Defaults to the caller's.
        /// - Throws: ``DurableError``
        public func engine(
            _ name: String, timers: DurableTimers = .deadline, keepingIDs messageTime: Duration = .seconds(7 * 86_400),
            on engine: Engine? = nil,
            now: @escaping () -> Date = { Date() }, isolation: isolated (any Actor) = #isolation
        ) async throws(DurableError) -> DurableEngine {
            let options = DurableWriter.Options(timers: timers, messageTime: messageTime / .seconds(1), now: now)
            return try await open(name, options, on: engine) { () throws(DurableError) in
                let time = now().timeIntervalSince1970
                try await backend.forgetMessages(before: time - options.messageTime, in: name)
                return try await backend.load(name)
            }
        }

        /// Opens an engine with what `load` returns.
        ///
        /// - Parameter claims: Whether the engine can exist, so that this node becomes its owner. Defaults to `true`.
        func open(
            _ name: String, _ options: DurableWriter.Options, on engine: Engine? = nil, claims: Bool = true,
            isolation: isolated (any Actor) = #isolation, _ load: () async throws(DurableError) -> StoredEngine
        ) async throws(DurableError) -> DurableEngine {
            guard shared.engines.reserve(name) else { throw .exists(name: "The engine \(name)") }
            do throws(DurableError) {
                let version = claims ? try await sharedBackend?.claim(name, asks: options.asks) : nil
                let (stored, generation) = (
                    try await migrated(name, try await load(), from: version), try await generation()
                )
                let engine = if let engine { engine } else { Engine() }
                let writer = DurableWriter(engine, name, generation, backend, stored, options, shared.engines)
                return DurableEngine(engine, writer, keeping: self)
            } catch {
                // Only an engine that was claimed is released.
                await sharedBackend?.release(name)
                shared.engines.remove(name)
                throw error
            }
        }

        /// Applies the migrations that are new for an engine.
        ///
        /// - Parameter version: The number of those that were applied; `nil` if none is due.
        private func migrated(
            _ name: String, _ stored: StoredEngine, from version: Int?
        ) async throws(DurableError) -> StoredEngine {
            guard let version, version < migrations.count else { return stored }
            var engines = [name: stored]
            let names = migrations.map(\.name)
            try DurableMigration.apply(migrations, after: Array(names.prefix(version)), to: &engines)
            guard let new = engines[name] else {
                throw .unreadable(
                    engine: name, store: "a scene", type: "its new form", reason: "A migration was refused.")
            }
            try await backend.migrate(to: [name: new], noting: names)
            return new
        }

        /// Measures the pauses between reads of a storage that nodes share.
        package var clock: any Clock<Duration> { shared.engines.clock }

        /// The backend, if nodes share it.
        package var sharedBackend: (any SharedBackend)? { backend as? any SharedBackend }

        private func generation() async throws(DurableError) -> String {
            // It changes if a replica replaces the server of several nodes.
            if let sharedBackend { return try await sharedBackend.generation() }
            if let known = shared.generation.withLock({ $0 }) { return known }
            let name = try await backend.generation()
            shared.generation.withLock { $0 = name }
            return name
        }

        /// Returns the handle of a store by its names, for any actor. The engine can be opened later, or again.
        ///
        /// While no engine of this name has resumed, an action that is sent is stored in its inbox, and reduced after it has resumed; other calls
        /// throw `RemoteError.closed`. `RemoteReceipt.isRepeat` is `false` then, and a repeat is not reduced either.
        ///
        /// On a storage that nodes share, a call looks into the inbox first: what any node has stored there before is reduced before the action or
        /// the command. So it waits while messages cannot be read yet, see ``DurableStatus/stalled(process:database:age:)``, and until the task is
        /// cancelled. It throws `RemoteError.storage` if the database cannot be reached when it begins.
        ///
        /// The inbox also gets an action that an engine does not accept because it ends. The receipt of an action with an id returns if the engine
        /// stores its turn before it ends. Otherwise it throws `RemoteError.closed`: send the action again.
        ///
        /// - Parameters:
        ///   - type: The reducer.
        ///   - engine: The name of the engine.
        ///   - name: The name of the store in the engine.
        public func remote<R: Reducer>(
            _ type: R.Type, in engine: String, named name: String
        ) -> RemoteStore<R> where R.Action: Codable & Sendable {
            RemoteStore(StoredTarget(engine, name, shared.engines, backend))
        }

        /// Copies everything to a new SQLite file, also while engines write.
        ///
        /// The copy has numbers and keys of its own for new work. The work that it contains keeps its keys, so the outside recognizes a
        /// repeat.
        ///
        /// - Throws: ``DurableError``: the file exists, cannot be written, or this storage is not a file.
        public func backUp(to file: String) async throws(DurableError) {
            guard let backend = backend as? SQLiteBackend else {
                throw .storage(reason: "Only a file has a backup. Copy a database with pg_dump.")
            }
            try backend.backUp(to: file)
        }

        /// Copies a SQLite file to a new one as ``backUp(to:)`` does, also while a program uses it.
        ///
        /// - Throws: ``DurableError``: the file is missing or newer, or the copy exists or cannot be written.
        public static func backUp(_ file: String, to copy: String) async throws(DurableError) {
            try backUpNow(file, to: copy)
        }

        /// Copies a SQLite file, and returns when that is done.
        package static func backUpNow(_ file: String, to copy: String) throws(DurableError) {
            let backend = try SQLiteBackend(reading: file)
            defer { backend.closeNow() }
            try backend.backUp(to: copy)
        }

        /// Closes the file, which another process can use then, or ends the lease of this node, so that others can open its engines at once.
        /// Suspend the engines before: what they have not stored is lost.
        public func close() async {
            await backend.close()
            shared.lock.withLock { $0 = nil }
        }

        /// Returns the name of a new origin of data.
        package static func makeGeneration() -> String {
            String(UInt64.random(in: .min ... .max), radix: 36)
        }
    }
#endif
