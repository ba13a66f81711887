import AppNameCore
package import MillraceDurable

extension DurableEngine {
    /// Registers the handler that reads files and stores counts.
    package func registerHandlers(of files: Files) {
        handle(CountWords.self) { (command: CountWords, call: DurableCall) async throws(FileFailure) in
            try await files.count(command.file, key: call.key)
        }
    }
}
