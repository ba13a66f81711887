import Foundation
import GRDB
import MillraceKit
import MillraceWeb
import NotesCore

@testable import NotesStorage

/// A temporary folder, which is removed after the test.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("notes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var database: URL { url.appendingPathComponent("notes.sqlite") }

    func write(_ text: String, to path: String) throws { try write(Data(text.utf8), to: path) }

    func write(_ data: Data, to path: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    /// Opens the database as another program that can keep a transaction open.
    func openByAnother() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: database.path, configuration: configuration)
    }

    /// Returns why the notes in the folder cannot be opened, or `nil`.
    func openFailure() -> OpenFailure? {
        do throws(OpenFailure) {
            _ = try Storage(folder: url)
            return nil
        } catch {
            return error
        }
    }
}

extension Engine {
    /// Registers a handler for each command of the storage, as the engines of the library and of a window have them.
    @MainActor func registerHandlers(of storage: Storage) {
        registerLibraryHandlers(of: storage)
        registerWindowHandlers(of: storage, FeedClient(for: storage), in: OpenWindow(for: Visitor(), in: storage))
    }

    /// Executes a command and waits for all of its events.
    @MainActor func events<C: Command>(of command: C) async -> [Event<C>] {
        var events: [Event<C>] = []
        let listener = EventListener<C>(
            onData: { events.append(.data($0)) }, onFailure: { events.append(.failure($0)) },
            onProgress: { events.append(.progress($0)) })
        // The failure is among the events.
        try? await execute(command, listener: listener).finished()
        return events
    }

    /// Executes a command and waits for its data.
    @MainActor func output<C: Command>(of command: C) async throws -> C.Output {
        for event in await events(of: command) {
            if case .data(let output) = event { return output }
            if case .failure(let failure) = event { throw failure }
        }
        throw CancellationError()
    }
}
