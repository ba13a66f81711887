#if DEBUG && (Hummingbird || App)
    import Foundation
    import Synchronization

    /// The process of chromedriver.
    struct Chromedriver: Sendable {
        /// The URL of its HTTP interface.
        let url: URL
        /// The folder for its browsers' profiles. It is deleted when the browsers end.
        let folder: URL

        /// Starts chromedriver on a free port.
        ///
        /// It ends with this process, however this process ends. A shell waits until its input is closed, and then
        /// kills the browsers, which would outlive their driver, and the driver. They inherit the signal mask of this
        /// process, so the shell uses SIGKILL, which cannot be masked. The browsers' helper processes end a little
        /// later and write files until then.
        static func start() async throws -> Chromedriver {
            guard let path = find("chromedriver"), find("chromium") != nil || find("chromium-browser") != nil else {
                throw BrowserFailure("Chromium or chromedriver is missing. Install them with: Scripts/setup test")
            }
            let process = Process()
            let (input, output) = (Pipe(), Pipe())
            process.executableURL = URL(filePath: "/bin/sh")
            let folder = FileManager.default.temporaryDirectory.appending(path: "millrace-browser-\(UUID().uuidString)")
            let script = """
                "$0" --port=0 </dev/null & cat >/dev/null
                kill -KILL $(cat /proc/$!/task/*/children) $!; wait; sleep 1; rm -rf "$1"
                """
            process.arguments = ["-c", script, path, folder.path]
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            pipes.withLock { $0 += [input, output] }
            let url = try await Task.detached { try findURL(in: output.fileHandleForReading) }.value
            return Chromedriver(url: url, folder: folder)
        }

        // The pipes are retained here: closing the input would end chromedriver.
        private static let pipes = Mutex<[Pipe]>([])

        private static func findURL(in output: FileHandle) throws -> URL {
            var text = ""
            while case let data = output.availableData, !data.isEmpty {
                text += String(decoding: data, as: UTF8.self)
                if let match = text.firstMatch(of: /started successfully on port (\d+)\./) {
                    return URL(string: "http://127.0.0.1:\(match.1)")!
                }
            }
            throw BrowserFailure("chromedriver did not start. Its output: \(text)")
        }

        private static func find(_ program: String) -> String? {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        }
    }

    /// A failure of the browser or its driver.
    struct BrowserFailure: Error, CustomStringConvertible {
        var description: String
        /// WebDriver's error code, such as "stale element reference". `nil` for a failure that WebDriver did not
        /// report.
        var code: String?

        init(_ description: String, code: String? = nil) { (self.description, self.code) = (description, code) }

        /// Whether the page changed between finding an element and clicking it, so that the click was not performed.
        var isMissedElement: Bool {
            ["stale element reference", "no such element", "element click intercepted"].contains(code)
        }

        /// Whether a script did not end, because the browser replaced its page. A wait for too long does not cause this
        /// failure: ``Browser/waitLimit`` is shorter than the limit of the driver.
        var isUnloadedPage: Bool { code == "script timeout" }
    }
#endif
