#if SQLite || App
    package import Foundation
    import Millrace

    // The engine of a session of pages.
    extension DurableStorage {
        /// Opens the engine of a session. Its writes wait up to 20 ms for those of other sessions, and its actions are not kept.
        ///
        /// - Parameters:
        ///   - isNew: Whether nothing of it can be stored.
        ///   - asks: Whether another node that has it is asked to release it. Defaults to `true`.
        package func sessionEngine(
            _ name: String, isNew: Bool, asks: Bool = true, now: @escaping () -> Date = { Date() },
            isolation: isolated (any Actor) = #isolation
        ) async throws(DurableError) -> DurableEngine {
            let week = 7.0 * 86_400
            let options = DurableWriter.Options(
                timers: .deadline, messageTime: week, now: now, keepsActions: false, delay: 0.02, asks: asks)
            return try await open(name, options, claims: !isNew) { () throws(DurableError) in
                isNew ? StoredEngine() : try await backend.load(name)
            }
        }
    }

    extension DurableStorage {
        /// Returns the engines of sessions with work: with the time when their first delay ends, in seconds since 1970; `nil` for those with
        /// commands in flight or messages.
        package func sessionDeadlines() async throws(DurableError) -> [String: Double?] {
            var deadlines: [String: Double?] = [:]
            for (engine, work) in try await backend.sessionWork() {
                let times = work.map { (try? JSONCoding.decode($0, as: WorkRecord.self))?.deadline }
                let isAtOnce = times.isEmpty || times.contains(nil)
                deadlines[engine] = .some(isAtOnce ? nil : times.compactMap(\.self).min())
            }
            return deadlines
        }

        /// Calls this with each event of a storage that nodes share, on any thread. Several functions can receive them.
        package func onEvent(_ receive: @escaping @Sendable (BackendEvent) -> Void) { shared.engines.onEvent(receive) }

        /// Calls this with the name of each engine that gets a message while it is not open. Called on any thread.
        package func onMessage(_ receive: @escaping @Sendable (_ engine: String) -> Void) {
            shared.engines.onMessage(receive)
        }
    }

    extension DurableEngine {
        /// The stored record of the page, before ``resumeSession(isStoring:isolation:_:)``; empty for a new one.
        package var loadedPage: [UInt8] {
            writer.loaded?.values[StoredID(store: DurablePage.name)]?.bytes ?? []
        }

        /// Resumes the engine of a session.
        ///
        /// - Parameters:
        ///   - isStoring: Whether its turns are stored. Otherwise they count as stored until ``startStoring(_:)``.
        ///   - record: Returns the record of the page. It is stored with each batch.
        package func resumeSession(
            isStoring: Bool, isolation: isolated (any Actor) = #isolation, _ record: @escaping () -> [UInt8]
        ) async throws(DurableError) {
            writer.page = DurablePage(loadedPage, record)
            try await resume(isStoring: isStoring)
        }

        /// Stores the session, with everything that has happened in it.
        package func startStoring(_ session: StoredSession) {
            writer.pending.session = session
            writer.startStoring()
        }

        /// Stores the record of the page, also if no turn has changed anything.
        package func storePage() {
            writer.page?.isDue = true
            writer.collect()
        }

        /// Whether the engine must stay in memory: a command is in flight, or something is being stored.
        package var isWorking: Bool { writer.work.hasCommands || writer.isStoring && writer.isBusy }

        /// The number of bytes of values that were written.
        package var writtenBytes: Int { writer.writtenBytes }

        /// The time when the first delay ends, in seconds since 1970; `nil` without delays.
        package var firstDeadline: Double? { writer.work.firstDeadline }
    }
#endif
