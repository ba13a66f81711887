/// The standing work of one store: what runs, and what its reducer asked for last.
struct StandingWork<R: Reducer> {
    private var running: [EffectKey: (execution: Execution<R>, run: any AnyRun)] = [:]

    /// Forgets those of `ended`, as though they had never been asked for.
    mutating func forget(_ ended: [Effect]) {
        for (key, work) in running where ended.contains(where: { $0 === work.run }) { running[key] = nil }
    }

    /// Starts what is new, cancels what is no longer asked for, and starts anew what is asked for differently.
    mutating func update(to standing: Standing<R>, of core: StoreCore<R>) {
        var wanted: [EffectKey: Execution<R>] = [:]
        for item in standing.items where wanted[item.key] == nil { wanted[item.key] = item.execution }
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
