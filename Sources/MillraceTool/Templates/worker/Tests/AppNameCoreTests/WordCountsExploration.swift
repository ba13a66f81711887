import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

extension Explorer<WordCounts> {
    /// A file that the input can name twice, while reading and writing can fail.
    static var worker: Explorer {
        Explorer(WordCounts.State(), WordCounts(), launch: [.load], called: "Explorer.worker")
            .actions { $0.problems.isEmpty && $0.counts.count < 2 ? [.count("a.txt")] : [] }
            .outcomes(of: LoadCounts.self) { _ in [.complete([]), .fail(FileFailure("The file is damaged."))] }
            .outcomes(of: SaveCounts.self) { _ in [.complete(()), .fail(FileFailure("The disk is full."))] }
            .outcomes(of: CountWords.self) { command in
                [.complete(Count(file: command.file, words: 2)), .fail(FileFailure("There is no such file."))]
            }
            .never("a file that is counted twice") { Set($0.state.counts).count < $0.state.counts.count }
            .sometimes("a failure") { !$0.state.problems.isEmpty }
    }
}

@Suite("Every order of events") struct WordCountsExploration {
    @Test("Counts each file once") func once() {
        // The first draft of the worker has this bug. README.md says how to find and fix it. Then remove `withKnownIssue`.
        withKnownIssue {
            Explorer.worker.check()
        }
    }
}

/// `millrace graph` runs the tests in `Graphs`.
@Suite("Graphs") struct Graphs {
    @Test("The graph of the worker has all its states") func worker() throws {
        let graph = Explorer.worker.limit(depth: 4).graph { system in
            if !system.state.problems.isEmpty { return "failed" }
            if !system.state.isLoaded { return "loading" }
            return system.isPending(CountWords.self) || system.isPending(SaveCounts.self) ? "counting" : "idle"
        }
        #expect(Set(graph.nodes) == ["loading", "failed", "counting", "idle"])
        try ToolRequest.draw(graph, of: WordCounts.self)
    }
}
