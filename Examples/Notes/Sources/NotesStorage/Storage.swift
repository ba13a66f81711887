package import Foundation
import GRDB
import MillraceAccounts
import MillraceJournal
import MillraceWeb
import NotesCore
import Synchronization

/// The notes on the disk: `notes.sqlite` in a folder, with a write-ahead log that is flushed at every commit.
package final class Storage: Sendable {
    let pool: DatabasePool
    /// For reads of a few rows that an actor waits for. No other read can occupy this connection.
    let quickReads: DatabaseQueue
    /// For long computations, each on a thread of its own: searches, and the decoding and encoding of notes of other servers. One of an
    /// address runs at a time, so they occupy one core at most.
    let computations = FairQueue(ofAddress: 1)
    /// For searches, which may be slow. Two run at a time, of different addresses, so that one address does not delay another.
    let searches: DatabasePool
    let searchQueue = FairQueue(2)
    /// For searches among notes that have changed.
    let repetitionQueue = FairQueue(2)
    /// For preparing texts, and for all writes except those of `publicationQueue` and `changes`.
    let writeQueue = FairQueue(1)
    /// For publishing and unpublishing, which do not wait for texts. A note is published for one client at a time, so another one
    /// would also wait for them.
    let publicationQueue = FairQueue(1)
    /// For decoding and encoding the stored notes of other servers.
    let coding = FairQueue(2)
    /// For changes of notes that do not change their text.
    let changes: ChangeQueue
    /// How long a step of a search reads notes. A step reads at least one note.
    let searchStep: Duration
    /// The limits of all notes together.
    let limits: LibraryLimits
    /// Returns the time in milliseconds since 1970.
    let now: @Sendable () -> Int64
    /// Checks one passphrase at a time.
    let passwords: Passwords
    /// The notes at the followed addresses that were read last.
    let knownFeeds = Mutex<[FeedAddress: FollowedFeed]>([:])
    /// Published notes that were read last, by their tokens, and the version of the database then.
    let knownPublished = Mutex<[String: (version: Int, note: PublishedNote)]>([:])
    /// The list of published notes that was read last, and the version of the database then.
    let lastFeed = Mutex<(version: Int, feed: Feed)?>(nil)
    /// The windows, and the visitors that they were opened for.
    private let windows = Mutex(Windows())
    /// Prevents a second program from changing the database while this storage is open.
    private let lock: FolderLock

    /// Opens the notes in `folder`. Creates the folder if it is missing, and migrates an older database.
    ///
    /// - Throws: ``OpenFailure``. The database is then unchanged.
    package convenience init(
        folder: URL, now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
    ) throws(OpenFailure) {
        try self.init(folder: folder, now: now, configuration: Self.configuration())
    }

    init(
        folder: URL, now: @escaping @Sendable () -> Int64, configuration: Configuration,
        passwords: Passwords = Passwords(), searchStep: Duration = .milliseconds(20),
        changeStep: Duration = .milliseconds(20),
        limits: LibraryLimits = LibraryLimits()
    ) throws(OpenFailure) {
        (self.now, self.passwords, self.searchStep) = (now, passwords, searchStep)
        self.limits = limits
        try Self.prepare(folder)
        lock = try Self.lock(folder)
        let file = folder.appendingPathComponent("notes.sqlite")
        do {
            makePrivate(file)
            try Schema.check(file, configuration)
            pool = try DatabasePool(path: file.path, configuration: configuration)
            try Schema.prepare(pool)
            changes = ChangeQueue(pool, step: changeStep)
            var readOnly = configuration
            readOnly.readonly = true
            quickReads = try DatabaseQueue(path: file.path, configuration: readOnly)
            searches = try DatabasePool(path: file.path, configuration: readOnly)
        } catch let failure as OpenFailure {
            throw failure
        } catch {
            throw OpenFailure(error, file: file)
        }
    }

    private struct Windows {
        var visitors: [WindowID: Visitor] = [:]
        /// The windows that have closed. Their last texts may not be saved yet.
        var closed: [WindowID] = []
        var count = 0
    }

    /// Returns the identity of a new window for a visitor. Forgets the windows that were closed before.
    func openWindow(for visitor: Visitor) -> WindowID {
        windows.withLock { windows in
            for window in windows.closed { windows.visitors[window] = nil }
            windows.closed = []
            windows.count += 1
            let window = WindowID(windows.count, client: visitor.client?.address.hashValue ?? 0)
            windows.visitors[window] = visitor
            return window
        }
    }

    /// Closes a window. Its visitor is known until the next window opens.
    func close(_ window: WindowID) { windows.withLock { $0.closed.append(window) } }

    /// The visitor that a window was opened for. An unknown window has one without an identity.
    func visitor(of window: WindowID) -> Visitor { windows.withLock { $0.visitors[window] } ?? Visitor() }

    /// The client that a window was opened for. Unknown windows share one.
    func client(of window: WindowID?) -> WebClient { window.flatMap { visitor(of: $0).client } ?? .unknown }

    /// Writes to the database in a transaction, when it is the client's turn. The transaction runs also if the caller's task is cancelled.
    ///
    /// - Parameter queue: The queue in which the clients take turns. Defaults to `writeQueue`.
    func write<Output: Sendable>(
        for client: WebClient, in queue: FairQueue? = nil, _ work: @escaping @Sendable (Database) throws -> Output
    ) async throws -> Output {
        let queue = queue ?? writeQueue
        return try await Task { [pool] in try await queue.run(for: client) { try await pool.write(work) } }.value
    }

    /// Closes the database. Do not use the storage afterwards.
    package func close() throws {
        try quickReads.close()
        try searches.close()
        try pool.close()
    }

    static func configuration(busyTimeout: TimeInterval = 2) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        return configuration
    }

    private static func prepare(_ folder: URL) throws(OpenFailure) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // Only the user of the program may read the notes.
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
            _ = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw OpenFailure.folder(folder.path)
        }
    }

    private static func lock(_ folder: URL) throws(OpenFailure) -> FolderLock {
        do throws(FolderLock.Failure) { return try FolderLock(folder, named: "notes.lock") } catch {
            switch error {
            case .inUse: throw .locked(folder.path)
            case .unusable: throw .folder(folder.path)
            }
        }
    }
}

/// Makes a file readable only by its user, and creates it if it is missing. SQLite creates its other files with the same
/// permissions.
private func makePrivate(_ file: URL) {
    let descriptor = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    // The next step reports why the file cannot be opened.
    guard descriptor >= 0 else { return }
    fchmod(descriptor, 0o600)
    close(descriptor)
}
