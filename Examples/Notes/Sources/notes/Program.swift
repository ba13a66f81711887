import Foundation
import MillraceAccounts
import MillraceHummingbird
import MillraceInspector
import MillraceJournal
import MillraceKit
import MillraceWeb
import NotesCore
import NotesStorage
import NotesViews

/// The program: the storage, the library and the server.
@MainActor final class Program {
    private let folder: URL
    private let storage: Storage
    private let library: Store<Library>
    private let server: WebServer
    private let importFolder: MarkdownFolder?
    /// The recorder and the page that explains its recording; `nil` if neither was requested.
    private let inspector: (recorder: Recorder, server: InspectorServer)?

    /// Opens the notes.
    init(
        data: String, importFolder: String?, port: UInt16, inspects: Bool, _ configuration: LivePages.Configuration
    ) throws {
        folder = URL(fileURLWithPath: data, isDirectory: true).standardizedFileURL
        self.importFolder = try importFolder.map { try MarkdownFolder($0) }
        storage = try Storage(folder: folder)
        let engine = Engine()
        engine.registerLibraryHandlers(of: storage)
        library = Store(Library.State(), Library(), on: engine)
        library.admitWindows()
        inspector = try inspects ? Self.inspector(of: engine, in: folder) : nil
        var configuration = configuration
        configuration.identities = try SignIns(folder: folder)
        server = WebServer(port: port, configuration, sessions: Self.sessions(of: library.remote, storage))
    }

    /// Creates each window on an actor of its own. It reaches the library by the handle.
    private static func sessions(of library: RemoteStore<Library>, _ storage: Storage) -> WebSessions {
        let client = FeedClient(for: storage)
        return .perTab { session in
            let (engine, window) = (Engine(), OpenWindow(for: session.visitor, in: storage))
            engine.registerWindowHandlers(of: storage, client, in: window)
            let account = session.visitor.identity.map { Account(name: $0.account) }
            return try await .notes(in: Window(window.id, of: library), account: account, on: engine)
        }
    }

    /// Records the engine of the library into the data folder.
    private static func inspector(of engine: Engine, in folder: URL) throws -> (Recorder, InspectorServer) {
        let recorder = try Recorder(engine, folder: folder.appendingPathComponent("recording"))
        return (recorder, InspectorServer(Inspector(recorder)))
    }

    /// Serves a page that explains an earlier recording, until Ctrl-C. The notes are not opened.
    static func inspect(recording: URL) async throws {
        let server = InspectorServer(try await Inspector(recording: recording))
        async let running: Void = server.runUntilSignal()
        write("The inspector is at \(try await server.link) Press Ctrl-C to quit.")
        try await running
    }

    /// Serves the pages until the end is requested, then saves the texts that are not saved yet.
    func run() async throws {
        let termination = Termination()
        let serving = Task { [server] in try await server.run() }
        let port: UInt16
        do throws(WebServer.Failure) { port = try await server.port } catch { throw ServerError(failure: error) }
        library.send(.launched)
        if let importFolder { library.send(.newNotes(.importFolder(importFolder.url.path))) }
        Self.write(
            """
            Notes is running at http://127.0.0.1:\(port) (this computer only).
            The notes are stored in \(folder.appendingPathComponent("notes.sqlite").path). Press Ctrl-C to quit.
            """)
        let inspecting = Task { [inspector] in try await inspector?.server.run() }
        if let inspector { Self.write("The inspector is at \(try await inspector.server.link)") }
        let watching = Task {
            _ = try? await serving.value
            termination.request()
        }
        await termination.wait()
        // At once, because a slow reader can delay the end of its request.
        library.send(.openNotes(.flush))
        // Finishes the requests that run, and tells the pages to connect again.
        await server.shutDown()
        await watching.value
        await inspector?.server.shutDown()
        let inspected = await inspecting.result
        let closed = await Result { try await close() }
        await inspector?.recorder.end()
        try closed.get()
        try inspected.get()
    }

    private func close() async throws {
        // What the windows have sent.
        library.engine.processPending()
        library.send(.openNotes(.flush))
        let timeout = Task { [library] in
            try await Task.sleep(for: .seconds(5))
            library.engine.shutdown()
        }
        for await isSaved in library.values(of: \.isSaved) where isSaved { break }
        timeout.cancel()
        let isSaved = library.state.isSaved
        library.engine.shutdown()
        try storage.close()
        if !isSaved { throw Unsaved() }
    }

    private static func write(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }
}

extension Result where Failure == any Error {
    /// The result of a function.
    @MainActor fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}

/// The error of a program that could not save everything before it ended.
private struct Unsaved: Error, CustomStringConvertible {
    var description: String {
        "Some changes could not be saved. Open tabs send their text again when the program restarts."
    }
}

/// The error of a server that could not start, with the option that fixes it.
private struct ServerError: Error, CustomStringConvertible {
    let failure: WebServer.Failure

    var description: String {
        switch failure {
        case .portInUse(let port):
            "Port \(port) is in use by another program: close it, or choose another port with --port."
        case .portForbidden(let port):
            "Port \(port) requires more permissions: choose a port above 1023 with --port."
        case .other: "\(failure)"
        }
    }
}
