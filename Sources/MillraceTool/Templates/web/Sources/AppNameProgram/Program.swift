import AppNameCore
import AppNameViews
import Foundation
import Hummingbird
import MillraceDurable
import MillraceHummingbird
import MillraceInspector
import MillraceJournal
import MillraceKit
import MillracePages
import MillraceTelemetry
import MillraceWeb

/// The program: the storage, the shared list and the server. `PORT` and `DATA` name its port and its folder.
///
/// With `--inspect`, it also serves a page that explains what the list does. `--inspect-recording FOLDER` serves only that page, for an earlier
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

        // The list and the pages of all tabs. It locks its file, so no second program uses the folder.
        let storage = try await DurableStorage(sqlite: folder.appending(path: "storage.sqlite").path)

        let listEngine = Engine()
        // A line for each fault and slow turn, and metrics.
        listEngine.telemetry = Telemetry(engine: "list")
        // Keeps the last 64 MB of all that the list does, for `--inspect` and `millrace replay`.
        let recorder = try Recorder(listEngine, folder: folder.appending(path: "recording"))
        let inspector = arguments.isEmpty ? nil : InspectorServer(Inspector(recorder))
        let durable = try await storage.engine("list", on: listEngine)
        let list = try durable.store("todos", TodoList.State(), TodoList())
        // Goes on with the delays of the last run.
        try await durable.resume()

        // The pages of each tab have an actor and a durable engine of their own. They share the list by its handle.
        let shared = list.remote
        let server = WebServer(
            port: port, .application,
            sessions: .perTab(durable: storage) { _, durable in
                let engine = durable.engine
                engine.telemetry = Telemetry(engine: "page")
                return Navigator(root: Home(list: shared), stacked: true, on: engine)
            }
        ) { router, _ in
            router.get("todos.csv") { _, _ in csvResponse(try await shared.value(of: \.todos).filter { !$0.isRemoved })
            }
        }
        async let running: Void = server.runUntilSignal()
        async let inspecting: Void? = inspector?.run()
        print("AppName is running at http://127.0.0.1:\(try await server.port). Press Ctrl-C to quit.")
        if let inspector { print("The inspector is at \(try await inspector.link)") }
        try await running
        await inspector?.shutDown()
        _ = try await inspecting

        // The server has stored the pages.
        try await durable.suspend()
        await recorder.end()
        await storage.close()
    }

    /// Serves a page that explains the recording in a folder, until Ctrl-C.
    private static func inspect(recording folder: String) async throws {
        let recording = URL(fileURLWithPath: folder)
        let server = InspectorServer(try await Inspector(recording: recording))
        async let running: Void = server.runUntilSignal()
        print("The inspector is at \(try await server.link) Press Ctrl-C to quit.")
        try await running
    }

    private static func print(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

private struct WrongArguments: Error, CustomStringConvertible {
    var description: String { "The options are --inspect and --inspect-recording FOLDER." }
}

private struct WrongPort: Error, CustomStringConvertible {
    var description: String { "PORT must be a number from 0 to 65535." }
}
