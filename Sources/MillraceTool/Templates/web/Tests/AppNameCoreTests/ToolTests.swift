import Foundation
import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

/// The recordings in this folder, and the one that `millrace replay` names.
private func recordings() throws -> [URL] {
    let folder = try #require(Bundle.module.url(forResource: "Recordings", withExtension: nil))
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let recordings = files.filter { $0.pathExtension == "jsonl" }
    return recordings.sorted { $0.path < $1.path } + ToolRequest.recordings(of: TodoList.self)
}

/// `millrace replay` runs the tests in `Replays`.
@Suite("Recordings") struct Replays {
    @Test("Every recording is reduced as it was", arguments: try recordings()) func list(_ file: URL) {
        Replay(file, TodoList()).check()
    }
}

/// `millrace graph` runs the tests in `Graphs`.
@Suite("Graphs") struct Graphs {
    @Test("The graph of the list has all its states") func list() throws {
        let graph = Explorer.list.limit(depth: 4).graph { system in
            if system.state.problem != nil { return "failed" }
            if !system.state.isLoaded { return "loading" }
            return system.state.isSaved ? "saved" : "saving"
        }
        #expect(Set(graph.nodes) == ["loading", "failed", "saved", "saving"])
        try ToolRequest.draw(graph, of: TodoList.self)
    }
}
