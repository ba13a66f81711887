public import Millrace

/// The immutable input of a search, which all its tasks share.
@usableFromInline final class Rules<R: Reducer> {
    @usableFromInline let model: Model<R>
    let entries: Entries<R>
    let properties: [Property<R>]
    @usableFromInline let offered: (R.State) -> [R.Action]
    @usableFromInline let fingerprints: Fingerprints<R>
    let functions: FeatureTable<R>.Functions
    /// Whether a turn without effects in flight and with an empty flow consists only of the reduction.
    @usableFromInline let isPlain: Bool
    /// Whether a restart is possible, even if no effect is in flight.
    @usableFromInline let hasRestart: Bool
    let isCovered: Bool
    /// Returns the case of a state, for the coverage.
    let cases: ((R.State) -> String)?
    /// Returns the graph node of a system state, if the search draws a graph.
    let graphed: ((SystemState<R>) -> String)?
    /// Whether some system states are expanded twice, to check that the results are equal.
    let isChecked: Bool
    /// Whether two system states are merged only if they are equal.
    let isExact: Bool
    /// Called from time to time during the search.
    let progress: ((SearchProgress) -> Void)?

    init(_ explorer: Explorer<R>, graphed: ((SystemState<R>) -> String)?) {
        (model, properties) = (explorer.model, explorer.properties)
        fingerprints = Fingerprints(
            hash: explorer.hash, hashAtWork: explorer.hashAtWork, hashAll: explorer.hashAll,
            areEqual: explorer.areEqual)
        functions = explorer.functions
        (cases, isCovered, isChecked) = (explorer.cases, explorer.isCovered, explorer.isChecked)
        (self.graphed, isExact, progress) = (graphed, explorer.isExact, explorer.onProgress)
        offered = model.offered
        entries = Entries(model)
        isPlain = !model.hasActiveCommands && model.remembered.isEmpty
        hasRestart = model.restarted != nil
    }

    @inlinable func fingerprint(of world: World<R>) -> UInt64 { fingerprints.fingerprint(of: world) }

    /// Whether a property is about steps.
    var asksAboutSteps: Bool { properties.contains(where: \.isAboutSteps) }

    /// Whether the search must store the edges between system states.
    var needsEdges: Bool {
        graphed != nil || properties.contains { if case .eventually = $0.kind { true } else { false } }
    }
}
