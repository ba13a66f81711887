#if SQLite || App
    public import Foundation
    public import Millrace
    package import MillraceJournal

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
        private let shared: Shared

        private final class Shared: Sendable {
            let engines = Lock<Set<String>>([])
            let lock: FolderLock?

            init(_ lock: consuming FolderLock?) { self.lock = lock }
        }

        /// Opens a SQLite file. Creates it, and the tables in it, if they are missing.
        ///
        /// A lock on the file beside it keeps other processes out, as long as this storage or one of its engines exists. The system
        /// releases it when the process ends, however it ends.
        ///
        /// - Parameters:
        ///   - file: The path, on a local file system. Only the owner can read the file.
        ///   - wait: How long to wait for another process to end. Defaults to no time.
        ///   - clock: Measures that time. Defaults to the system's.
        /// - Throws: ``DurableError``
        public init(
            sqlite file: String, waitingFor wait: Duration = .zero, clock: any Clock<Duration> = ContinuousClock()
        ) async throws(DurableError) {
            let lock = try await Self.lock(file, wait, clock)
            self.init(try SQLiteBackend(file), lock)
        }

        /// Stores in memory, for tests and previews. Everything is lost with the last reference.
        public static func memory() -> DurableStorage { DurableStorage(MemoryBackend()) }

        package init(_ backend: any DurableBackend, _ lock: consuming FolderLock? = nil) {
            (self.backend, shared) = (backend, Shared(lock))
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
                    guard case .inUse(_, let process) = error else {
                        throw .cannotOpen(file: file, reason: "\(error)")
                    }
                    if rest <= .zero || Task.isCancelled { throw .inUse(file: file, process: process) }
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
        ///   - engine: The engine to use. Defaults to a new one.
        ///   - now: Returns the time of the day. Defaults to the system's clock.
        ///   - isolation: The actor of the engine. Defaults to the caller's.
        /// - Throws: ``DurableError``
        public func engine(
            _ name: String, timers: DurableTimers = .deadline, on engine: Engine? = nil,
            now: @escaping () -> Date = { Date() }, isolation: isolated (any Actor) = #isolation
        ) async throws(DurableError) -> DurableEngine {
            guard shared.engines.withLock({ $0.insert(name).inserted }) else {
                throw .exists(name: "The engine \(name)")
            }
            do throws(DurableError) {
                let time = now().timeIntervalSince1970
                try await backend.forgetMessages(before: time - Self.messageTime, in: name)
                let (stored, generation) = (try await backend.load(name), try await backend.generation())
                let engine = if let engine { engine } else { Engine() }
                let log = DurableLog(engine, name, generation, backend, stored, timers, now) { [shared] in
                    shared.engines.withLock { _ = $0.remove(name) }
                }
                return DurableEngine(engine, log, keeping: self)
            } catch {
                shared.engines.withLock { _ = $0.remove(name) }
                throw error
            }
        }

        /// How long the id of a message is kept, in seconds: seven days.
        private static let messageTime = 7 * 86_400.0

        /// Copies everything to a new SQLite file, also while engines write.
        ///
        /// The copy has numbers and keys of its own for new work. The work that it contains keeps its keys, so the outside recognizes a
        /// repeat.
        ///
        /// - Throws: ``DurableError``: the file exists, cannot be written, or this storage is not a file.
        public func backUp(to file: String) async throws(DurableError) {
            guard let backend = backend as? SQLiteBackend else {
                throw .storage(reason: "A storage in memory has no backup.")
            }
            try await backend.backUp(to: file)
        }

        /// Closes the file. Suspend the engines before: what they have not stored is lost.
        public func close() async { await backend.close() }

        /// Returns the name of a new origin of data.
        package static func makeGeneration() -> String {
            String(UInt64.random(in: .min ... .max), radix: 36)
        }
    }
#endif
