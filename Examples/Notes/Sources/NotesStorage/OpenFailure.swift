import Foundation
import GRDB

/// Why the notes could not be opened.
package enum OpenFailure: Error, Equatable, CustomStringConvertible {
    /// The data folder cannot be created, read or written.
    case folder(String)
    /// Another program is using the data folder or the database.
    case locked(String)
    /// The database is read-only.
    case readOnly(String)
    /// The database was created by a newer version.
    case newer(String)
    /// The file is not a database, or it is damaged.
    case notADatabase(String)
    /// The database belongs to another program.
    case foreign(String)
    /// Another error, with the message of the database.
    case other(String, String)

    /// The problem and the fix, in a sentence.
    package var description: String {
        switch self {
        case .folder(let path):
            "The data folder \(path) cannot be used: make it readable and writable, or choose another with --data."
        case .locked(let path):
            "The notes in \(path) are in use by another program: close it, or choose another folder with --data."
        case .readOnly(let path):
            "The database \(path) is read-only: make it writable, or choose another folder with --data."
        case .newer(let path):
            "The database \(path) was created by a newer version of Notes: use that version, or choose another folder with --data."
        case .notADatabase(let path):
            "The file \(path) is not a database, or it is damaged: move the file, or choose another folder with --data."
        case .foreign(let path): "The database \(path) belongs to another program: choose another folder with --data."
        case .other(let path, let message): "The database \(path) could not be opened: \(message)."
        }
    }
}

extension OpenFailure {
    init(_ error: any Error, file: URL) {
        let path = file.path
        guard let error = error as? DatabaseError else {
            self = .other(path, "\(error)")
            return
        }
        self =
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: .locked(path)
            case .SQLITE_READONLY, .SQLITE_PERM: .readOnly(path)
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: .notADatabase(path)
            case .SQLITE_CANTOPEN: .folder(file.deletingLastPathComponent().path)
            default: .other(path, error.message ?? "\(error.resultCode)")
            }
    }
}
