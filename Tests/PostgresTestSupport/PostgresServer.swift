#if PostgreSQL
    import Foundation

    /// A PostgreSQL server with data of its own, on a Unix socket in a temporary folder. It ends with this process, also if that is
    /// killed, and its folder is removed.
    ///
    /// It writes to the disk as a server in production does: `fsync` and `synchronous_commit` are on.
    public struct PostgresServer: Sendable {
        /// The folder of the socket, the data and the log.
        public let folder: String
        let programs = PostgresPrograms()

        private static let common = Task { try await PostgresServer() }

        /// Returns the server that all tests of this process share. It is started first. Each test creates a database of its own.
        public static func shared() async throws -> PostgresServer { try await common.value }

        /// Creates and starts a server, for tests that stop it.
        ///
        /// - Parameter settings: Lines of `postgresql.conf`, such as `wal_level = logical`.
        public init(settings: [String] = []) async throws {
            // Short, because the path of a socket has at most 107 bytes.
            let create = "d=$(mktemp -d /tmp/millrace-postgres-XXXXXX) && echo $d && umask 077 && mkdir $d/data"
            folder = try await programs.script(create)
            try programs.begin(Self.ending, folder)
            let own = ["listen_addresses = ''", "unix_socket_directories = '\(folder)'", "max_connections = 200"]
            let lines = (own + ["fsync = on", "synchronous_commit = on"] + settings).joined(separator: "\n")
            _ = try await programs.script(Self.creation, folder, lines)
            try await start()
        }

        /// The arguments are the folder and the settings. The server reads and writes the cluster as it is, so its creation need not be
        /// on the disk.
        private static let creation = """
            initdb --pgdata "$0/data" --username postgres --auth trust --encoding UTF8 --locale C --no-sync &&
                printf '%s\\n' "$1" >>"$0/data/postgresql.conf"
            """

        /// Waits for the end of the input. Then it ends the server, and removes its folder.
        private static let ending = """
            cat >/dev/null; exec >/dev/null 2>&1
            pg_ctl --pgdata "$0/data" --wait --mode immediate stop; rm -rf "$0"
            """

        /// Starts the server, and returns when it accepts connections. It recovers what a crash has left.
        public func start() async throws {
            let start = """
                pg_ctl --pgdata "$0/data" --log "$0/log" --wait --timeout 600 --silent start ||
                    { tail -n 20 "$0/log"; exit 1; }
                """
            _ = try await programs.script(start, folder)
        }

        /// Stops the server, and returns when it has ended. Its connections end.
        ///
        /// - Parameter immediately: Whether it ends without a checkpoint, so that the next start recovers as after a crash. Defaults
        ///   to `false`.
        public func stop(immediately: Bool = false) async throws {
            let stop = #"pg_ctl --pgdata "$0/data" --wait --timeout 600 --silent --mode "$1" stop"#
            _ = try await programs.script(stop, folder, immediately ? "immediate" : "fast")
        }

        /// Stops the server, and starts it again.
        ///
        /// - Parameter immediately: Whether it ends without a checkpoint. Defaults to `false`.
        public func restart(immediately: Bool = false) async throws {
            try await stop(immediately: immediately)
            try await start()
        }

        /// Stops the server, and starts it as after a restore to a point in time: its log begins a new timeline.
        public func recover() async throws {
            try await stop()
            let prepare = """
                touch "$0/data/recovery.signal"
                printf '%s\\n' "restore_command = 'false'" "hot_standby = off" >>"$0/data/postgresql.conf"
                """
            _ = try await programs.script(prepare, folder)
            try await start()
        }

        /// Kills all processes of the server with SIGKILL, and returns when they have ended. ``start()`` starts it again.
        public func kill() async throws {
            // A stopped server starts no more processes. Each one is the leader of a process group. No other process removes the files of
            // a killed one, and the next start might find its number in use.
            let kill = """
                pid=$(head -n 1 "$0/data/postmaster.pid") && kill -STOP $pid &&
                    all="$pid $(cat /proc/$pid/task/$pid/children)" && kill -KILL $all || exit 1
                pidwait --pgroup "$(echo $all | tr ' ' ,)"
                rm -f "$0/data/postmaster.pid" "$0"/.s.PGSQL.*
                """
            _ = try await programs.script(kill, folder)
        }

        /// Returns what a client needs to connect.
        ///
        /// - Parameter database: The name of the database. Defaults to one in which no test writes.
        public func connectionString(database: String = "postgres") -> String {
            "host=\(folder) port=5432 user=postgres dbname=\(database)"
        }

        /// Returns what a client needs to connect, as a URL.
        public func url(database: String) -> String {
            "postgres:///\(database)?host=\(folder)&port=5432&user=postgres"
        }

        /// Creates a database, and returns its name.
        ///
        /// - Parameter original: The database that is copied. No connection uses it. Defaults to an empty one.
        public func createDatabase(copying original: String? = nil) async throws -> String {
            let name = "test_\(UUID().uuidString.lowercased().filter { $0 != "-" })"
            _ = try await query("CREATE DATABASE \(name) TEMPLATE \(original ?? "template0")")
            return name
        }

        /// Runs a program, such as a shell script, with a database named by its variable `DATABASE`. Returns its output.
        ///
        /// - Parameters:
        ///   - command: The path of the program, and its arguments.
        ///   - database: The name of the database.
        public func run(_ command: [String], database: String) async throws -> String {
            try await programs.run(command, variables: ["DATABASE=\(connectionString(database: database))"])
        }

        /// Runs statements with psql, and returns the rows: a line for each, with its columns separated by `|`.
        ///
        /// - Parameters:
        ///   - statements: The statements. psql stops at the first one that fails.
        ///   - database: The name of the database.
        public func query(_ statements: String, database: String = "postgres") async throws -> String {
            try await psql(connectionString(database: database), statements)
        }

        /// Runs statements with psql on another connection, such as that of a proxy.
        ///
        /// - Parameters:
        ///   - connection: What psql needs to connect.
        ///   - statements: The statements, each one a message of its own.
        public func psql(_ connection: String, _ statements: String...) async throws -> String {
            let options = ["--no-psqlrc", "--no-align", "--tuples-only", "--quiet", "--set=ON_ERROR_STOP=1"]
            let commands = statements.flatMap { ["--command", $0] }
            return try await programs.run(["psql", "--dbname", connection] + options + commands)
        }
    }
#endif
