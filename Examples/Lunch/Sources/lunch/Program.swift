import Foundation
import Hummingbird
import LunchCore
import LunchViews
import MillraceAccounts
import MillraceDurable
import MillraceHummingbird
import MillraceInspector
import MillraceJournal
import MillraceKit
import MillracePages
import MillraceTelemetry
import MillraceWeb

/// The program: the storage, the shared list and the server. `PORT`, `DATA` and `ADMINS` name its port, its folder and its admins.
/// `INSPECT=1` records what the list does in the folder, and prints the link of a page that explains it. The argument
/// `--inspect-recording FOLDER` opens only that page, for an earlier recording.
@main @MainActor struct Program {
    static func main() async {
        do { try await run() } catch {
            FileHandle.standardError.write(Data("lunch: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() async throws {
        if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--inspect-recording" {
            return try await inspect(recording: URL(fileURLWithPath: CommandLine.arguments[2]))
        }
        let environment = ProcessInfo.processInfo.environment
        guard let port = UInt16(environment["PORT"] ?? "8082") else { throw WrongPort() }
        let admins = Set((environment["ADMINS"] ?? "admin").split(separator: ",").map(String.init))
        let folder = URL(fileURLWithPath: environment["DATA"] ?? "data", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Only the user of the program may read the accounts.
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        // Its lock keeps a second program out of the folder.
        let storage = try await DurableStorage(sqlite: folder.appending(path: "lunch.sqlite").path)

        let engine = Engine()
        engine.telemetry = Telemetry(engine: "lunch")
        let recordsAll = environment["INSPECT"] == "1"
        let recorder = recordsAll ? try Recorder(engine, folder: folder.appending(path: "recording")) : nil
        let inspector = recorder.map { InspectorServer(Inspector($0)) }
        let durable = try await storage.engine("lunch", on: engine)
        let lunch = try durable.store("lunch", Lunch.State(), Lunch(admins: admins))
        lunch.admitVisitors(Passwords())
        try await durable.resume()

        // Pages and routes run on other actors.
        let shared = lunch.remote
        var configuration = LivePages.Configuration.lunch
        configuration.identities = try SignIns(folder: folder)
        let server = WebServer(port: port, configuration, sessions: pages(of: shared, storage, admins)) { router, _ in
            router.get("orders.csv") { _, _ in csvResponse(try await shared.value(of: \.board.orders)) }
        }
        async let running: Void = server.runUntilSignal()
        write("Lunch is running at http://127.0.0.1:\(try await server.port). Press Ctrl-C to quit.")
        async let inspecting: Void? = inspector?.run()
        if let inspector { write("The inspector is at \(try await inspector.link)") }
        try await running

        await inspector?.shutDown()
        // The pages are stored.
        try await durable.suspend()
        await recorder?.end()
        await storage.close()
        _ = try await inspecting
    }

    /// The pages of each tab have a durable engine in the storage of the list.
    private static func pages(
        of lunch: RemoteStore<Lunch>, _ storage: DurableStorage, _ admins: Set<String>
    ) -> WebSessions {
        .perTab(durable: storage) { session, durable in
            durable.engine.telemetry = Telemetry(engine: "page")
            return .pages(of: lunch, visitor: session.visitor, admins: admins, on: durable.engine)
        }
    }

    /// Serves a page that explains an earlier recording, until Ctrl-C.
    private static func inspect(recording: URL) async throws {
        let server = InspectorServer(try await Inspector(recording: recording))
        async let running: Void = server.runUntilSignal()
        write("The inspector is at \(try await server.link) Press Ctrl-C to quit.")
        try await running
    }

    private static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

private struct WrongPort: Error, CustomStringConvertible {
    var description: String { "PORT must be a number from 0 to 65535." }
}
