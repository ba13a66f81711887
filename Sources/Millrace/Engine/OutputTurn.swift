/// An output of a store, waiting for its turn.
final class OutputTurn<R: Reducer>: PayloadTurn {
    let payload: R.Output
    private let core: StoreCore<R>

    init(_ output: R.Output, of core: StoreCore<R>) { (payload, self.core) = (output, core) }

    var kind: Message.Kind { .output }
    var engine: Engine { core.engine }
    var subject: AnyObject? { core }

    func copy(holding output: R.Output) -> OutputTurn { OutputTurn(output, of: core) }

    /// Whoever presented the scene folds the output, then those who listen hear.
    func take(_ output: R.Output, job: Job?) {
        guard let owner = core.sceneOwner else { return core.outputs.tell(output) }
        core.engine.turn(job: job) {
            owner.reduceOutput?(output)
        } hear: {
            core.outputs.tell(output)
            owner.notifyOutput?(output)
        }
    }
}
