import AppNameCore
import Foundation
import MillraceKit
import Testing

@testable import AppNameStorage

@MainActor @Suite("The file") final class TodoFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func openList() -> Store<TodoList> {
        let engine = Engine()
        engine.registerHandlers(of: TodoFile(folder: folder))
        return Store(TodoList.State(), TodoList(), on: engine)
    }

    @Test("A list that was saved is loaded by the next program") func roundTrip() async throws {
        let first = openList()
        try await first.send(.load).finished()
        try await first.send(.add("Milk")).finished()
        #expect(first.state.isSaved)
        let second = openList()
        try await second.send(.load).finished()
        #expect(second.state.todos == [Todo(id: 1, title: "Milk")])
    }

    @Test("A damaged file is reported, and not replaced") func damaged() async throws {
        let list = openList()
        let file = folder.appending(path: "todos.json")
        try Data("no list".utf8).write(to: file)
        await #expect(throws: StorageFailure.self) { try await list.send(.load).finished() }
        #expect(list.state.problem != nil && !list.state.isLoaded)
        try await list.send(.add("Milk")).finished()
        #expect(try Data(contentsOf: file) == Data("no list".utf8))
    }

    @Test("A failed save names the file, the operation and the reason") func failedSave() async throws {
        let list = openList()
        try await list.send(.load).finished()
        let file = folder.appending(path: "todos.json")
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        await #expect(throws: StorageFailure.self) { try await list.send(.add("Milk")).finished() }
        #expect(list.state.problem == "The file \(file.path) cannot be written: Is a directory.")
    }
}
