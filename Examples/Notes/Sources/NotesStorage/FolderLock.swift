import Foundation

/// A lock on a data folder. A second program cannot take it until this one ends, even if this one is killed.
struct FolderLock: ~Copyable, Sendable {
    private let file: Int32

    init(_ folder: URL) throws(OpenFailure) {
        file = open(folder.appendingPathComponent("notes.lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw .folder(folder.path)
        }
        if flock(file, LOCK_EX | LOCK_NB) != 0 {
            close(file)
            throw .locked(folder.path)
        }
    }

    deinit { close(file) }
}
