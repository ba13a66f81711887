import AppNameCore
import AppNameStorage
import Foundation
import MillraceDurable
import MillraceKit

/// The program: counts the files that the standard input names, one in each line. `DATA` names the folder of the counts. The argument
/// `retry` or `drop` retries or drops the failed files and the dead letters, in place of reading the input.
@main @MainActor struct Program {
    private let engine: DurableEngine
    private let worker: Store<WordCounts>
    private let events = Events()

    static func main() async {
        do { exit(try await run()) } catch {
            print(to: .standardError, "appname: \(error)")
            exit(1)
        }
    }

    /// Opens the storage, runs the worker, and stores everything. Returns the status of the program.
    private static func run() async throws -> Int32 {
        let environment = ProcessInfo.processInfo.environment
        let folder = URL(fileURLWithPath: environment["DATA"] ?? "data", isDirectory: true)

        // It locks its file, so no second program writes the counts in this folder.
        let storage = try await DurableStorage(sqlite: folder.appending(path: "worker.sqlite").path)
        let engine = try await storage.engine("worker")
        engine.registerHandlers(of: try Files(folder: folder))
        let program = Program(engine: engine, worker: try engine.store("counts", WordCounts.State(), WordCounts()))
        let reports = engine.engine.listen(to: Report.self) { report in
            switch report {
            case .counted(let count): print(to: .standardOutput, "\(count.words) \(count.file)")
            case .failed(let failure): print(to: .standardError, "appname: \(failure)")
            }
        }
        try await engine.resume()
        program.printStatus()
        try program.begin(CommandLine.arguments.dropFirst().first)
        try await program.work()
        try await engine.suspend()
        reports.cancel()
        await storage.close()
        program.printStatus()
        return program.worker.state.failed.isEmpty && engine.deadLetters.isEmpty ? 0 : 1
    }

    /// Begins to read the input, or does what the argument says.
    private func begin(_ argument: String?) throws {
        switch argument {
        case nil: return events.readInput()
        case "retry":
            for letter in engine.deadLetters { try engine.retry(letter.id) }
            for file in worker.state.failed { worker.send(.retry(file)) }
        case "drop":
            for letter in engine.deadLetters { try engine.drop(letter.id) }
            for file in worker.state.failed { worker.send(.forget(file)) }
        case let unknown?: throw FileFailure("The argument \(unknown) is not retry or drop.")
        }
        stopWhenFinished()
    }

    /// Works until the input has ended and all files have a result, or until a signal arrives.
    private func work() async throws {
        for await event in events.stream {
            switch event {
            case .line(let file) where !file.isEmpty:
                // The path is also the id of the message, so a repeated input changes nothing.
                let receipt = try await worker.send(.count(file), id: file)
                if receipt.isRepeat { Self.print(to: .standardError, "appname: \(file) was named before") }
            case .line: break
            case .endOfInput:
                try await engine.stored()
                Self.print(to: .standardError, "appname: the input is stored")
                stopWhenFinished()
            case .stop: return
            }
        }
    }

    /// Stops the program when only dead letters have no result.
    private func stopWhenFinished() {
        Task {
            for await pending in worker.values(of: \.pending) where pending == engine.deadLetters.count { break }
            events.add(.stop)
        }
    }

    private func printStatus() {
        let (state, letters) = (worker.state, engine.deadLetters)
        let inFlight = "in flight \(state.pending - letters.count)"
        let failed = "failed \(state.failed.count), dead letters \(letters.count)"
        Self.print(to: .standardError, "appname: counted \(state.counted), \(inFlight), \(failed)")
        for letter in letters { Self.print(to: .standardError, "appname: \(letter.command): \(letter.reason)") }
    }

    private static func print(to file: FileHandle, _ line: String) { file.write(Data("\(line)\n".utf8)) }
}
