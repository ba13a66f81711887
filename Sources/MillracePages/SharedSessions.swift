#if (Hummingbird || Web) && SQLite || App
    import Foundation
    import MillraceDurable
    import MillraceWeb

    /// The sessions of servers in a storage that nodes share.
    struct SharedSessions: SharedSessionStorage {
        private let storage: DurableStorage
        private let backend: any SharedBackend

        /// Returns `nil` for a storage of one process.
        init?(_ storage: DurableStorage) {
            guard let backend = storage.sharedBackend else { return nil }
            (self.storage, self.backend) = (storage, backend)
        }

        func sessions(withID id: String) async throws -> [SessionRecord] {
            try await backend.sessions(withID: id).compactMap { SessionRecord($0) }
        }

        func session(named name: String) async throws -> SessionRecord? {
            try await backend.session(of: name).flatMap { SessionRecord($0) }
        }

        func confirm(_ name: String) async throws(SessionUnavailable) {
            do throws(DurableError) { try await backend.confirm(name) } catch {
                if case .otherWriter = error { throw .owned }
                throw .unreachable
            }
        }

        func sessions(endedBefore time: Double) async throws -> [String] {
            try await backend.sessions(endedBefore: time)
        }

        /// Deletes the sessions that no other node has, and that this build may change.
        func delete(_ names: [String]) async throws {
            var own: [String] = []
            for name in names {
                do throws(DurableError) {
                    _ = try await backend.claim(name, asks: false)
                    own.append(name)
                } catch {
                    switch error {
                    case .owned, .newerBuild: continue
                    default: throw error
                    }
                }
            }
            try await backend.remove(own)
            for name in own { await backend.release(name) }
        }

        /// The value with the newest sign-ins that have ended, and their maximum number.
        private static let (signIns, maxSignIns) = ("ended sign-ins", 100)

        func endSignIn(_ signIn: EndedSignIn) async throws {
            while true {
                let old = try await backend.value(Self.signIns)
                let all = Self.decode(old) + [signIn]
                let new = Array(try JSONEncoder().encode(Array(all.suffix(Self.maxSignIns))))
                if try await backend.setValue(Self.signIns, to: new, from: old) { return }
            }
        }

        func endedSignIns() async throws -> [EndedSignIn] { Self.decode(try await backend.value(Self.signIns)) }

        private static func decode(_ value: [UInt8]?) -> [EndedSignIn] {
            value.flatMap { try? JSONDecoder().decode([EndedSignIn].self, from: Data($0)) } ?? []
        }

        func relay(_ lines: [UInt8], to connection: String) async throws {
            try await backend.relay(lines, to: connection)
        }

        func relayed(
            to connection: String, where isOwn: @escaping @Sendable ([UInt8]) -> Bool
        ) async throws -> [[UInt8]] { try await backend.relayed(to: connection, where: isOwn) }

        func onRelay(_ receive: @escaping @Sendable (_ connection: String) -> Void) {
            storage.onEvent { if case .relayed(let connection) = $0 { receive(connection) } }
        }

        func onEvent(_ receive: @escaping @Sendable (SharedSessionEvent) -> Void) {
            storage.onEvent { event in
                switch event {
                case .asked(let engine): receive(.asked(name: engine))
                case .released(let engine): receive(.released(name: engine))
                case .status(.working): receive(.status(.working))
                case .status(.unreachable): receive(.status(.unreachable))
                case .status(.stalled): receive(.status(.stalled))
                case .value(Self.signIns): receive(.signInEnded)
                case .message, .stored, .lost, .value, .relayed: break
                }
            }
        }
    }
#endif
