package import Foundation
import GRDB

/// The notes on the disk: `notes.sqlite` in a folder, with a write-ahead log that is flushed at every commit.
package final class Storage: Sendable {
    let pool: DatabasePool
    /// Returns the time in milliseconds since 1970.
    let now: @Sendable () -> Int64
    /// The cost of deriving the key of a new account; see ``KeyDerivation``.
    let scryptCost: Int
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
        scryptCost: Int = KeyDerivation.defaultCost
    ) throws(OpenFailure) {
        (self.now, self.scryptCost) = (now, scryptCost)
        try Self.prepare(folder)
        lock = try FolderLock(folder)
        let file = folder.appendingPathComponent("notes.sqlite")
        do {
            try Schema.check(file, configuration)
            pool = try DatabasePool(path: file.path, configuration: configuration)
            try Schema.prepare(pool)
        } catch let failure as OpenFailure {
            throw failure
        } catch {
            throw OpenFailure(error, file: file)
        }
    }

    /// Closes the database. Do not use the storage afterwards.
    package func close() throws { try pool.close() }

    static func configuration(busyTimeout: TimeInterval = 2) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        return configuration
    }

    private static func prepare(_ folder: URL) throws(OpenFailure) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            _ = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw OpenFailure.folder(folder.path)
        }
    }
}
