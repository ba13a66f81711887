import AppNameCore
import AppNameStorage
import Foundation
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

        let engine = Engine()
        engine.registerHandlers(of: try Files(folder: folder))
        let worker = Store(WordCounts.State(), WordCounts(), on: engine)
        try await worker.send(.load).finished()

        for await line in inputLines() where !line.isEmpty { worker.send(.count(line)) }
        await engine.waitUntilIdle { engine.resources.effects == 0 }
        engine.shutdown()

        for count in worker.state.counts { print(to: .standardOutput, "\(count.words) \(count.file)") }
        for problem in worker.state.problems { print(to: .standardError, "appname: \(problem)") }
        if !worker.state.problems.isEmpty { exit(1) }
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
