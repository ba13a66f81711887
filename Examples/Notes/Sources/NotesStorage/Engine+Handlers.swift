import Foundation
import GRDB
package import MillraceKit
import MillraceWeb
import NotesCore

extension Engine {
    /// Registers a handler for each command that the library executes or that windows forward to its engine.
    package func registerLibraryHandlers(of storage: Storage) {
        handle(LoadLibrary.self) { _ async throws(StorageFailure) in
            try await attempt { try await storage.load() }
        }
        handle(CreateNote.self) { command async throws(StorageFailure) in
            try await attempt { try await storage.create(command) }
        }
        // Synchronous: it reads one row by its key, and neither writers nor other reads block it.
        handle(ReadNote.self) { command throws(StorageFailure) in
            try attempt { try storage.read(command.id) }
        }
        handle(SaveNote.self) { command async throws(StorageFailure) in
            try await attempt { try await storage.save(command) }
        }
        handle(PinNote.self) { storage.pin($0, $1) }
        handle(DeleteNote.self) { storage.delete($0, $1) }
        handle(RestoreNote.self) { storage.restore($0, $1) }
        handle(PurgeNote.self) { storage.purge($0, $1) }
        handle(DeleteNotes.self) { storage.delete($0, $1) }
        handle(RestoreNotes.self) { storage.restore($0, $1) }
        handle(PurgeNotes.self) { storage.purge($0, $1) }
        handle(SavePreferences.self) { command async throws(StorageFailure) in
            try await attempt { try await storage.save(command.preferences) }
        }
        handle(PublishNote.self) { command async throws(StorageFailure) in
            try await attempt { try await storage.publish(command) }
        }
        handle(UnpublishNote.self) { command async throws(StorageFailure) in
            try await attempt { try await storage.unpublish(command) }
        }
        handle(FollowFeed.self) { command async throws(FeedFailure) in
            try await attemptFeed { try await storage.follow(command.address, for: storage.client(of: command.window)) }
        }
        handle(UnfollowFeed.self) { command async throws(StorageFailure) in
            try await attempt { try await storage.unfollow(command.address, for: storage.client(of: command.window)) }
        }
        handle(ImportNotes.self) { command, reply async throws(StorageFailure) in
            try await attempt { try await Importer(storage, reply).run(command.folder) }
            reply.finish(with: ())
        }
    }
}

extension Engine {
    /// Registers a handler for each command that the modules of a window execute. They run on the window's actor.
    ///
    /// - Parameters:
    ///   - storage: The storage.
    ///   - client: Reads the pages of other servers. All windows share one.
    ///   - window: The window, which is open as long as it has the handlers.
    package func registerWindowHandlers(of storage: Storage, _ client: FeedClient, in window: OpenWindow) {
        registerFeedHandlers(in: storage, client)
        handle(SearchNotes.self) { command async throws(StorageFailure) in
            try await attempt { try await storage.search(command) }
        }
        handle(FindAccount.self) { _ throws(StorageFailure) in
            try attempt { try storage.hasAccount() }
        }
        handle(EnterAccount.self) { command async throws(SignInFailure) in
            do { return try await storage.enter(command) } catch let failure as SignInFailure {
                throw failure
            } catch {
                throw .storage(StorageFailure(error))
            }
        }
        handle(EndSignIn.self) { _ in await window.visitor.signOut() }
        // Synchronous, so the first document of the page contains the note.
        handle(ReadPublished.self) { command throws(StorageFailure) in
            try attempt { try storage.readPublished(command.token) }
        }
    }
}

/// Runs `work`, and converts an error to a ``StorageFailure``.
func attempt<Output: Sendable>(
    _ work: @Sendable () async throws -> Output
) async throws(StorageFailure) -> Output {
    do { return try await work() } catch { throw StorageFailure(error) }
}

func attempt<Output>(_ work: () throws -> Output) throws(StorageFailure) -> Output {
    do { return try work() } catch { throw StorageFailure(error) }
}

extension StorageFailure {
    init(_ error: any Error) {
        if let failure = error as? StorageFailure {
            self = failure
        } else if let error = error as? DatabaseError {
            self.init(error)
        } else {
            self = .other("\(error)")
        }
    }

    private init(_ error: DatabaseError) {
        self =
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
            case .SQLITE_READONLY, .SQLITE_PERM: .readOnly
            case .SQLITE_FULL: .full
            default: .other(error.message ?? "\(error.resultCode)")
            }
    }
}
