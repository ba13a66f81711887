extension Store {
    /// Performs what happens first, as in the turn that places a scene: what comes of it has that turn for a cause.
    package func start(with flow: Flow<R>) {
        _ = engine.dispatch("The start of \(R.self)") {
            engine.beginTurn()
            core.perform(flow, job: $0)
        }
    }
}
