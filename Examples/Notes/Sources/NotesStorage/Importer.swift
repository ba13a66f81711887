import Foundation
import GRDB
import MillraceKit
import NotesCore

/// Imports a folder of Markdown files in several transactions, and reports the progress after each one.
///
/// A transaction has at most ``batch`` files, and few if they are long, because the changes of all windows wait for it.
///
/// Skips a file if its path and content were imported before. So an import can be repeated.
struct Importer: Sendable {
    /// The maximum number of files in a transaction.
    static let batch = 250
    /// The number of bytes in its texts at which a transaction ends.
    static let batchBytes = 1_000_000
    private let storage: Storage
    private let reply: Reply<ImportNotes>

    init(_ storage: Storage, _ reply: Reply<ImportNotes>) {
        (self.storage, self.reply) = (storage, reply)
    }

    @concurrent
    func run(_ path: String) async throws {
        let folder: MarkdownFolder
        do { folder = try MarkdownFolder(path) } catch { throw StorageFailure.unreadableFolder(error.path) }
        // On threads of their own: the tasks of the program share as few threads as there are cores.
        let listing = try await Thread.run(priority: .lowest) { folder.list() }
        let total = listing.files.count + listing.unreadable.count
        let unreadable = listing.unreadable.map { SkippedFile($0, because: "the folder cannot be read") }
        var done = unreadable.count
        reply.progress(.init(done: done, total: total, skipped: unreadable))
        var rest = listing.files[...]
        while !rest.isEmpty {
            try Task.checkCancellation()
            let batch = try await Thread.run(priority: .lowest) { [rest] in Batch(rest, in: folder.url) }
            rest = rest.dropFirst(batch.count)
            let added = try await storage.add(batch.texts)
            done += batch.count
            reply.progress(.init(done: done, total: total, added: added, skipped: batch.skipped))
        }
    }

    /// The files of a transaction.
    fileprivate struct Batch: Sendable {
        var texts: [(file: MarkdownFile, text: StoredText)] = []
        var skipped: [SkippedFile] = []
        /// The number of files.
        var count: Int { texts.count + skipped.count }

        /// Reads the first files of `paths`, and prepares their texts, so that other writes do not wait for that.
        init(_ paths: ArraySlice<String>, in folder: URL) {
            var bytes = 0
            for path in paths.prefix(Importer.batch) where bytes < Importer.batchBytes {
                do throws(MarkdownFile.Rejection) {
                    let file = try MarkdownFile(path, in: folder)
                    bytes += file.text.utf8.count
                    texts.append((file, StoredText(plain: file.text, folded: file.text.folded)))
                } catch {
                    skipped.append(SkippedFile(path, because: error.reason))
                }
            }
        }
    }
}

extension Storage {
    /// Adds the files that were not imported before, in one transaction. Adds none if the library has no room for all of them.
    fileprivate func add(_ texts: [(file: MarkdownFile, text: StoredText)]) async throws -> [NoteSummary] {
        let now = now()
        return try await write(for: .unknown) { [limits] db in
            let known = try db.makeStatement(sql: "SELECT true FROM note WHERE origin = ?")
            return try texts.compactMap { file, text in
                if try Bool.fetchOne(known, arguments: [file.origin]) == true { return nil }
                return try Self.insert(
                    text, created: now, modified: file.modified, origin: file.origin, within: limits, in: db)
            }
        }
    }
}
