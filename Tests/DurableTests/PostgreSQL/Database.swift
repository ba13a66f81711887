#if PostgreSQL
    import Foundation
    import Millrace
    import PostgresTestSupport

    @testable import MillraceDurable

    /// A new database of the server of the tests, for one test.
    struct Database: Sendable {
        let name: String
        let info: String
        let url: String

        /// - Parameter original: The database that is copied. No connection uses it. Defaults to none.
        init(copying original: Database? = nil) async throws {
            let server = try await PostgresServer.shared()
            name = try await server.createDatabase(copying: original?.name)
            (info, url) = (server.connectionString(database: name), server.url(database: name))
        }

        /// A connection beside those of nodes.
        func connection() throws -> PostgresConnection { try PostgresConnection(info, timeout: 60) }

        /// Opens the database as a node.
        func node(_ change: (inout PostgresOptions) -> Void = { _ in }) async throws -> PostgresBackend {
            var options = PostgresOptions()
            change(&options)
            return try await PostgresBackend(info, options)
        }
    }

    /// The events of a node.
    final class Events: Sendable {
        private struct State {
            var events: [BackendEvent] = []
            var waiters:
                [(isExpected: @Sendable (BackendEvent) -> Bool, continuation: CheckedContinuation<BackendEvent, Never>)] =
                    []
        }

        private let state = Lock(State())

        init(_ node: PostgresBackend) { node.onEvent { [weak self] in self?.add($0) } }

        private func add(_ event: BackendEvent) {
            let due = state.withLock { state in
                state.events.append(event)
                let due = state.waiters.filter { $0.isExpected(event) }
                state.waiters.removeAll { $0.isExpected(event) }
                return due
            }
            for waiter in due { waiter.continuation.resume(returning: event) }
        }

        /// Returns the first event that is expected, also one that was there before.
        @discardableResult
        func first(_ isExpected: @escaping @Sendable (BackendEvent) -> Bool) async -> BackendEvent {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state in
                    let known = state.events.first(where: isExpected)
                    if known == nil { state.waiters.append((isExpected, continuation)) }
                    return known
                }
                if let known { continuation.resume(returning: known) }
            }
        }

        var all: [BackendEvent] { state.withLock { $0.events } }
    }
#endif
