import Foundation
import LunchCore
import MillraceJournal
import MillraceKit

/// The file that contains the accounts and the list. Only its owner can read it.
actor LunchStorage {
    private let file: URL

    init(folder: URL) { file = folder.appending(path: "lunch.json") }

    /// Returns the content: that of a new file if there is none.
    func load() throws(FileFailure) -> LunchFile {
        guard FileManager.default.fileExists(atPath: file.path) else { return LunchFile() }
        do { return try JSONDecoder().decode(LunchFile.self, from: Data(contentsOf: file)) } catch {
            throw FileFailure("\(FileError(.read, file, error))")
        }
    }

    /// Replaces the file. A crash leaves the old or the new content. A cancelled save writes nothing.
    func save(_ content: LunchFile) throws(FileFailure) {
        if Task.isCancelled { return }
        do {
            try JSONEncoder().encode(content).write(to: file, options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        } catch {
            throw FileFailure("\(FileError(.write, file, error))")
        }
    }
}

extension Engine {
    /// Registers the handlers that read and write the file.
    func registerHandlers(of storage: LunchStorage) {
        handle(LoadFile.self) { _ async throws(FileFailure) in try await storage.load() }
        handle(SaveFile.self) { command async throws(FileFailure) in try await storage.save(command.file) }
    }
}
