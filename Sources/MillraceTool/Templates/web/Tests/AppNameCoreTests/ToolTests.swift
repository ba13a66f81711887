import Foundation
import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

/// The recordings of a feature in the folder Recordings, and the one that `millrace replay` names.
private func recordings<R: Reducer>(of feature: R.Type) -> [URL] {
    ToolRequest.recordings(of: feature, in: Bundle.module.url(forResource: "Recordings", withExtension: nil))
}

/// `millrace replay` runs the tests in `Replays`.
@Suite("Recordings") struct Replays {
    @Test("The list is reduced as it was", arguments: recordings(of: TodoList.self)) func list(_ recording: URL) {
        Replay(recording, TodoList()).check()
    }
}

/// `millrace graph` runs the tests in `Graphs`.
@Suite("Graphs") struct Graphs {
    @Test("The graph of the list has all its states") func list() throws {
        let graph = Explorer.list.limit(depth: 4).graph { system in
            guard let todo = system.state.todos.first else { return system.state.nextID == 1 ? "empty" : "deleted" }
            return todo.isRemoved ? "removed" : todo.isDone ? "done" : "to do"
        }
        #expect(Set(graph.nodes) == ["empty", "to do", "done", "removed", "deleted"])
        try ToolRequest.draw(graph, of: TodoList.self)
    }
}
