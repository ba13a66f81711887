#if PostgreSQL
    import Foundation

    /// Runs the programs of PostgreSQL, as the user postgres if this process belongs to root, because the server refuses root.
    struct PostgresPrograms: Sendable {
        private let environment: [String]
        /// The command before a program that belongs to the server; empty if no other user is needed.
        private let prefix: [String]

        init() {
            // Debian installs the programs of each version into a folder of its own.
            let debian = "/usr/lib/postgresql"
            let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []
            let newest = versions.max { (Double($0) ?? 0) < (Double($1) ?? 0) }
            let own = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            environment = ["PATH=\(newest.map { "\(debian)/\($0)/bin:" } ?? "")\(own)", "LC_ALL=C"]
            prefix =
                getuid() == 0
                ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--inh-caps=-all"] : []
        }

        /// Runs a shell script, whose arguments are $0 and the following, as the user of the server. Returns its output.
        func script(_ script: String, _ arguments: String...) async throws -> String {
            try await run(prefix + ["sh", "-c", script] + arguments)
        }

        /// Runs a program as this user. Returns its output.
        ///
        /// - Parameter variables: More variables of the environment, such as `NAME=value`.
        func run(_ command: [String], variables: [String] = []) async throws -> String {
            try await withCheckedThrowingContinuation { continuation in
                // On a thread of its own, because it waits.
                Thread { continuation.resume(with: Result { try output(of: command, variables) }) }.start()
            }
        }

        /// Starts a shell script as the user of the server, in a session of its own, so that it does not end with that of the tests. It
        /// receives the end of its input when this process has ended in any way.
        func begin(_ script: String, _ arguments: String...) throws {
            let command = ["setsid"] + prefix + ["sh", "-c", script] + arguments
            _ = try Spawn.start(command, environment: environment, input: Spawn.input())
        }

        /// Starts a program as this user. Returns its process, and the reading end of its output.
        func start(_ command: [String]) throws -> (pid_t, FileHandle) {
            let (reading, writing) = try Spawn.pipe()
            return (try Spawn.start(command, environment: environment, output: writing), reading)
        }

        private func output(of command: [String], _ variables: [String]) throws -> String {
            let output = try Spawn.file()
            let process = try Spawn.start(command, environment: environment + variables, output: output)
            let status = Spawn.wait(for: process)
            try output.seek(toOffset: 0)
            let data = try output.readToEnd() ?? Data()
            let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
            guard status == 0 else {
                throw Spawn.Failure(description: "This command failed: \(command.joined(separator: " ")): \(text)")
            }
            return text
        }
    }
#endif
