import Foundation
import GRDB
import MillraceKit
import NotesCore

/// Imports a folder of Markdown files, 250 in each transaction, and reports the progress after each transaction.
///
/// Skips a file if its path and content were imported before. So an import can be repeated.
struct Importer: Sendable {
    static let batch = 250
    private let storage: Storage
    private let reply: Reply<ImportNotes>

    init(_ storage: Storage, _ reply: Reply<ImportNotes>) {
        (self.storage, self.reply) = (storage, reply)
    }

    @concurrent
    func run(_ path: String) async throws {
        let folder: MarkdownFolder
        do { folder = try MarkdownFolder(path) } catch { throw StorageFailure.unreadableFolder(error.path) }
        let listing = folder.list()
        let total = listing.files.count + listing.unreadable.count
        let unreadable = listing.unreadable.map { SkippedFile($0, because: "the folder cannot be read") }
        var done = unreadable.count
        reply.progress(.init(done: done, total: total, skipped: unreadable))
        for start in stride(from: 0, to: listing.files.count, by: Self.batch) {
            try Task.checkCancellation()
            let paths = listing.files[start..<min(start + Self.batch, listing.files.count)]
            let (files, skipped) = read(paths, in: folder.url)
            let added = try await storage.add(files)
            done += paths.count
            reply.progress(.init(done: done, total: total, added: added, skipped: skipped))
        }
    }

    private func read(_ paths: ArraySlice<String>, in folder: URL) -> ([MarkdownFile], [SkippedFile]) {
        var (files, skipped): ([MarkdownFile], [SkippedFile]) = ([], [])
        for path in paths {
            do throws(MarkdownFile.Rejection) {
                files.append(try MarkdownFile(path, in: folder))
            } catch {
                skipped.append(SkippedFile(path, because: error.reason))
            }
        }
        return (files, skipped)
    }
}

extension Storage {
    /// Adds the files that were not imported before, in one transaction. Adds none if the library has no room for all of them.
    fileprivate func add(_ files: [MarkdownFile]) async throws -> [NoteSummary] {
        let now = now()
        // Before the transaction, so that other writes do not wait for it.
        let texts = files.map { (file: $0, text: StoredText(plain: $0.text, folded: $0.text.folded)) }
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
