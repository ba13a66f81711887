import Foundation
import MillraceHummingbird
import MillraceKit
import NotesViews

@testable import NotesCore
@testable import NotesStorage

/// Notes with its real storage in a folder, served on loopback.
@MainActor final class NotesServer {
    let engine: Engine
    let storage: Storage
    let application: NotesApplication
    private let port: UInt16
    private let running: Task<Void, any Error>
    /// The windows that the test opened.
    private var windows: [Navigator] = []

    /// Opens the notes in a folder.
    init(_ folder: URL) async throws {
        storage = try Storage(folder: folder)
        engine = Engine()
        // The time of a request never ends, because a machine can be slow.
        engine.registerHandlers(
            of: storage, FeedClient(storage.computations, wait: FeedClientTests.waitForCancellation))
        let application = NotesApplication(on: engine)
        self.application = application
        application.library.send(.launched)
        let server = WebServer(port: 0, .notes(), sessions: .perTabOnMain { _ in application.openWindow() })
        running = Task { try await server.run() }
        port = try await server.port
    }

    /// Publishes a note with this text, or publishes a note again.
    func publish(_ text: String, as known: NoteID? = nil) async throws -> NoteID {
        let id = if let known { known } else { try await output(of: CreateNote()).id }
        _ = try await output(of: PublishNote(id, text: text, by: Account(name: "Emma")))
        return id
    }

    /// The address of the list of published notes.
    func feedAddress() throws -> FeedAddress {
        let text = "http://127.0.0.1:\(port)/published/all/\(try storage.feedToken())"
        guard let address = FeedAddress(text) else { throw FeedFailure.notAnAddress }
        return address
    }

    /// Opens the page of the followed notes in a window that is signed in.
    func openFollowing() throws -> (window: Navigator, store: Store<Following>) {
        let window = application.openWindow()
        windows.append(window)
        window.store(of: NoteList.self)?.send(.menu(.following))
        guard let id = application.window(of: window), let store = window.store(of: Following.self) else {
            throw FeedFailure.notFollowed
        }
        engine.post(SignedIn(window: id, account: Account(name: "Ida")))
        return (window, store)
    }

    /// Executes a command and returns its first data.
    func output<C: Command>(of command: C) async throws -> C.Output {
        var outputs: [C.Output] = []
        try await engine.execute(command, listener: EventListener<C>(onData: { outputs.append($0) })).finished()
        guard let first = outputs.first else { throw CancellationError() }
        return first
    }

    /// Stops the server. Its port refuses connections afterwards.
    func stop() async throws {
        running.cancel()
        try await running.value
        engine.shutdown()
        try storage.close()
    }
}

/// A temporary folder, which is removed after the test.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("notes-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }
}
