import AppNameCore
import Foundation
import MillraceKit
import Testing

@testable import AppNameStorage

@MainActor @Suite("The file") final class TodoFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func openList() throws -> Store<TodoList> {
        let engine = Engine()
        engine.registerHandlers(of: try TodoFile(folder: folder))
        return Store(TodoList.State(), TodoList(), on: engine)
    }

    @Test("A list that was saved is loaded by the next program") func roundTrip() async throws {
        let first = try openList()
        try await first.send(.load).finished()
        try await first.send(.change(.add("Milk"))).finished()
        #expect(first.state.isSaved)
        let second = try openList()
        try await second.send(.load).finished()
        #expect(second.state.todos == [Todo(id: 1, title: "Milk")])
    }

    @Test("A damaged file is reported, and not replaced") func damaged() async throws {
        let list = try openList()
        let file = folder.appending(path: "todos.json")
        try Data("no list".utf8).write(to: file)
        await #expect(throws: StorageFailure.self) { try await list.send(.load).finished() }
        #expect(list.state.problem != nil && !list.state.isLoaded)
        try await list.send(.change(.add("Milk"))).finished()
        #expect(try Data(contentsOf: file) == Data("no list".utf8))
    }

    @Test("A session is recorded") func recording() async throws {
        let list = try openList()
        let recording = try SessionRecording(of: list, folder: folder)
        try await list.send(.load).finished()
        try await list.send(.change(.add("Milk"))).finished()
        try recording.end()
        let text = try String(contentsOf: folder.appending(path: "session.jsonl"), encoding: .utf8)
        #expect(text.contains(#""reducer":"TodoList""#) && text.contains("Milk"))
    }
}
