import AppNameCore
package import MillraceKit

extension Engine {
    /// Registers the handlers that read and write files.
    package func registerHandlers(of files: Files) {
        handle(LoadCounts.self) { (_: LoadCounts) async throws(FileFailure) in try await files.load() }
        handle(SaveCounts.self) { (command: SaveCounts) async throws(FileFailure) in
            try await files.save(command.counts)
        }
        handle(CountWords.self) { (command: CountWords) async throws(FileFailure) in
            try await files.count(command.file)
        }
    }
}
