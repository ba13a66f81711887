#if PostgreSQL
    import CPostgreSQL
    import Foundation

    /// A connection of libpq, on a thread of its own, because its functions block.
    final class TestClient {
        struct Failure: Error { let description: String }

        private let connection: OpaquePointer?

        private init(_ string: String) throws {
            connection = PQconnectdb(string)
            guard PQstatus(connection) == CONNECTION_OK else { throw Failure(description: message) }
        }

        deinit { PQfinish(connection) }

        /// Connects, and runs `body` on the thread of the connection.
        static func run<Result: Sendable>(
            _ string: String, _ body: @escaping @Sendable (TestClient) throws -> Result
        ) async throws -> Result {
            try await withCheckedThrowingContinuation { continuation in
                Thread {
                    continuation.resume(with: Swift.Result { try body(try TestClient(string)) })
                }.start()
            }
        }

        /// Whether the connection has not ended.
        var isOpen: Bool { PQstatus(connection) == CONNECTION_OK }

        private var message: String { String(cString: PQerrorMessage(connection)) }

        /// Runs statements in one message, and returns the first column of the last one.
        @discardableResult
        func query(_ text: String) throws -> [String] { try rows(of: PQexec(connection, text)) }

        /// Prepares a statement.
        func prepare(_ name: String, _ text: String) throws { try rows(of: PQprepare(connection, name, text, 0, nil)) }

        /// Sends statements as one pipeline, and returns when the server has answered all of them. A statement that begins with `@` is
        /// the name of a prepared one.
        func pipeline(_ statements: String...) throws {
            PQenterPipelineMode(connection)
            for statement in statements {
                let isSent =
                    statement.first == "@"
                    ? PQsendQueryPrepared(connection, String(statement.dropFirst()), 0, nil, nil, nil, 0)
                    : PQsendQueryParams(connection, statement, 0, nil, nil, nil, nil, 0)
                guard isSent == 1 else { throw Failure(description: message) }
            }
            guard PQpipelineSync(connection) == 1 else { throw Failure(description: message) }
            for _ in statements {
                try rows(of: PQgetResult(connection))
                // The end of the results of a statement.
                PQclear(PQgetResult(connection))
            }
            let end = PQgetResult(connection)
            defer { PQclear(end) }
            guard PQresultStatus(end) == PGRES_PIPELINE_SYNC else { throw Failure(description: message) }
            guard PQexitPipelineMode(connection) == 1 else { throw Failure(description: message) }
        }

        /// Returns the number of notifications that have arrived.
        func notifications() -> Int {
            var count = 0
            PQconsumeInput(connection)
            while let notification = PQnotifies(connection) {
                count += 1
                PQfreemem(notification)
            }
            return count
        }

        @discardableResult
        private func rows(of result: OpaquePointer?) throws -> [String] {
            defer { PQclear(result) }
            guard [PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) else {
                throw Failure(description: message)
            }
            return (0..<PQntuples(result)).map { String(cString: PQgetvalue(result, $0, 0)) }
        }
    }
#endif
