import AppNameCore
import AppNameStorage
import AppNameViews
import Foundation
import Hummingbird
import MillraceHummingbird
import MillraceJournal
import MillraceKit
import MillraceTelemetry

/// The program: the file, the shared list and the server. `PORT` and `DATA` name its port and its folder.
@main @MainActor struct Program {
    static func main() async {
        do { try await run() } catch {
            FileHandle.standardError.write(Data("appname: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let port = UInt16(environment["PORT"] ?? "8080") else { throw WrongPort() }
        let folder = URL(fileURLWithPath: environment["DATA"] ?? "data", isDirectory: true)

        // Of two programs with one folder, each would replace the list of the other.
        let lock = try FolderLock(folder)

        let engine = Engine()
        engine.history = History(records: 1_000)
        // A line for each fault and slow turn, and metrics.
        engine.telemetry = Telemetry(engine: "appname")
        engine.registerHandlers(of: TodoFile(folder: folder))
        let list = Store(TodoList.State(), TodoList(), on: engine)
        // For `millrace replay`: a file for each start.
        let recorder = try SessionRecorder(list, folder: folder)
        list.serveWindows()
        list.send(.load)

        // Routes run on any thread.
        let todos: @MainActor @Sendable () -> [Todo] = { list.state.todos }
        let server = WebServer(
            port: port, .application,
            sessions: .perTabOnMain { _ in Navigator(root: Home(), stacked: true, on: engine) }
        ) { router, _ in
            router.get("todos.csv") { _, _ in csvResponse(await todos()) }
        }
        async let running: Void = server.runUntilSignal()
        let line = "AppName is running at http://127.0.0.1:\(try await server.port). Press Ctrl-C to quit.\n"
        FileHandle.standardOutput.write(Data(line.utf8))
        try await running

        for await isSettled in list.values(of: \.isSettled) where isSettled { break }
        try recorder.end()
        engine.shutdown()
        lock.unlock()
    }
}

private struct WrongPort: Error, CustomStringConvertible {
    var description: String { "PORT must be a number from 0 to 65535." }
}
