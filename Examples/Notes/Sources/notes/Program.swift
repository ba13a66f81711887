import Foundation
import MillraceKit
import MillraceWeb
import NotesCore
import NotesStorage
import NotesViews

/// The parts of the program, put together.
@MainActor final class Program {
    private let folder: URL
    private let storage: Storage
    private let notebook: Notebook
    private let server: WebServer
    private let importFolder: MarkdownFolder?

    /// Opens the notes and takes the port.
    init(data: String, port: UInt16, importFolder: String?) throws {
        folder = URL(fileURLWithPath: data, isDirectory: true).standardizedFileURL
        self.importFolder = try importFolder.map { try MarkdownFolder($0) }
        storage = try Storage(folder: folder)
        let engine = Engine()
        engine.use(storage)
        let notebook = Notebook(on: engine)
        self.notebook = notebook
        do throws(WebServer.Failure) {
            server = try WebServer(
                .notes(port: port),
                sessions: .perTabOnMain {
                    // A page that could show nothing yet would stay so where there is no script.
                    for await hasAnswered in notebook.library.values(of: \.hasAnswered) where hasAnswered { break }
                    return notebook.openWindow()
                })
        } catch { throw Unserved(failure: error) }
    }

    /// Serves until somebody ends the program, and then saves what is not saved yet.
    func run() async throws {
        let endings = Endings()
        notebook.library.send(.launched)
        if let importFolder { notebook.library.send(.importFolder(importFolder.url.path)) }
        say(
            """
            Notes is open at http://127.0.0.1:\(server.port) (this machine only).
            The notes are kept in \(folder.appendingPathComponent("notes.sqlite").path). Press Ctrl-C to end.
            """)
        let serving = Task { [server] in try await server.run() }
        let watching = Task {
            _ = try? await serving.value
            endings.end()
        }
        await endings.wait()
        serving.cancel()
        await watching.value
        try await end()
    }

    private func end() async throws {
        let library = notebook.library
        library.send(.flush)
        let giveUp = Task { [library] in
            try await Task.sleep(for: .seconds(5))
            library.engine.shutdown()
        }
        for await isSaved in library.values(of: \.isSaved) where isSaved { break }
        giveUp.cancel()
        let isSaved = library.state.isSaved
        library.engine.shutdown()
        try storage.close()
        if !isSaved { throw Unsaved() }
    }

    private func say(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }
}

/// Why the program ends with a failure although somebody asked it to end.
private struct Unsaved: Error, CustomStringConvertible {
    var description: String { "Not everything could be saved; tabs that are still open send their text again." }
}

/// Why the page cannot be served, with the option that helps.
private struct Unserved: Error, CustomStringConvertible {
    let failure: WebServer.Failure

    var description: String {
        switch failure {
        case .portInUse(let port):
            "Port \(port) is taken by another program: close it, or choose another port with --port."
        case .portForbidden(let port):
            "Port \(port) may not be used by this program: choose one above 1023 with --port."
        case .other: "\(failure)"
        }
    }
}
