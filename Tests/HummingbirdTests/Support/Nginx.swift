#if Hummingbird || App
    import Foundation
    import Millrace

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// The proxy nginx. `Scripts/setup test` installs nginx and OpenSSL.
    struct Nginx {
        /// The first of its ports.
        let port: UInt16
        /// The process ends when this pipe is closed.
        private let input = Pipe()

        private struct Failure: Error { var description: String }

        /// Starts nginx. A port can be taken by another process before nginx listens on it, so this tries five times.
        ///
        /// - Parameters:
        ///   - count: The number of free ports that the configuration needs. Defaults to 1.
        ///   - configuration: Returns the servers.
        static func start(ports count: Int = 1, _ configuration: ([UInt16]) throws -> String) async throws -> Nginx {
            for _ in 0..<4 {
                if let nginx = try? await Nginx(ports: count, configuration) { return nginx }
            }
            return try await Nginx(ports: count, configuration)
        }

        private init(ports count: Int, _ configuration: ([UInt16]) throws -> String) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "millrace-nginx-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // All are in use at the same time, so they differ.
            let ports = try (0..<count).map { _ in try ListeningSocket() }.map(\.port)
            port = ports[0]
            try Data(Self.configuration(try configuration(ports)).utf8).write(to: folder.appending(path: "nginx.conf"))
            try await run(in: folder)
        }

        /// Starts nginx with a new certificate, and returns when it listens.
        private func run(in folder: URL) async throws {
            let script = """
                cd "$0"; openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 \
                    -subj /CN=notes.example -keyout key.pem -out certificate.pem 2>&1
                exec 3<&0; nginx -p "$0" -c nginx.conf -e stderr </dev/null 2>&1 & nginx=$!
                (cat <&3; kill -KILL $nginx) >/dev/null 2>&1 & exec 2>/dev/null; wait $nginx; rm -rf "$0"
                """
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", script, folder.path]
            // Debian installs nginx into a folder that is in the search path of root only.
            process.environment = ["PATH": "/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/bin"]
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            // On a thread of its own, because reading blocks.
            let text = await withCheckedContinuation { continuation in
                Thread { continuation.resume(returning: Self.readStart(output.fileHandleForReading)) }.start()
            }
            if !text.contains(Self.started) {
                throw Failure(description: "nginx did not start. Run Scripts/setup test. Its output: \(text)")
            }
        }

        /// nginx listens before it writes this.
        private static let started = "event method"

        /// Returns the output until nginx listens or ends.
        private static func readStart(_ output: FileHandle) -> String {
            var text = ""
            while !text.contains(started), case let data = output.availableData, !data.isEmpty {
                text += String(decoding: data, as: UTF8.self)
            }
            return text
        }

        private static func configuration(_ servers: String) -> String {
            let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \($0);" }
            return """
                pid nginx.pid;
                error_log stderr notice;
                daemon off;
                master_process off;
                events {}
                http {
                    access_log off;
                    \(temporary.joined(separator: "\n"))
                    \(servers)
                }
                """
        }
    }
#endif
