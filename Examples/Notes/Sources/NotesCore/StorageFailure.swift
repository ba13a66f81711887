/// Why the storage could not execute a command.
package enum StorageFailure: Error, Hashable, Codable {
    /// Another program has locked the database.
    case locked
    /// The database is read-only.
    case readOnly
    /// The disk is full.
    case full
    /// The note does not exist.
    case notFound
    /// The text is longer than ``Note/longestText``.
    case tooLong
    /// The texts of a client that wait to be saved would be longer than ``OpenNotes/longestUnsavedText``.
    case tooMuchUnsaved
    /// The library has as many notes as ``LibraryLimits/notes`` permits.
    case tooManyNotes(limit: Int)
    /// All texts together would be longer than ``LibraryLimits/bytes`` permits.
    case tooMuchText(limit: Int)
    /// The folder of an import cannot be read.
    case unreadableFolder(String)
    /// Another error, with the message of the database.
    case other(String)

    /// The reason, as a clause that can follow "because".
    package var reason: String {
        switch self {
        case .locked: "another program is using the database"
        case .readOnly: "the database is read-only"
        case .full: "the disk is full"
        case .notFound: "the note no longer exists"
        case .tooLong: "a note can contain at most \(Self.size(Note.longestText)) of text"
        case .tooMuchUnsaved: "too many other texts are not saved yet"
        case .tooManyNotes(let limit): "there can be at most \(Self.grouped(limit)) notes, including deleted ones"
        case .tooMuchText(let limit):
            "all notes together, with deleted ones and published copies, can contain at most \(Self.size(limit)) of text"
        case .unreadableFolder(let path): "the folder \(path) cannot be read"
        case .other(let message): "the database reported an error: \(message)"
        }
    }

    private static func size(_ bytes: Int) -> String {
        for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB")] where bytes >= unit && bytes % unit == 0 {
            return "\(bytes / unit) \(name)"
        }
        return "\(grouped(bytes)) bytes"
    }

    private static func grouped(_ number: Int) -> String {
        if number < 1_000 { return "\(number)" }
        return grouped(number / 1_000) + "," + String(number % 1_000 + 1_000).dropFirst()
    }
}
