package import MillraceDurable
package import MillraceKit

// The requests of the core, and what it reports. The handlers are in AppNameStorage.

/// Counts the words of a file, and stores the count. Survives the end of the process.
package struct CountWords: DurableCommand, Hashable {
    package typealias Output = Count
    package typealias Progress = Never
    package typealias Failure = FileFailure
    package static let durableName = "countWords"
    /// If the process ends meanwhile, the handler runs again. It recognizes the repeat by the key of the command.
    package static var interruption: Interruption<CountWords> { .runAgain() }
    /// The path of the file.
    package let file: String

    /// Creates the command.
    package init(_ file: String) { self.file = file }

    package func response(to event: Event<CountWords>) -> WordCounts.Action {
        switch event {
        case .data(let count): .counted(count)
        case .failure(let failure): .notCounted(file, failure)
        }
    }
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
