#if PostgreSQL
    import CPostgreSQL
    import Foundation

    /// A statement with its parameters.
    struct PostgresStatement: Sendable {
        let sql: String
        let values: [PostgresValue]

        init(_ sql: String, _ values: PostgresValue...) { (self.sql, self.values) = (sql, values) }
    }

    /// A connection to PostgreSQL. It is used on one thread.
    final class PostgresConnection {
        private let connection: OpaquePointer
        /// The names of the prepared statements, by their text.
        private var prepared: [String: String] = [:]
        /// The maximum time without an answer, in seconds.
        private let timeout: Double
        /// When the time for the next answer is over.
        private var deadline = 0.0

        /// Connects.
        ///
        /// - Parameters:
        ///   - info: A connection string of libpq: words as in `host=db dbname=shop`, or a URL.
        ///   - timeout: The maximum time without an answer, in seconds. A lock can take as long.
        init(_ info: String, timeout: Double) throws(PostgresError) {
            self.timeout = timeout
            // Those before the string are defaults.
            let settings = [
                ("connect_timeout", "5"), ("tcp_user_timeout", "\(Int(timeout * 1_000))"),
                ("fallback_application_name", "millrace"), ("dbname", info), ("client_encoding", "UTF8"),
            ]
            let names = settings.map { strdup($0.0) }
            let values = settings.map { strdup($0.1) }
            defer { for text in names + values { free(text) } }
            let connection = PQconnectdbParams(
                names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
            guard let connection else { throw .lost(reason: "There is no memory for a connection.") }
            self.connection = connection
            guard PQstatus(connection) == CONNECTION_OK, PQsetnonblocking(connection, 1) == 0 else { throw lost() }
            // Otherwise, libpq prints notices.
            PQsetNoticeProcessor(connection, { _, _ in }, nil)
        }

        deinit { PQfinish(connection) }

        /// The id of the server's process.
        var process: Int32 { PQbackendPID(connection) }

        /// Whether no transaction is under way.
        var isIdle: Bool { PQtransactionStatus(connection) == PQTRANS_IDLE }

        /// The name of the database.
        var database: String { PQdb(connection).map { String(cString: $0) } ?? "" }

        /// Runs a statement, and returns its rows.
        @discardableResult
        func run(_ sql: String, _ values: PostgresValue...) throws(PostgresError) -> [PostgresRow] {
            try run([.init(sql, values)])[0].rows
        }

        /// The answer to a statement.
        struct Answer {
            let rows: [PostgresRow]
            /// The name of the command, such as `COMMIT`. A transaction that has failed answers `COMMIT` with `ROLLBACK`.
            let command: String
        }

        /// Runs statements, which are sent together. After the first one that is refused, none has an effect.
        func run(_ statements: [PostgresStatement]) throws(PostgresError) -> [Answer] {
            for statement in statements where prepared[statement.sql] == nil { try prepare(statement) }
            guard PQenterPipelineMode(connection) == 1 else { throw lost() }
            for statement in statements { try send(statement) }
            guard PQpipelineSync(connection) == 1 else { throw lost() }
            deadline = Self.now + timeout
            try flush()
            let (answers, refusal) = try answers()
            guard PQexitPipelineMode(connection) == 1 else { throw lost() }
            if let refusal { throw refusal }
            guard answers.count == statements.count else { throw .lost(reason: "The server has answered too little.") }
            return answers
        }

        private func prepare(_ statement: PostgresStatement) throws(PostgresError) {
            let name = "s\(prepared.count)"
            let types = statement.values.map(\.type)
            guard PQsendPrepare(connection, name, statement.sql, Int32(types.count), types) == 1 else { throw lost() }
            deadline = Self.now + timeout
            try flush()
            var refusal: PostgresError?
            while let result = try nextResult() {
                defer { PQclear(result) }
                if PQresultStatus(result) != PGRES_COMMAND_OK { refusal = refusal ?? self.refusal(result) }
            }
            if let refusal { throw refusal }
            prepared[statement.sql] = name
        }

        private func send(_ statement: PostgresStatement) throws(PostgresError) {
            let binaries = statement.values.map(\.binary)
            // Not empty, so that each pointer is valid.
            var all: [UInt8] = []
            for binary in binaries { all += binary ?? [] }
            all.append(0)
            let isSent = all.withUnsafeBytes { buffer in
                let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                var offset = 0
                let pointers: [UnsafePointer<CChar>?] = binaries.map { binary in
                    guard let binary else { return nil }
                    defer { offset += binary.count }
                    return start.map { $0 + offset }
                }
                return PQsendQueryPrepared(
                    connection, prepared[statement.sql] ?? "", Int32(binaries.count), pointers,
                    binaries.map { Int32($0?.count ?? 0) }, binaries.map { _ in 1 }, 1)
            }
            guard isSent == 1 else { throw lost() }
        }

        /// Reads the answers to the statements of a pipeline, up to its end or to the first that is refused.
        private func answers() throws(PostgresError) -> (answers: [Answer], refusal: PostgresError?) {
            var answers: [Answer] = []
            var refusal: PostgresError?
            while true {
                // Each answer ends with no result.
                guard let result = try nextResult() else {
                    guard PQstatus(connection) == CONNECTION_OK, Self.now < deadline else { throw lost() }
                    continue
                }
                defer { PQclear(result) }
                switch PQresultStatus(result) {
                case PGRES_PIPELINE_SYNC: return (answers, refusal)
                case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                    answers.append(Answer(rows: Self.rows(result), command: String(cString: PQcmdStatus(result))))
                case PGRES_PIPELINE_ABORTED: break
                default: refusal = refusal ?? self.refusal(result)
                }
            }
        }

        private static func rows(_ result: OpaquePointer) -> [PostgresRow] {
            let columns = PQnfields(result)
            return (0..<PQntuples(result)).map { row in
                PostgresRow(
                    (0..<columns).map { column in
                        if PQgetisnull(result, row, column) == 1 { return nil }
                        let start = UnsafeRawPointer(PQgetvalue(result, row, column))
                        return Array(UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column))))
                    })
            }
        }

        // MARK: Notifications

        /// Waits for notifications, and returns their texts.
        func notifications(atMost seconds: Double) throws(PostgresError) -> [String] {
            // Some can have arrived with an answer.
            let known = receivedNotifications()
            if !known.isEmpty { return known }
            if try !wait(for: Int16(POLLIN), until: Self.now + seconds) { return [] }
            guard PQconsumeInput(connection) == 1 else { throw lost() }
            return receivedNotifications()
        }

        private func receivedNotifications() -> [String] {
            var texts: [String] = []
            while let notification = PQnotifies(connection) {
                texts.append(String(cString: notification.pointee.extra))
                PQfreemem(notification)
            }
            return texts
        }

        // MARK: Waiting

        /// The time since any origin, in seconds. It goes on while the process or the machine is suspended.
        static var now: Double { (ContinuousClock.now - origin) / .seconds(1) }
        private static let origin = ContinuousClock.now

        private func flush() throws(PostgresError) {
            while true {
                switch PQflush(connection) {
                case 0: return
                case 1:
                    // The server may wait until its answers are read.
                    guard try wait(for: Int16(POLLIN | POLLOUT), until: deadline) else { throw Self.tooLate }
                    deadline = Self.now + timeout
                    guard PQconsumeInput(connection) == 1 else { throw lost() }
                default: throw lost()
                }
            }
        }

        private func nextResult() throws(PostgresError) -> OpaquePointer? {
            while PQisBusy(connection) == 1 {
                guard try wait(for: Int16(POLLIN), until: deadline) else { throw Self.tooLate }
                deadline = Self.now + timeout
                guard PQconsumeInput(connection) == 1 else { throw lost() }
            }
            return PQgetResult(connection)
        }

        /// Returns `false` if the time is over.
        private func wait(for events: Int16, until deadline: Double) throws(PostgresError) -> Bool {
            let socket = PQsocket(connection)
            guard socket >= 0 else { throw lost() }
            while true {
                let rest = deadline - Self.now
                if rest <= 0 { return false }
                var entry = pollfd(fd: socket, events: events, revents: 0)
                let count = poll(&entry, 1, Int32((rest * 1_000).rounded(.up)))
                if count > 0 { return true }
                if count < 0, errno != EINTR { throw lost() }
            }
        }

        private static let tooLate = PostgresError.lost(reason: "The server does not answer.")

        // MARK: Errors

        private func lost() -> PostgresError { .lost(reason: Self.line(PQerrorMessage(connection))) }

        private func refusal(_ result: OpaquePointer) -> PostgresError {
            let state = PQresultErrorField(result, 67).map { String(cString: $0) } ?? ""
            let reason = Self.line(PQresultErrorMessage(result))
            // The server ends the connection: class 57, without a statement that was cancelled, and class 08.
            let isEnd = state.isEmpty || state.hasPrefix("08") || state.hasPrefix("57P")
            return isEnd ? .lost(reason: reason) : .refused(state: state, reason: reason)
        }

        private static func line(_ message: UnsafePointer<CChar>?) -> String {
            let text = message.map { String(cString: $0) } ?? ""
            return text.split(separator: "\n").joined(separator: " ").trimmingCharacters(in: .whitespaces)
        }
    }

    extension PostgresStatement {
        init(_ sql: String, _ values: [PostgresValue]) { (self.sql, self.values) = (sql, values) }
    }
#endif
