/// The standing work of one store: what runs, and what its reducer asked for last.
struct StandingWork<R: Reducer> {
    private var running: [EffectKey: (execution: Execution<R>, run: any AnyRun)] = [:]

    /// Forgets those of `ended`, as though they had never been asked for.
    mutating func forget(_ ended: [Effect]) {
        running = running.filter { _, work in !ended.contains { $0 === work.run } }
    }

    /// Starts what is new, cancels what is no longer asked for, and starts anew what is asked for differently.
    mutating func update(to standing: Standing<R>, of core: StoreCore<R>) {
        let wanted = Dictionary(standing.items.map { ($0.key, $0.execution) }) { first, _ in first }
        for (key, work) in running where wanted[key].map(work.execution.isSame) != true {
            running[key] = nil
            work.run.cancel(because: CancellationError())
        }
        for item in standing.items where running[item.key] == nil {
            let run = item.execution.makeRun(for: core, job: Job())
            running[item.key] = (item.execution, run)
            core.effects.admit(run, .concurrent)
        }
    }
}
