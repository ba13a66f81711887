#if PostgreSQL
    /// The tables, which are in the schema `millrace` of a database.
    enum PostgresSchema {
        /// The version of the tables. A database with a higher version is refused.
        private static let format: Int64 = 1

        /// Creates the tables if they are missing, and checks their version.
        static func prepare(_ connection: PostgresConnection, _ database: String) throws(DurableError) {
            do throws(PostgresError) {
                if try !exists(connection) { try create(connection) }
                let version = try connection.run("SELECT format FROM millrace.origin")[0].integer(0)
                guard version <= format else { throw .newer(Int(version)) }
                try adopt(connection)
            } catch {
                if case .newer(let version) = error { throw .newerFormat(file: database, version: version) }
                throw .cannotOpen(file: database, reason: error.reason)
            }
        }

        /// Whether the tables exist. This reads the catalog, because `to_regclass` looks into a cache, which can be older than a lock that this
        /// connection has got meanwhile.
        private static func exists(_ connection: PostgresConnection) throws(PostgresError) -> Bool {
            let tables = "SELECT FROM pg_tables WHERE schemaname = 'millrace' AND tablename = 'origin'"
            return try connection.run("SELECT EXISTS (\(tables))")[0].bool(0)
        }

        /// Each part of a transaction that only one node runs at a time.
        private static func exclusively(
            _ connection: PostgresConnection, _ body: () throws(PostgresError) -> Void
        ) throws(PostgresError) {
            try connection.transaction { () throws(PostgresError) in
                try connection.run("SELECT pg_advisory_xact_lock(5571230846)")
                try body()
            }
        }

        private static func create(_ connection: PostgresConnection) throws(PostgresError) {
            try exclusively(connection) { () throws(PostgresError) in
                // Another node may have created them meanwhile.
                if try exists(connection) { return }
                for statement in tables.split(separator: ";") { try connection.run(String(statement)) }
                try connection.run(
                    "INSERT INTO millrace.origin SELECT $1, \(server), $2 FROM pg_control_system()",
                    .text(DurableStorage.makeGeneration()), .integer(format))
            }
        }

        /// Identifies a database of a server.
        private static let database = """
            system_identifier || '.' || (SELECT oid FROM pg_database WHERE datname = current_database())
            """
        /// Identifies the same, and the timeline of its log. A replica that replaces a server, or a restore to a point in time, begins one.
        private static let server = "\(database) || '.' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"

        /// Gives another name to data of another origin, and prepares a copy.
        ///
        /// Call it with each new connection of the writer: a replica can have replaced the server, without the last commits.
        ///
        /// - Returns: The identity of the server.
        @discardableResult
        static func adopt(_ connection: PostgresConnection) throws(PostgresError) -> String {
            try renameData(connection)
            return try connection.run("SELECT server FROM millrace.origin")[0].text(0)
        }

        private static func renameData(_ connection: PostgresConnection) throws(PostgresError) {
            let state = """
                SELECT server <> \(server), server NOT LIKE \(database) || '.%'
                FROM millrace.origin, pg_control_system()
                """
            guard try connection.run(state)[0].bool(0) else { return }
            try exclusively(connection) { () throws(PostgresError) in
                let row = try connection.run(state)[0]
                if !row.bool(0) { return }
                if row.bool(1) { try prepareCopy(connection) }
                try connection.run(
                    "UPDATE millrace.origin SET generation = $1, server = \(server) FROM pg_control_system()",
                    .text(DurableStorage.makeGeneration()))
            }
        }

        /// Prepares a restored copy: the numbers of its transactions are not those of this server, and its nodes do not exist.
        private static func prepareCopy(_ connection: PostgresConnection) throws(PostgresError) {
            try connection.run("DELETE FROM millrace.node")
            try connection.run("UPDATE millrace.engine SET owner = NULL WHERE owner IS NOT NULL")
            // Their browsers are not connected to the copy.
            try connection.run(
                "UPDATE millrace.session SET endtime = extract(epoch FROM clock_timestamp()) WHERE endtime IS NULL")
            // In two steps, because no two messages may have one position meanwhile.
            let order = "SELECT position, row_number() OVER (ORDER BY position) AS place FROM millrace.inbox"
            for start in ["-4000000000000000000 + ", ""] {
                try connection.run(
                    """
                    UPDATE millrace.inbox SET position = \(start)place FROM (\(order)) AS ordered
                    WHERE inbox.position = ordered.position
                    """)
            }
        }

        /// Texts can contain null characters, which the type `text` refuses. Only the names of engines are of this type.
        private static let tables = """
            CREATE SCHEMA IF NOT EXISTS millrace;
            CREATE TABLE millrace.origin (generation text NOT NULL, server text NOT NULL, format bigint NOT NULL);
            CREATE TABLE millrace.node (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, process integer NOT NULL,
                started timestamptz, expires timestamptz NOT NULL);
            CREATE TABLE millrace.engine (
                name text PRIMARY KEY, owner bigint, version bigint NOT NULL, turn bigint NOT NULL DEFAULT 0,
                lastnumber bigint NOT NULL DEFAULT 0, time double precision NOT NULL DEFAULT 0,
                segment bigint NOT NULL DEFAULT 0, segmentbytes bigint NOT NULL DEFAULT 0);
            CREATE INDEX ON millrace.engine (owner);
            CREATE TABLE millrace.entry (
                engine text NOT NULL, kind text NOT NULL, store bytea NOT NULL, part bytea NOT NULL, key bytea NOT NULL,
                position bigint NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (engine, kind, store, part, key));
            CREATE INDEX ON millrace.entry (engine) WHERE kind = 'work';
            CREATE TABLE millrace.message (
                engine text NOT NULL, id bytea NOT NULL, turn bigint NOT NULL, time double precision NOT NULL,
                PRIMARY KEY (engine, id));
            CREATE INDEX ON millrace.message (engine, time);
            CREATE TABLE millrace.inbox (position bigint PRIMARY KEY, engine text NOT NULL, bytes bytea NOT NULL);
            CREATE INDEX ON millrace.inbox (engine, position);
            CREATE TABLE millrace.session (
                number bigint GENERATED ALWAYS AS IDENTITY, engine text PRIMARY KEY, id bytea NOT NULL,
                owner bytea NOT NULL, address bytea NOT NULL, endtime double precision);
            CREATE INDEX ON millrace.session (id);
            CREATE INDEX ON millrace.session (endtime);
            CREATE TABLE millrace.base (
                engine text NOT NULL, segment bigint NOT NULL, store bytea NOT NULL, part bytea NOT NULL,
                key bytea NOT NULL, position bigint NOT NULL, bytes bytea NOT NULL,
                PRIMARY KEY (engine, segment, store, part, key));
            CREATE TABLE millrace.past (
                engine text NOT NULL, segment bigint NOT NULL, turn bigint NOT NULL, digest bigint NOT NULL,
                bytes bytea NOT NULL, PRIMARY KEY (engine, segment, turn));
            CREATE TABLE millrace.migration (position bigint PRIMARY KEY, name bytea NOT NULL);
            CREATE TABLE millrace.value (name text PRIMARY KEY, bytes bytea NOT NULL);
            CREATE UNLOGGED TABLE millrace.relay (
                position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, connection text NOT NULL, bytes bytea NOT NULL,
                time timestamptz NOT NULL DEFAULT clock_timestamp());
            CREATE INDEX ON millrace.relay (connection, position)
            """
    }

    extension PostgresConnection {
        /// Runs `body` in a transaction.
        func transaction<Result>(
            _ body: () throws(PostgresError) -> Result
        ) throws(PostgresError) -> Result {
            try run("BEGIN ISOLATION LEVEL READ COMMITTED")
            let result: Result
            do { result = try body() } catch {
                if case .refused = error { try run("ROLLBACK") }
                throw error
            }
            try commit([])
            return result
        }

        /// Runs statements, and commits their transaction.
        @discardableResult
        func commit(_ statements: [PostgresStatement]) throws(PostgresError) -> [Answer] {
            let answers: [Answer]
            do { answers = try run(statements + [PostgresStatement("COMMIT")]) } catch {
                if case .refused = error { try run("ROLLBACK") }
                throw error
            }
            // It is ROLLBACK if the transaction had failed.
            guard answers.last?.command == "COMMIT" else {
                throw .refused(state: "25000", reason: "The transaction was not committed.")
            }
            return answers
        }
    }
#endif
