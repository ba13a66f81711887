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

/// Sends the shared list at once, and after each change.
package struct ObserveTodos: Command, Hashable, Codable {
    package typealias Output = TodoList.State
    package typealias Progress = Never
    package typealias Failure = Never

    /// Creates the command.
    package init() {}
}

extension Event<ObserveTodos> {
    /// The shared list.
    var list: TodoList.State {
        switch self {
        case .data(let list): list
        }
    }
}

/// The error of reading or writing the file.
package struct StorageFailure: Error, Hashable, Codable, CustomStringConvertible {
    /// The reason, as a sentence.
    package let reason: String

    package var description: String { reason }

    /// Creates the error.
    package init(_ reason: String) { self.reason = reason }
}

/// A change that a window requests. The shared list receives it.
package enum TodoChange: Fact, Hashable, Codable {
    case add(String)
    case rename(Int, String)
    case toggle(Int)
    case remove(Int)
    /// Load or save again after a failure.
    case retry
}
