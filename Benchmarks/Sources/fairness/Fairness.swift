import Foundation
import LoopbackClients

/// Measures what a person notices of the loads that another address causes on the Notes example, one load after another.
///
/// The server runs on the first core. This process, which contains the victim, and that of the attackers run on the second one,
/// where the attackers have a lower priority. A load that misses a criterion is repeated: it passes if two of three runs do.
///
///     fairness PROGRAM [--seconds 30] [--only LOAD]
@main struct Fairness {
    private static let (serverCore, clientCore, taskset) = ("0", "1", "/usr/bin/taskset")
    private static let (maxRuns, neededRuns) = (3, 2)

    private let program: String
    private let seconds: Int

    static func main() async {
        // A connection that the server closes must not end this process.
        signal(SIGPIPE, SIG_IGN)
        let options = Options(CommandLine.arguments)
        do {
            if let port = options.port {
                let loads = Load.named(options.only)
                try Attacker.run(loads[0], port: port, seconds: Double(options.seconds))
            } else {
                try pinToClientCore()
                try await Fairness(program: options.program, seconds: options.seconds).run(options)
            }
        } catch {
            print("MISSED: the fairness benchmark runs to its end. Error: \(error)")
            exit(1)
        }
    }

    struct Options {
        var (program, seconds) = ("", 30)
        /// The only load to run. `nil` for all.
        var only: String?
        /// The port of the server, for the process of the attackers.
        var port: UInt16?

        init(_ arguments: [String]) {
            program = arguments.dropFirst().first ?? ""
            for (name, value) in zip(arguments, arguments.dropFirst()) {
                switch name {
                case "--seconds": seconds = Int(value) ?? seconds
                case "--only": only = value
                case "--port": port = UInt16(value)
                default: break
                }
            }
        }
    }

    private func run(_ options: Options) async throws {
        let loads = Load.named(options.only)
        if loads.isEmpty {
            throw ClientFailure("there is no load “\(options.only ?? "")”. The loads: \(Load.all.map(\.name))")
        }
        ChildProcess.write(line: LoadResult.header)
        var missed: [String] = []
        for load in loads {
            if let miss = try await check(load) { missed.append("MISSED: \(load.name): \(miss)") }
        }
        print(missed.joined(separator: "\n"))
        exit(missed.isEmpty ? 0 : 1)
    }

    /// Runs a load up to three times. Returns what it misses, if it does not pass.
    private func check(_ load: Load) async throws -> String? {
        var (passed, misses) = (0, [[String]]())
        while passed < (misses.isEmpty ? 1 : Self.neededRuns), misses.count <= Self.maxRuns - Self.neededRuns {
            let result = try await measure(load)
            ChildProcess.write(line: result.line)
            FileHandle.standardError.write(Data("    \(result.attacker)\n".utf8))
            if result.misses.isEmpty { passed += 1 } else { misses.append(result.misses) }
        }
        return misses.count > Self.maxRuns - Self.neededRuns ? misses.last?.joined(separator: "; ") : nil
    }

    /// Runs a load once, on a new server.
    private func measure(_ load: Load) async throws -> LoadResult {
        let server = try await NotesProgram(program, launcher: [Self.taskset, "-c", Self.serverCore]) {
            try SampleNotes.write(to: $0, more: load.importedNotes)
        }
        defer { server.stop() }
        try await server.waitForNotes(SampleNotes.count)
        let victim = try Victim(port: server.port)
        let attackers = ChildProcess.ofThisProgram(
            ["--only", load.name, "--port", "\(server.port)", "--seconds", "\(seconds)"],
            launcher: ["/usr/bin/nice", "-n", "10"])
        let output = Pipe()
        attackers.standardOutput = output
        try attackers.run()
        defer { attackers.waitUntilExit() }
        guard await ChildProcess.line(of: output.fileHandleForReading) == "ready" else {
            throw ClientFailure("the attackers of \(load.name) did not start")
        }
        victim.reset()
        let (memory, cpu) = (ServerMemory(of: server.id), server.cpuTime)
        let (start, busy) = (now(), CoreTime.busy(core: Self.serverCore))
        let summary = await ChildProcess.line(of: output.fileHandleForReading) ?? "the attackers ended early"
        let (largest, percent) = (memory.stop(), 1e8 / Double(now() - start))
        let own = (server.cpuTime - cpu) * percent
        let others = (CoreTime.busy(core: Self.serverCore) - busy) * percent - own
        let attacker = "the server used \(Int(own)) % of its core, and other programs \(Int(others)) %; \(summary)"
        return LoadResult(load: load.name, latencies: victim.stop(), memory: largest, attacker: attacker)
    }

    /// Runs this process, and those that it starts, on the core of the clients.
    private static func pinToClientCore() throws {
        let taskset = Process()
        taskset.executableURL = URL(filePath: Self.taskset)
        taskset.arguments = ["--all-tasks", "--cpu-list", "--pid", clientCore, "\(getpid())"]
        taskset.standardOutput = FileHandle.nullDevice
        try taskset.run()
        taskset.waitUntilExit()
        if taskset.terminationStatus != 0 { throw ClientFailure("this machine has fewer than two cores") }
    }
}
