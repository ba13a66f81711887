import AppNameCore
import AppNameStorage
import AppNameViews
import Foundation
import Hummingbird
import MillraceHummingbird
import MillraceInspector
import MillraceJournal
import MillraceKit
import MillraceTelemetry

/// The program: the file, the shared list and the server. `PORT` and `DATA` name its port and its folder.
///
/// With `--inspect`, it also serves a page that explains what happens. `--inspect-recording FOLDER` serves only that page, for an earlier
/// recording.
@main @MainActor struct Program {
    static func main() async {
        do { try await run() } catch {
            FileHandle.standardError.write(Data("appname: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.count == 2, arguments.first == "--inspect-recording", let folder = arguments.last {
            return try await inspect(recording: folder)
        }
        guard arguments.isEmpty || arguments == ["--inspect"] else { throw WrongArguments() }

        let environment = ProcessInfo.processInfo.environment
        guard let port = UInt16(environment["PORT"] ?? "8080") else { throw WrongPort() }
        let folder = URL(fileURLWithPath: environment["DATA"] ?? "data", isDirectory: true)

        // Of two programs with one folder, each would replace the list of the other.
        let lock = try FolderLock(folder)

        let engine = Engine()
        // A line for each fault and slow turn, and metrics.
        engine.telemetry = Telemetry(engine: "appname")
        engine.registerHandlers(of: TodoFile(folder: folder))
        // Keeps the last 64 MB of all that happens, for `--inspect` and `millrace replay`.
        let recorder = try Recorder(engine, folder: folder.appending(path: "recording"))
        let inspector = arguments.isEmpty ? nil : InspectorServer(Inspector(recorder, screens: .application))
        let list = Store(TodoList.State(), TodoList(), on: engine)
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
        async let inspecting: Void? = inspector?.run()
        print("AppName is running at http://127.0.0.1:\(try await server.port). Press Ctrl-C to quit.")
        if let inspector { print("The inspector is at \(try await inspector.link)") }
        try await running
        await inspector?.shutDown()
        _ = try await inspecting

        for await isSettled in list.values(of: \.isSettled) where isSettled { break }
        await recorder.end()
        engine.shutdown()
        lock.unlock()
    }

    /// Serves a page that explains the recording in a folder, until Ctrl-C.
    private static func inspect(recording folder: String) async throws {
        let recording = URL(fileURLWithPath: folder)
        let server = InspectorServer(try await Inspector(recording: recording, screens: .application))
        async let running: Void = server.runUntilSignal()
        print("The inspector is at \(try await server.link) Press Ctrl-C to quit.")
        try await running
    }

    private static func print(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

private struct WrongArguments: Error, CustomStringConvertible {
    var description: String { "The options are --inspect and --inspect-recording FOLDER." }
}

extension RecordedScreens {
    /// The pages that the inspector draws as they looked. Add those of `millrace module` here.
    fileprivate static let application = RecordedScreens(.application) { [Home(), Detail()] }
}

private struct WrongPort: Error, CustomStringConvertible {
    var description: String { "PORT must be a number from 0 to 65535." }
}
