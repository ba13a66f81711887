import MillraceKit

// The requests of the core, and what it reports. The handlers are in AppNameStorage.

/// Counts the words of a file, or returns the stored count.
package struct CountWords: Command, Hashable, Codable {
    package typealias Output = Count
    package typealias Progress = Never
    package typealias Failure = FileFailure
    /// The path of the file.
    package let file: String

    /// Creates the command.
    package init(_ file: String) { self.file = file }
}

/// Stores a count.
package struct SaveCount: Command, Hashable, Codable {
    package typealias Output = Void
    package typealias Progress = Never
    package typealias Failure = FileFailure
    /// The count.
    package let count: Count

    /// Creates the command.
    package init(_ count: Count) { self.count = count }
}

/// The result for a file.
package enum Report: Fact, Hashable, Codable {
    case counted(Count)
    case failed(FileFailure)
}

/// The error of reading or writing a file.
package struct FileFailure: Error, Hashable, Codable, CustomStringConvertible {
    /// The reason, as a sentence.
    package let reason: String

    package var description: String { reason }

    /// Creates the error.
    package init(_ reason: String) { self.reason = reason }
}
