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
    return recordings.sorted { $0.path < $1.path } + ToolRequest.recordings(of: WordCounts.self)
}

/// `millrace replay` runs the tests in `Replays`.
@Suite("Recordings") struct Replays {
    @Test("Every recording is reduced as it was", arguments: try recordings()) func worker(_ file: URL) {
        Replay(file, WordCounts()).check()
    }
}

/// `millrace graph` runs the tests in `Graphs`.
@Suite("Graphs") struct Graphs {
    @Test("The graph of the worker has all its states") func worker() throws {
        let graph = Explorer.worker.limit(depth: 6).graph { system in
            if system.state.isFinished { return "finished" }
            let pending = system.state.pending == 0 ? "idle" : "counting"
            return system.state.isInputEnded ? "\(pending), input ended" : pending
        }
        #expect(Set(graph.nodes) == ["idle", "counting", "counting, input ended", "finished"])
        try ToolRequest.draw(graph, of: WordCounts.self)
    }
}
