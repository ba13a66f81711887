#if PostgreSQL
    import Foundation
    import Millrace

    /// The lease of this node, and the engines that it has.
    ///
    /// A node has a row in the table `node`, whose number is its token: each transaction of a turn locks this row, and fails if it is gone.
    /// Another node may delete it when the lease has ended by the server's clock. A node whose connection was lost gets another row, and
    /// its engines too.
    final class PostgresNode: Sendable {
        private struct State {
            /// The number of the row; 0 before the first.
            var number: Int64 = 0
            /// The numbers of the rows before. Engines can still name them as their owner.
            var earlier: [Int64] = []
            /// Until when this node may begin a transaction, by its own clock: two thirds of the lease.
            var deadline = -Double.infinity
            var engines: Set<String> = []
            /// The engines of sessions to which a browser is connected.
            var connected: Set<String> = []
            /// The turns of engines whose commits were not confirmed. They can be stored nevertheless.
            var unconfirmed: [String: UInt64] = [:]
            /// The engines that were given up, and that a later row does not get.
            var released: Set<String> = []
            /// The server of the last row.
            var server: String?
            /// The numbers of all rows of this node.
            var own: Set<Int64> = []
            var receive: (@Sendable (BackendEvent) -> Void)?
            /// The name of the origin of the data; `nil` until it is read with this lease.
            var generation: String?
            /// The migrations that this build knows.
            var migrations: [String] = []
            var status = DurableStatus.working

            mutating func remove(_ removed: some Sequence<String>) {
                engines.subtract(removed)
                connected.subtract(removed)
                for engine in removed { unconfirmed[engine] = nil }
            }
        }

        /// The time of a lease, in seconds.
        let lease: Double
        private let name: String
        private let state = Lock(State())

        init(_ name: String, lease: Double) { (self.name, self.lease) = (name, lease) }

        var number: Int64 { state.withLock { $0.number } }
        var isValid: Bool { state.withLock { PostgresConnection.now < $0.deadline } }
        var engines: Set<String> { state.withLock { $0.engines } }

        /// The migrations that this build knows.
        var migrations: [String] {
            get { state.withLock { $0.migrations } }
            set { state.withLock { $0.migrations = newValue } }
        }
        var status: DurableStatus { state.withLock { $0.status } }

        /// The name of the origin of the data; `nil` until it is read with this lease.
        var generation: String? {
            get { state.withLock { $0.generation } }
            set { state.withLock { $0.generation = newValue } }
        }

        // MARK: Events

        func onEvent(_ receive: @escaping @Sendable (BackendEvent) -> Void) { state.withLock { $0.receive = receive } }

        func send(_ event: BackendEvent) { state.withLock { $0.receive }?(event) }

        /// Passes the status on, if it has changed. The age of a transaction is no change.
        func setStatus(_ status: DurableStatus) {
            let hasChanged = state.withLock { state in
                defer { state.status = status }
                return state.status.kind != status.kind
            }
            if hasChanged { send(.status(status)) }
        }

        // MARK: Engines

        func add(_ engine: String) {
            state.withLock { state in
                state.engines.insert(engine)
                state.released.remove(engine)
            }
        }

        func remove(_ engine: String) {
            state.withLock { state in
                state.remove([engine])
                state.released.insert(engine)
            }
        }

        /// Notes that the storage has the release of an engine, or that the engine is claimed again.
        func noteReleased(_ engine: String) { state.withLock { _ = $0.released.remove(engine) } }

        var unconfirmed: [String: UInt64] { state.withLock { $0.unconfirmed } }

        /// Notes the turns of engines that are about to be committed.
        func noteCommit(of turns: [String: UInt64]) { state.withLock { $0.unconfirmed.merge(turns) { $1 } } }

        /// Notes the stored turns of engines, and whether browsers are connected to their sessions.
        func noteStored(_ turns: [String: UInt64], isConnected: [String: Bool]) {
            for engine in turns.keys { add(engine) }
            state.withLock { state in
                for (engine, turn) in turns where state.unconfirmed[engine] == turn { state.unconfirmed[engine] = nil }
                for (engine, isConnected) in isConnected {
                    if isConnected, state.engines.contains(engine) {
                        state.connected.insert(engine)
                    } else {
                        state.connected.remove(engine)
                    }
                }
            }
        }

        /// The numbers of all rows that this node has had.
        var own: Set<Int64> { state.withLock { $0.own } }

        // MARK: The lease

        /// Inserts a row for this node, and gives it the engines of its earlier rows.
        ///
        /// - Parameter connection: The connection of the writer. Its process is ended if another node takes the engines while a
        ///   transaction is under way.
        /// - Throws: `lost`, also if a statement is refused: then the connection must be replaced.
        func register(on connection: PostgresConnection) throws(PostgresError) {
            do throws(PostgresError) { try insert(on: connection) } catch { throw .lost(reason: error.reason) }
        }

        private func insert(on connection: PostgresConnection) throws(PostgresError) {
            let server = try PostgresSchema.adopt(connection)
            let isSame = state.withLock { state in
                defer { state.server = server }
                return [nil, server].contains(state.server)
            }
            generation = nil
            let begin = PostgresConnection.now
            let rows = try connection.run(
                """
                INSERT INTO millrace.node (name, process, started, expires)
                SELECT $1, pid, backend_start, clock_timestamp() + $2 * interval '1 second'
                FROM pg_stat_activity WHERE pid = pg_backend_pid() RETURNING number
                """, .text(name), .real(lease))
            let number = rows[0].integer(0)
            let (earlier, released) = state.withLock { state in
                if state.number != 0 { state.earlier.append(state.number) }
                (state.number, state.deadline) = (number, -.infinity)
                state.own.insert(number)
                return (state.earlier, Array(state.released))
            }
            // Whether an earlier transaction was committed is known when its row is gone.
            for old in earlier { try Self.fence(old, onlyExpired: false, connection) }
            // Another server can lack their last turns and messages, so they are opened again.
            let inherited =
                isSame
                ? try connection.run(
                    "UPDATE millrace.engine SET owner = $1 WHERE owner = ANY($2) AND name <> ALL($3) RETURNING name",
                    .integer(number), .integers(earlier), .texts(released)) : []
            let names = Set(inherited.map { $0.text(0) })
            // Another node has ended their sessions with the lease.
            let connected = state.withLock { $0.connected.intersection(names) }
            _ = try connection.run([PostgresSessions.write(nil, of: Array(connected), by: number)])
            let lost = state.withLock { state in
                let lost = state.engines.subtracting(names)
                state.remove(lost)
                state.earlier = []
                state.deadline = begin + lease * 2 / 3
                return lost
            }
            for engine in lost { send(.lost(engine: engine)) }
        }

        /// Extends the lease. Returns `false` if another node has ended it.
        func renew(on connection: PostgresConnection) throws(PostgresError) -> Bool {
            let (begin, number) = (PostgresConnection.now, number)
            let rows = try connection.run(
                """
                UPDATE millrace.node SET expires = clock_timestamp() + $1 * interval '1 second' WHERE number = $2
                RETURNING number
                """, .real(lease), .integer(number))
            if rows.isEmpty { return false }
            state.withLock { if $0.number == number { $0.deadline = max($0.deadline, begin + lease * 2 / 3) } }
            return true
        }

        /// Ends the lease of this node: others can take its engines at once.
        func end(on connection: PostgresConnection) throws(PostgresError) {
            try connection.transaction { () throws(PostgresError) in
                let rows = try connection.run(
                    "DELETE FROM millrace.node WHERE number = $1 RETURNING number", .integer(number))
                // Another node can have its engines.
                if !rows.isEmpty { try connection.run(PostgresSessions.end, .integer(number)) }
            }
        }

        /// Ends the leases of other nodes that are over. Returns whether there were some.
        func endExpired(on connection: PostgresConnection) throws(PostgresError) -> Bool {
            let expired = try connection.run(
                "SELECT number FROM millrace.node WHERE expires < clock_timestamp() AND number <> $1", .integer(number))
            for row in expired {
                // A transaction that does not end yet is tried again, so that the own lease is extended meanwhile.
                do throws(PostgresError) {
                    try Self.fence(row.integer(0), onlyExpired: true, attempts: 1, connection)
                } catch {
                    guard error.isLockTimeout else { throw error }
                }
            }
            return !expired.isEmpty
        }

        /// Deletes the row of a node, whose engines have no owner then. Waits for a transaction of that node, and ends it if it takes long.
        ///
        /// - Parameter attempts: How often it waits. Defaults to 20.
        /// - Throws: The time-out of a lock, if the transaction does not end.
        static func fence(
            _ number: Int64, onlyExpired: Bool, attempts: Int = 20, _ connection: PostgresConnection
        ) throws(PostgresError) {
            var refusal: PostgresError?
            for _ in 0..<attempts {
                do throws(PostgresError) { return try delete(number, onlyExpired: onlyExpired, connection) } catch {
                    guard error.isLockTimeout else { throw error }
                    refusal = error
                }
                try connection.run(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN millrace.node
                    ON pid = process AND backend_start = started WHERE number = $1
                    """, .integer(number))
            }
            if let refusal { throw refusal }
        }

        private static func delete(
            _ number: Int64, onlyExpired: Bool, _ connection: PostgresConnection
        ) throws(PostgresError) {
            try connection.transaction { () throws(PostgresError) in
                try connection.run("SET LOCAL lock_timeout = '250ms'")
                let rows = try connection.run(
                    "DELETE FROM millrace.node WHERE number = $1\(onlyExpired ? " AND expires < clock_timestamp()" : "") RETURNING number",
                    .integer(number))
                if !rows.isEmpty, onlyExpired { try connection.run(PostgresSessions.end, .integer(number)) }
            }
        }
    }

    extension DurableStatus {
        /// Distinguishes the cases, and the transactions that stall messages.
        fileprivate var kind: Int32 {
            switch self {
            case .working: -1
            case .unreachable: -2
            case .stalled(let process, _, _): process
            }
        }
    }
#endif
