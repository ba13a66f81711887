import AppNameCore
package import Foundation
import MillraceJournal

/// The file that contains the list.
package actor TodoFile {
    private let file: URL

    /// Creates the storage in a folder that exists.
    package init(folder: URL) { file = folder.appending(path: "todos.json") }

    /// Returns the list: empty if there is no file.
    func load() throws(StorageFailure) -> [Todo] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        do { return try JSONDecoder().decode([Todo].self, from: Data(contentsOf: file)) } catch {
            throw StorageFailure("\(FileError(.read, file, error))")
        }
    }

    /// Replaces the file. A crash leaves the old or the new list. A cancelled save writes nothing.
    func save(_ todos: [Todo]) throws(StorageFailure) {
        if Task.isCancelled { return }
        do { try JSONEncoder().encode(todos).write(to: file, options: .atomic) } catch {
            throw StorageFailure("\(FileError(.write, file, error))")
        }
    }
}
