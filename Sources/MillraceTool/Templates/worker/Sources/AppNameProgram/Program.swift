import AppNameCore
import AppNameStorage
import Foundation
import MillraceJournal
import MillraceKit

/// The program: counts the files that the standard input names, one in each line. `DATA` names the folder of the counts.
@main @MainActor struct Program {
    static func main() async {
        do { try await run() } catch {
            print(to: .standardError, "appname: \(error)")
            exit(1)
        }
    }

    private static func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = URL(fileURLWithPath: environment["DATA"] ?? "data", isDirectory: true)

        // Two programs with one folder would write into the same file.
        let lock = try FolderLock(folder)

        let engine = Engine()
        engine.registerHandlers(of: try Files(folder: folder))
        // Keeps the last 64 MB of all that happens, for `millrace replay`.
        let recorder = try Recorder(engine, folder: folder.appending(path: "recording"))
        let worker = Store(WordCounts.State(), WordCounts(), on: engine)
        let reports = engine.listen(to: Report.self) { report in
            switch report {
            case .counted(let count): print(to: .standardOutput, "\(count.words) \(count.file)")
            case .failed(let failure): print(to: .standardError, "appname: \(failure)")
            }
        }

        for await line in inputLines() where !line.isEmpty { worker.send(.count(line)) }
        worker.send(.endInput)
        for await isFinished in worker.values(of: \.isFinished) where isFinished { break }

        reports.cancel()
        await recorder.end()
        engine.shutdown()
        lock.unlock()
        if worker.state.failed > 0 { exit(1) }
    }

    /// The lines of the standard input. A thread of its own reads them, because reading waits for input.
    private static func inputLines() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }

    private static func print(to file: FileHandle, _ line: String) { file.write(Data("\(line)\n".utf8)) }
}
