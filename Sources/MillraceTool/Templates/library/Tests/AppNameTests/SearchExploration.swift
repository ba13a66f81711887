import AppName
import MillraceKit
import MillraceTesting
import Testing

extension Explorer<Search> {
    /// A person who types two characters, while any search can fail.
    static var search: Explorer {
        Explorer(Search.State(), Search(), called: "Explorer.search")
            .actions { $0.text.count < 2 ? [.typed($0.text + "a")] : [] }
            .outcomes(of: FindItems.self) { [.complete([$0.text]), .fail(SearchFailure("No connection."))] }
            .never("results of another text") { system in
                system.state.results.contains { $0 != system.state.text }
            }
            .eventually("the end of a search", from: { $0.state.isSearching }) { !$0.state.isSearching }
            .sometimes("a failed search") { $0.state.problem != nil }
    }
}

@Suite("Every order of events") struct SearchExploration {
    @Test("Shows only the results of the last text") func results() {
        // The first draft of the search has this bug. README.md says how to find and fix it. Then remove `withKnownIssue`.
        withKnownIssue {
            Explorer.search.check()
        }
    }
}

/// `millrace graph` runs the tests in `Graphs`.
@Suite("Graphs") struct Graphs {
    @Test("The graph of the search has all its states") func search() throws {
        let graph = Explorer.search.limit(depth: 4).graph { system in
            if system.state.isSearching { return "searching" }
            if system.state.problem != nil { return "failed" }
            return system.state.results.isEmpty ? "empty" : "found"
        }
        #expect(Set(graph.nodes) == ["empty", "searching", "found", "failed"])
        try ToolRequest.draw(graph, of: Search.self)
    }
}
