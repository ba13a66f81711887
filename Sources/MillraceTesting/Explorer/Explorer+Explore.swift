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
    /// A violation does not end the search. If a limit ends it, ``Graph/isComplete`` is `false`.
    public func graph(by node: @escaping @Sendable (SystemState<R>) -> String) -> Graph {
        // The graph of a feature with a bug is useful too, but only if it contains everything.
        let search = with { $0.bounds.stopsAtViolation = false }.makeSearch(workers: 1, graphed: node)
        search.run()
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
