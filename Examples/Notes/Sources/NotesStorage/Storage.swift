package import Foundation
import GRDB

/// The notes on the disk: `notes.sqlite` in a folder, with a write-ahead log that is flushed at each commit.
package final class Storage: Sendable {
    let pool: DatabasePool
    /// The time in milliseconds since 1970.
    let now: @Sendable () -> Int64
    /// How dear a new passphrase is made to try out; see ``Stretching``.
    let stretchingCost: Int
    /// Held while the storage is open, so that no second program writes behind the pages of the first.
    private let lock: FolderLock

    /// Opens the notes in `folder`, which is made if it is missing; brings an older database up to date.
    ///
    /// - Throws: ``OpenFailure``, and then nothing was changed.
    package convenience init(
        folder: URL, now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
    ) throws(OpenFailure) {
        try self.init(folder: folder, now: now, configuration: Self.configuration())
    }

    init(
        folder: URL, now: @escaping @Sendable () -> Int64, configuration: Configuration,
        stretchingCost: Int = Stretching.usualCost
    ) throws(OpenFailure) {
        (self.now, self.stretchingCost) = (now, stretchingCost)
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

    /// Ends the work with the database. A storage is not used after.
    package func close() throws { try pool.close() }

    static func configuration(patience: TimeInterval = 2) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience)
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
