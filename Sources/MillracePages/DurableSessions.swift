#if (Hummingbird || Web) && SQLite || App
    import Foundation
    import MillraceDurable
    import MillraceModules
    import MillraceWeb

    /// The sessions of a server in a storage.
    struct DurableSessions: SessionStorage {
        private let storage: DurableStorage
        private let makeNavigator: @Sendable (isolated WebSession, DurableEngine) async throws -> Navigator
        private let date: @Sendable () -> Date

        /// - Parameter now: Returns the time of the day. Defaults to the system's clock.
        init(
            _ storage: DurableStorage, now: @escaping @Sendable () -> Date = { Date() },
            _ makeNavigator: @escaping @Sendable (isolated WebSession, DurableEngine) async throws -> Navigator
        ) { (self.storage, self.makeNavigator, date) = (storage, makeNavigator, now) }

        /// Returns a new name for an engine. It has 15 bytes, which Swift stores without an allocation, because a server has many of them in
        /// memory.
        private static func makeName() -> String {
            let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
            return "page" + String((0..<11).compactMap { _ in digits.randomElement() })
        }

        private var backend: any DurableBackend { storage.backend }

        func now() -> Double { date().timeIntervalSince1970 }

        func session(_ id: String, _ visitor: Visitor, named name: String?, asks: Bool) async throws -> WebSession {
            let engineName = name ?? Self.makeName()
            return try await WebSession(id, visitor) { session in
                let engine: DurableEngine
                do throws(DurableError) {
                    engine = try await storage.sessionEngine(
                        engineName, isNew: name == nil, asks: asks, now: date)
                } catch { throw DurablePageStorage.sessionError(error) }
                do {
                    let navigator = try await makeNavigator(session, engine)
                    return (navigator, DurablePageStorage(engine, named: engineName, isStoring: name != nil))
                } catch {
                    try? await engine.suspend(grace: .zero)
                    throw error
                }
            }
        }

        func sessions() async throws -> [SessionRecord] {
            try await backend.allSessions().compactMap { SessionRecord($0.session, bytes: $0.bytes) }
        }

        func work() async throws -> [String: Double?] { try await storage.sessionDeadlines() }

        func setEnd(_ end: Double?, of names: [String]) async throws { try await backend.setEnd(end, of: names) }

        func bytes(of name: String) async throws -> Int { try await backend.bytes(of: name) }

        func delete(_ names: [String]) async throws {
            if let shared = SharedSessions(storage) { return try await shared.delete(names) }
            try await backend.remove(names)
        }

        var shared: (any SharedSessionStorage)? { SharedSessions(storage) }

        func onMessage(_ receive: @escaping @Sendable (_ name: String) -> Void) { storage.onMessage(receive) }
    }

    extension SessionRecord {
        /// - Parameter bytes: The number of stored bytes. Defaults to those of a new session.
        /// - Returns: `nil` if the owner cannot be read.
        init?(_ session: StoredSession, bytes: Int = SessionRecord.newBytes) {
            guard let owner = try? JSONDecoder().decode(SessionOwner.self, from: Data(session.owner)) else {
                return nil
            }
            self.init(id: session.id, name: session.engine, owner: owner, end: session.end, bytes: bytes)
        }
    }
#endif
