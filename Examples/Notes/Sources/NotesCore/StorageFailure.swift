/// Why the storage could not do what a command asked.
package enum StorageFailure: Error, Hashable {
    /// Another program holds the database.
    case locked
    /// The database may not be written.
    case readOnly
    /// There is no room on the disk.
    case full
    /// The note is not there.
    case gone
    /// The text is longer than ``Note/longestText``.
    case tooLong
    /// The folder of an import cannot be read.
    case unreadableFolder(String)
    /// Something else, as the database says it.
    case other(String)

    /// What is wrong, as a clause that can follow "because".
    package var reason: String {
        switch self {
        case .locked: "another program is using the database"
        case .readOnly: "the database is read-only"
        case .full: "the disk is full"
        case .gone: "the note is no longer there"
        case .tooLong: "a note can hold 2 MB of text at most"
        case .unreadableFolder(let path): "the folder \(path) cannot be read"
        case .other(let message): "the storage says: \(message)"
        }
    }
}
