import Foundation
import MillraceHummingbird
import MillraceKit
import MillraceWeb
import NotesViews

@testable import NotesCore
@testable import NotesStorage

/// Notes with its real storage in a folder, served on loopback.
@MainActor final class NotesServer {
    let engine: Engine
    let storage: Storage
    private let library: Store<Library>
    private let client: FeedClient
    private let port: UInt16
    private let running: Task<Void, any Error>
    /// The windows that the test opened.
    private var windows: [Navigator] = []

    /// Opens the notes in a folder.
    init(_ folder: URL) async throws {
        storage = try Storage(folder: folder)
        engine = Engine()
        engine.registerLibraryHandlers(of: storage)
        // The time of a request never ends, because a machine can be slow.
        client = FeedClient(storage.computations, wait: FeedClientTests.waitForCancellation)
        library = Store(Library.State(), Library(), on: engine)
        library.admitWindows()
        library.send(.launched)
        let (library, storage, client) = (library.remote, storage, client)
        let server = WebServer(
            port: 0, .notes(),
            sessions: .perTab { session in
                let engine = Engine()
                return try await Self.openWindow(of: library, storage, client, for: session.visitor, on: engine)
            })
        running = Task { try await server.run() }
        port = try await server.port
    }

    private nonisolated static func openWindow(
        of library: RemoteStore<Library>, _ storage: Storage, _ client: FeedClient, for visitor: Visitor = Visitor(),
        account: Account? = nil, on engine: Engine
    ) async throws -> Navigator {
        let window = OpenWindow(for: visitor, in: storage)
        engine.registerWindowHandlers(of: storage, client, in: window)
        return try await .notes(in: Window(window.id, of: library), account: account, on: engine)
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
    func openFollowing() async throws -> (window: Navigator, store: Store<Following>) {
        let window = try await Self.openWindow(
            of: library.remote, storage, client, account: Account(name: "Ida"), on: Engine())
        windows.append(window)
        window.store(of: NoteList.self)?.send(.menu(.following))
        guard let store = window.store(of: Following.self) else { throw FeedFailure.notFollowed }
        return (window, store)
    }

    /// Executes a command on the engine of a new window, and returns all of its data.
    func feeds(of command: ReadFeed) async -> [FollowedFeed] {
        let (window, engine) = (OpenWindow(for: Visitor(), in: storage), Engine())
        engine.registerWindowHandlers(of: storage, client, in: window)
        return await engine.feeds(of: command)
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
