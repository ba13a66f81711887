import Foundation
import MillraceDurable
import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

/// `millrace storage check` runs the tests in `Storages`.
@Suite("Storages") struct Storages {
    @Test("The kept actions are reduced to the stored values", arguments: DurableCheck.requested)
    func worker(_ file: URL) async throws {
        var check = DurableCheck(file, engine: "worker")
        check.store("counts", WordCounts())
        let answer = try await check.run()
        #expect(answer.isSame, "\(answer)")
    }
}

/// `millrace graph` runs the tests in `Graphs`.
@Suite("Graphs") struct Graphs {
    @Test("The graph of the worker has all its states") func worker() throws {
        let graph = Explorer.worker.limit(depth: 12).graph { system in
            if system.state.pending > 0 { return "counting" }
            return system.state.failed.isEmpty ? "idle" : "failed"
        }
        #expect(Set(graph.nodes) == ["idle", "counting", "failed"])
        try ToolRequest.draw(graph, of: WordCounts.self)
    }
}
