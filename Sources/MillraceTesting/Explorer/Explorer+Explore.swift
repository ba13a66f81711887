public import Millrace

extension Explorer {
    /// Searches all reachable system states, and returns the result.
    ///
    /// The search runs on the calling task. It is breadth-first, so each counterexample has as few steps as possible,
    /// and deterministic. It stops early when the task is cancelled.
    ///
    /// If the reducer or a closure of the explorer traps, the process ends. Before that, the steps that lead to the trap
    /// are printed to the standard error output, as a test; no shorter path leads to a trap. For that, a thread of this
    /// process repeats the steps before the trap. The search does not run in a child process: a process with several
    /// threads cannot be copied safely, and a new one would not have this explorer.
    @inlinable public func explore() -> Exploration<R> {
        let search = makeSearch(workers: 1)
        search.run()
        return conclude(search)
    }

    /// Searches all reachable system states with several tasks.
    ///
    /// Reaches the same system states as a search with one task. If there are several shortest counterexamples, it may
    /// return a different one. If a property was added with `eventually`, the search uses only one task. The path to a trap
    /// is printed only by a search with one task.
    @inlinable
    public func explore(workers: Int) async -> Exploration<R> where R: Sendable, R.State: Sendable, R.Action: Sendable {
        let search = makeSearch(workers: workers)
        await search.runApart()
        return conclude(search)
    }

    /// Searches all reachable system states, and returns them as a graph. Each name that `node` returns is a node, and
    /// each step between two nodes is an edge.
    ///
    /// A violation does not end the search. If a limit ends it, ``Graph/isComplete`` is `false`. Defaults to a limit of 100,000
    /// system states; ``limit(depth:states:time:stopsAtViolation:)`` changes it.
    ///
    /// Fails the test at this line if the search ends before it has reached every system state, and names the members that
    /// kept growing. ``incompleteSearch(_:)`` turns that into a warning. A limit of depth is no failure: the graph then shows
    /// the steps that were asked for.
    public func graph(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        by node: @escaping @Sendable (SystemState<R>) -> String
    ) -> Graph {
        // The graph of a feature with a bug is useful too, but only if it contains everything.
        let search = with {
            $0.bounds.stopsAtViolation = false
            $0.bounds.states = $0.bounds.states ?? Bounds.statesOfGraph
        }
        .makeSearch(workers: 1, graphed: node)
        search.run()
        if let end = earlyEnd(of: search), end.kind != .depth {
            report(.incomplete(end, .graph), at: Place(fileID, filePath, line, column))
        }
        return search.graph
    }

    @usableFromInline func makeSearch(workers: Int) -> Search<R> { makeSearch(workers: workers, graphed: nil) }

    private func makeSearch(workers: Int, graphed: ((SystemState<R>) -> String)?) -> Search<R> {
        let rules = Rules(self, graphed: graphed)
        let search = Search(rules, bounds, workers: rules.needsEdges ? 1 : workers)
        search.describeTrap = { describeTrap(in: $0) }
        return search
    }
}
