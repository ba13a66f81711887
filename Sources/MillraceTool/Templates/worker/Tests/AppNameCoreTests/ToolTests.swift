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
    @Test("The worker is reduced as it was", arguments: recordings(of: WordCounts.self)) func worker(_ recording: URL) {
        Replay(recording, WordCounts()).check()
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
