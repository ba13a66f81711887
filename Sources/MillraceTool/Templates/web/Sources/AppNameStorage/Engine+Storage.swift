import AppNameCore
package import MillraceKit

extension Engine {
    /// Registers the handlers that read and write the file.
    package func registerHandlers(of file: TodoFile) {
        handle(LoadTodos.self) { (_: LoadTodos) async throws(StorageFailure) in try await file.load() }
        handle(SaveTodos.self) { (command: SaveTodos) async throws(StorageFailure) in
            try await file.save(command.todos)
        }
    }
}
