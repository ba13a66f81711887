#if os(Linux) || os(macOS)
    import Foundation
    import MillraceJournal

    /// A program that this process runs.
    package struct Program {
        /// Whether this process runs inside `swift package`, which holds the lock of the build folder.
        static let isPlugin = ProcessInfo.processInfo.environment["MILLRACE_PLUGIN"] != nil

        private let arguments: [String]
        private let environment: [String: String]

        package init(_ arguments: [String], environment: [String: String] = [:]) {
            (self.arguments, self.environment) = (arguments, environment)
        }

        /// Runs the program and returns its status and its output. Shows the passed time after each second.
        package func run(
            _ console: Console, saying activity: String
        ) throws(ToolError) -> (status: Int32, output: String) {
            let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: file) }
            let process = Process()
            let end = DispatchSemaphore(value: 0)
            do {
                try Data().write(to: file)
                let output = try FileHandle(forWritingTo: file)
                process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                process.arguments = arguments
                process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
                (process.standardOutput, process.standardError) = (output, output)
                process.standardInput = FileHandle.nullDevice
                process.terminationHandler = { _ in end.signal() }
                try process.run()
            } catch {
                throw ToolError("The program \(arguments[0]) cannot be started: \(FileError.reason(of: error))")
            }
            let start = ContinuousClock.now
            while end.wait(timeout: .now() + 1) == .timedOut {
                console.progress("\(activity): \((ContinuousClock.now - start).components.seconds) s")
            }
            if ContinuousClock.now - start >= .seconds(1) { console.progress("") }
            let output = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            return (process.terminationStatus, output)
        }
    }
#endif
