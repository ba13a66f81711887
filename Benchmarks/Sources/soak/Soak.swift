import Counting
import Foundation
import LoopbackClients
import MillraceHummingbird
import MillraceKit
import Synchronization

/// Measures the memory of idle sessions. Changes many pages for a minute. Measures the bytes of a change, its latency and the
/// memory of a session, and checks that all sessions end. Then measures the CPU time of reordering many rows, the presses that
/// an overloaded server answers, and the memory that sessions leave which end early.
///
///     soak [--pages 200] [--seconds 60] [--rate 20] [--rounds 1] [--only memory]
///     soak --notes PROGRAM [--notes OTHER]
@main struct Soak {
    static func main() async {
        let options = Options(CommandLine.arguments)
        do {
            if let port = options.port {
                try runClients(options, port)
            } else if !options.notes.isEmpty {
                for program in options.notes { try await NotesCapacity(program: program).run() }
            } else {
                try await Soak(options).run()
            }
        } catch {
            // An uncaught error would print a backtrace of all threads.
            if options.port == nil {
                print("MISSED: the soak test runs to its end. Error: \(error)")
            } else {
                FileHandle.standardError.write(Data("The clients have failed: \(error)\n".utf8))
            }
            exit(1)
        }
    }

    /// Runs the process of the clients.
    private static func runClients(_ options: Options, _ port: UInt16) throws {
        if options.earlyEnds > 0 { return try Clients.requestEarlyEnds(options.earlyEnds, port: port) }
        var clients = try Clients(count: options.pages, port: port)
        if options.presses > 0 { try clients.pressOnce() }
        ChildProcess.write(line: "ready")
        let report =
            options.presses > 0
            ? try clients.press(perSecond: options.presses, for: options.seconds) : try clients.run()
        ChildProcess.write(line: String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
    }

    struct Options {
        var (pages, seconds, rate, rounds) = (200, 60, 20, 1)
        /// The only workload to run. `nil` for all.
        var only: String?
        /// The programs of the Notes example to measure instead, one after the other.
        var notes: [String] = []
        /// For the process of the clients: the presses per second, or the number of requests whose sessions end early.
        var (presses, earlyEnds) = (0, 0)
        /// The port of the server, for the process of the clients.
        var port: UInt16?

        init(_ arguments: [String]) {
            for (name, value) in zip(arguments, arguments.dropFirst()) {
                switch name {
                case "--pages": pages = Int(value) ?? pages
                case "--seconds": seconds = Int(value) ?? seconds
                case "--rate": rate = Int(value) ?? rate
                case "--rounds": rounds = Int(value) ?? rounds
                case "--only": only = value
                case "--notes": notes.append(value)
                case "--presses": presses = Int(value) ?? presses
                case "--early-ends": earlyEnds = Int(value) ?? earlyEnds
                case "--port": port = UInt16(value)
                default: break
                }
            }
        }
    }

    private let options: Options
    let sessions = Sessions()
    let posts: Posts
    private let server: WebServer

    /// The number of posts in the next sessions.
    final class Posts: Sendable { let count = Mutex(20) }

    init(_ options: Options) throws {
        self.options = options
        let posts = Posts()
        self.posts = posts
        server = WebServer(
            port: 0, Self.configuration(pages: max(options.pages, 100)),
            sessions: .perTab { [sessions] session in
                let (engine, end) = (Engine(), sessions.makeEnd())
                engine.handle(Ping.self) { _ in withExtendedLifetime(end) {} }
                let navigator = Navigator(root: Feed(posts: posts.count.withLock { $0 }), on: engine)
                if let store = navigator.store(of: Feed.self) {
                    sessions.add(store.inbox(capacity: 64, policy: .dropOldest), session)
                }
                return navigator
            })
    }

    /// The configuration of a server whose pages are all open at one address.
    static func configuration(pages: Int) -> LivePages.Configuration {
        var configuration = LivePages.Configuration()
        // One address has at most half of each.
        configuration.limits.sessions = pages * 4
        configuration.limits.sessionMemory = .max
        configuration.limits.connections = pages * 6
        configuration.limits.sessionTimeout = .milliseconds(200)
        configuration.limits.messagesPerSecond = 100_000
        configuration.logger.logLevel = .error
        return configuration
    }

    func run() async throws {
        let running = Task { [server] in try await server.run() }
        // Allocates everything that is allocated only once.
        try await round(pages: options.pages, seconds: 1, isMeasured: false)
        try await measureIdleSessions()
        if options.only == nil {
            for _ in 0..<options.rounds {
                try await round(pages: options.pages, seconds: options.seconds, isMeasured: true)
            }
            try await compareOrders()
            try await measureOverload(pages: options.pages)
            try await endEarly()
        }
        running.cancel()
        try await running.value
    }

    private func round(pages: Int, seconds: Int, isMeasured: Bool) async throws {
        release_free_memory()
        let (before, bytesBefore) = (Self.memory, memory_in_use())
        var (during, after) = (0, 0)
        let report = try await withClients(pages: pages) {
            during = Self.memory
            try await change(for: seconds)
            after = Self.memory
        }
        release_free_memory()
        if isMeasured {
            printReport(report, [before, during, after, Self.memory], bytesLeft: memory_in_use() - bytesBefore)
        }
    }

    /// Connects a client for each page, runs `body`, and waits until the clients and their sessions have ended.
    ///
    /// - Parameter arguments: Further arguments of the clients' process.
    func withClients(
        pages: Int, arguments: [String] = [], _ body: () async throws -> Void
    ) async throws -> Clients.Report {
        let child = ChildProcess.ofThisProgram(
            ["--port", "\(try await server.port)", "--pages", "\(pages)"] + arguments)
        let (input, output) = (Pipe(), Pipe())
        (child.standardInput, child.standardOutput) = (input, output)
        try child.run()
        let lines = output.fileHandleForReading
        guard await ChildProcess.line(of: lines) == "ready" else { throw ClientFailure("the clients did not start") }
        try await body()
        try input.fileHandleForWriting.close()
        guard let line = await ChildProcess.line(of: lines) else {
            throw ClientFailure("the clients returned no report")
        }
        child.waitUntilExit()
        sessions.forget()
        // A session without a connection ends after its idle time.
        await sessions.waitForEnd(of: pages)
        return try JSONDecoder().decode(Clients.Report.self, from: Data(line.utf8))
    }

    private func change(for seconds: Int) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        for number in 0..<(seconds * options.rate) {
            sessions.send(.changed(number, at: now()))
            try await clock.sleep(until: start + .seconds(1) / options.rate * (number + 1))
        }
    }

    private func printReport(_ report: Clients.Report, _ memory: [Int], bytesLeft: Int) {
        let delays = report.delays.map { String(format: "%.2f", Double($0) / 1e6) }
        let expected = options.pages * options.seconds * options.rate
        let bytes = Double(report.bytes) / Double(max(report.frames, 1))
        print("\(options.pages) pages, \(options.rate) changes a second, \(options.seconds) seconds")
        print("changes received            \(report.frames) of \(expected)")
        print("bytes per change            \(String(format: "%.0f", bytes)); the document has \(report.documentBytes)")
        print("ratio to the document       \(String(format: "%.4f", bytes / Double(report.documentBytes)))")
        if delays.count == 3 {
            print("latency in ms               \(delays[0]) median, \(delays[1]) 99th percentile, \(delays[2]) maximum")
        }
        print(
            "KB per session              \((memory[1] - memory[0]) / options.pages) idle, \((memory[2] - memory[0]) / options.pages) while changing"
        )
        let kept = "\(memory[3] - memory[0]) including free memory"
        print("additional KB at the end    \(bytesLeft / 1_024) in use, \(kept)")
        print("remaining sessions          \(sessions.count)")
        // A slow page receives several changes in one frame.
        let isRight = report.frames * 100 >= expected * 90 && sessions.count == 0 && bytesLeft < 262_144
        if !isRight {
            print(
                "MISSED: at least 90 % of the changes in separate frames, no remaining session, and less than 256 KB in use at the end."
            )
            exit(1)
        }
    }

    /// The resident memory of the process, in kilobytes.
    static var memory: Int { ChildProcess.memory() / 1_024 }
}
