#if (Hummingbird || Web) && SQLite || App
    import Foundation
    import Millrace
    import MillraceDurable
    import MillraceWeb

    /// Stores the page of a session with the turns of its durable engine.
    final class DurablePageStorage: PageStorage {
        private let engine: DurableEngine
        let name: String
        private(set) var isStoring: Bool

        init(_ engine: DurableEngine, named name: String, isStoring: Bool) {
            (self.engine, self.name, self.isStoring) = (engine, name, isStoring)
        }

        var stored: [UInt8] { engine.loadedPage }
        var isWorking: Bool { engine.isWorking || hasTransientWork }
        var hasTransientWork: Bool { engine.engine.holdsMessage }
        var deadline: Double? { engine.firstDeadline }
        var writtenBytes: Int { engine.writtenBytes }

        func start(isolation: isolated (any Actor), _ record: @escaping () -> [UInt8]) async throws {
            do throws(DurableError) {
                try await engine.resumeSession(isStoring: isStoring, record)
            } catch {
                try? await engine.suspend(grace: .zero)
                throw Self.sessionError(error)
            }
        }

        func store(_ session: SessionRecord) {
            isStoring = true
            // It contains only texts.
            let owner = (try? JSONEncoder().encode(session.owner)) ?? Data()
            engine.startStoring(
                StoredSession(
                    id: session.id, engine: name, owner: Array(owner), address: session.owner.address, end: session.end)
            )
        }

        func storeRecord() { engine.storePage() }

        func suspend(isolation: isolated (any Actor)) async {
            // A failing disk has been reported. What is not stored is lost.
            try? await engine.suspend(grace: .zero)
        }

        /// Returns the error of a session that this build cannot read, or that cannot be loaded now; or another one.
        static func sessionError(_ error: DurableError) -> any Error {
            switch error {
            case .unreadable, .missing, .damaged: UnreadableSession(reason: "\(error)")
            case .owned, .otherWriter: SessionUnavailable.owned
            case .newerBuild: SessionUnavailable.newerBuild
            case .storage: SessionUnavailable.unreachable
            default: error
            }
        }
    }
#endif
