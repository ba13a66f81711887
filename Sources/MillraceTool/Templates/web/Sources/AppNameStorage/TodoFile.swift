package import AppNameCore
package import Foundation

/// The file that contains the list.
package actor TodoFile {
    private let file: URL

    /// Creates the storage in a folder, which is created if it is missing.
    ///
    /// - Throws: ``StorageFailure`` if the folder cannot be created.
    package init(folder: URL) throws(StorageFailure) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw StorageFailure("The folder \(folder.path) cannot be created: \(error.localizedDescription)")
        }
        file = folder.appending(path: "todos.json")
    }

    /// Returns the list: empty if there is no file.
    func load() throws(StorageFailure) -> [Todo] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        do {
            return try JSONDecoder().decode([Todo].self, from: Data(contentsOf: file))
        } catch {
            throw StorageFailure("The file \(file.lastPathComponent) cannot be read: \(error.localizedDescription)")
        }
    }

    /// Replaces the file. A crash leaves the old or the new list. A cancelled save writes nothing.
    func save(_ todos: [Todo]) throws(StorageFailure) {
        if Task.isCancelled { return }
        do {
            try JSONEncoder().encode(todos).write(to: file, options: .atomic)
        } catch {
            throw StorageFailure("The list cannot be saved: \(error.localizedDescription)")
        }
    }
}
