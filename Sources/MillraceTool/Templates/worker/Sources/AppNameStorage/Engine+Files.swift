import AppNameCore
package import MillraceKit

extension Engine {
    /// Registers the handlers that read and write files.
    package func registerHandlers(of files: Files) {
        handle(CountWords.self) { (command: CountWords) async throws(FileFailure) in
            try await files.count(command.file)
        }
        handle(SaveCount.self) { (command: SaveCount) async throws(FileFailure) in
            try await files.save(command.count)
        }
    }
}
