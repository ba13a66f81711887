import MillraceKit

// The requests of the core. Their handlers are in AppNameStorage.

/// Reads the stored counts.
package struct LoadCounts: Command, Hashable, Codable {
    package typealias Output = [Count]
    package typealias Progress = Never
    package typealias Failure = FileFailure

    /// Creates the command.
    package init() {}
}

/// Stores all counts.
package struct SaveCounts: Command, Hashable, Codable {
    package typealias Output = Void
    package typealias Progress = Never
    package typealias Failure = FileFailure
    /// All counts.
    package let counts: [Count]

    /// Creates the command.
    package init(_ counts: [Count]) { self.counts = counts }
}

/// Counts the words of a file.
package struct CountWords: Command, Hashable, Codable {
    package typealias Output = Count
    package typealias Progress = Never
    package typealias Failure = FileFailure
    /// The path of the file.
    package let file: String

    /// Creates the command.
    package init(_ file: String) { self.file = file }
}

/// The error of reading or writing a file.
package struct FileFailure: Error, Hashable, Codable, CustomStringConvertible {
    /// The reason, as a sentence.
    package let reason: String

    package var description: String { reason }

    /// Creates the error.
    package init(_ reason: String) { self.reason = reason }
}
