import MillraceKit

// The requests of the core. Each has one handler: those of the file are in AppNameStorage.

/// Reads the list from the file.
package struct LoadTodos: Command, Hashable, Codable {
    package typealias Output = [Todo]
    package typealias Progress = Never
    package typealias Failure = StorageFailure

    /// Creates the command.
    package init() {}
}

/// Writes the list to the file.
package struct SaveTodos: Command, Hashable, Codable {
    package typealias Output = Void
    package typealias Progress = Never
    package typealias Failure = StorageFailure
    /// The whole list.
    package let todos: [Todo]

    /// Creates the command.
    package init(_ todos: [Todo]) { self.todos = todos }
}

/// The error of reading or writing the file.
package struct StorageFailure: Error, Hashable, Codable, CustomStringConvertible {
    /// The reason, as a sentence.
    package let reason: String

    package var description: String { reason }

    /// Creates the error.
    package init(_ reason: String) { self.reason = reason }
}
