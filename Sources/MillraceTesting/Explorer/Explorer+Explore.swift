public import Millrace

extension Explorer {
    /// Searches all that can happen, and says what was found.
    ///
    /// On the calling task, breadth first, so that each counterexample is of the fewest steps; the same in every run.
    @inlinable public func explore() -> Exploration<R> {
        let search = makeSearch(workers: 1)
        search.run()
        return conclude(search)
    }

    /// Searches all that can happen, with as many tasks at once.
    ///
    /// The system states are the same as with one task; of several shortest ways, another may be told. A search of a property
    /// of `eventually` is done by one task.
    @inlinable
    public func explore(workers: Int) async -> Exploration<R> where R: Sendable, R.State: Sendable, R.Action: Sendable {
        let search = makeSearch(workers: workers)
        await search.runApart()
        return conclude(search)
    }

    /// Searches all that can happen, and draws a graph of it: a node for each name that `node` gives, an edge for each
    /// step between them.
    ///
    /// A violation does not end the search. A bound does, and then ``Graph/isComplete`` is `false`.
    public func graph(by node: @escaping @Sendable (SystemState<R>) -> String) -> Graph {
        // A picture of a feature with a mistake is of use too, and only if all is in it.
        let search = with { $0.bounds.stopsAtViolation = false }.makeSearch(workers: 1, graphed: node)
        search.run()
        return search.graph
    }

    @usableFromInline func makeSearch(workers: Int) -> Search<R> { makeSearch(workers: workers, graphed: nil) }

    private func makeSearch(workers: Int, graphed: ((SystemState<R>) -> String)?) -> Search<R> {
        let rules = Rules(self, graphed: graphed)
        return Search(rules, bounds, workers: rules.needsEdges ? 1 : workers)
    }
}
