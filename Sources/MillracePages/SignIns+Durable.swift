#if (Hummingbird || Web) && SQLite || App
    public import Foundation
    public import MillraceAccounts
    public import MillraceDurable

    extension SignIns {
        /// Keeps the keys, and the sign-ins that have ended, in a storage that nodes share. So a cookie of one node is valid on the others, until
        /// its sign-in ends on one of them.
        ///
        /// ```swift
        /// configuration.identities = try await SignIns(durable: storage)
        /// ```
        /// All nodes read and change the same keys. They learn of a change at once, and by a read every ten seconds if the event is lost.
        ///
        /// - Parameters:
        ///   - storage: The storage. It is open as long as the server runs.
        ///   - name: The name of the cookie, and of the value in the storage. Defaults to `millrace-sign-in`.
        ///   - path: The path below which browsers send the cookie. Defaults to all.
        ///   - days: The number of days that a sign-in lasts. Defaults to 30.
        ///   - now: Returns the time. Defaults to the system's.
        /// - Throws: A `DurableError`, if the storage cannot be read, is damaged, or belongs to one process. For that, use
        ///   `SignIns(folder:)`.
        public convenience init(
            durable storage: DurableStorage, name: String = "millrace-sign-in", path: String = "/", days: Int = 30,
            now: @escaping @Sendable () -> Date = { Date() }
        ) async throws(DurableError) {
            try await self.init(storage, name, path, days, now) {}
        }

        /// - Parameter onRead: Called after each read.
        convenience init(
            _ storage: DurableStorage, _ name: String = "millrace-sign-in", _ path: String = "/", _ days: Int = 30,
            _ now: @escaping @Sendable () -> Date = { Date() }, onRead: @escaping @Sendable () -> Void
        ) async throws(DurableError) {
            guard let backend = storage.sharedBackend else {
                throw .storage(reason: "It belongs to one process. Use SignIns(folder:) for the sign-ins.")
            }
            let stored = StoredSignIns(backend: backend, cookie: name)
            let record = try await stored.record()
            do { try self.init(stored, record, name: name, path: path, days: days, now: now) } catch {
                throw .damaged(engine: "", place: stored.name)
            }
            update(by: storage, stored, onRead)
        }

        /// Reads the sign-ins again when another node has changed them, and every ten seconds.
        private func update(
            by storage: DurableStorage, _ stored: StoredSignIns, _ onRead: @escaping @Sendable () -> Void
        ) {
            let read: @Sendable () async -> Bool = { [weak self] in
                // While the database cannot be reached, the known sign-ins count.
                let record = try? await stored.record()
                if let record { self?.update(to: record) }
                onRead()
                return self != nil
            }
            storage.onEvent { if case .value(stored.name) = $0 { Task { await read() } } }
            Task { [clock = storage.clock] in
                while await read() { try? await clock.sleep(for: .seconds(10)) }
            }
        }
    }

    /// The sign-ins in a value of all nodes.
    struct StoredSignIns: SignInStorage {
        let backend: any SharedBackend
        /// The name of the value.
        let name: String

        init(backend: any SharedBackend, cookie: String) { (self.backend, name) = (backend, "sign-ins of \(cookie)") }

        /// Returns what is stored. Stores a new record if there is none.
        func record() async throws(DurableError) -> SignInRecord {
            if let bytes = try await backend.value(name) { return try decode(bytes) }
            return try await change { _ in }
        }

        func change(
            _ body: @escaping @Sendable (inout SignInRecord) -> Void
        ) async throws(DurableError) -> SignInRecord {
            while true {
                let old = try await backend.value(name)
                var record = try old.map { bytes throws(DurableError) in try decode(bytes) } ?? SignInRecord()
                record.change(body)
                let new: [UInt8]
                do { new = Array(try JSONEncoder().encode(record)) } catch { throw .storage(reason: "\(error)") }
                if try await backend.setValue(name, to: new, from: old) { return record }
            }
        }

        private func decode(_ bytes: [UInt8]) throws(DurableError) -> SignInRecord {
            do { return try JSONDecoder().decode(SignInRecord.self, from: Data(bytes)) } catch {
                throw .damaged(engine: "", place: name)
            }
        }
    }
#endif
