/// An output of a store, waiting for its turn.
final class OutputTurn<R: Reducer>: TurnTaker {
    private let output: R.Output
    private let core: StoreCore<R>

    init(_ output: R.Output, of core: StoreCore<R>) { (self.output, self.core) = (output, core) }

    var label: String { caseName(of: output) }

    func takeTurn(_ entry: Entry) {
        let engine = core.engine
        if engine.isAttended {
            engine.receive(Message(.output, output, store: core, entry, turn: engine.turn), self, job: entry.job)
        } else {
            tell(output, job: entry.job)
        }
    }

    func proceed(with payload: Any, job: Job?) -> Bool {
        guard let output = payload as? R.Output else { return false }
        tell(output, job: job)
        return true
    }

    func `repeat`(with payload: Any, job: Job?) -> Bool {
        guard let output = payload as? R.Output else { return false }
        core.engine.enqueue(OutputTurn(output, of: core), job: job)
        return true
    }

    func drop(because reason: (any Error)?) {}

    /// The turn: whoever presented the scene folds the output, then those who listen hear.
    private func tell(_ output: R.Output, job: Job?) {
        guard let seat = core.seat else { return core.outputs.tell(output) }
        core.engine.turn(job: job) {
            seat.fold?(output)
        } hear: {
            core.outputs.tell(output)
            seat.hear?(output)
        }
    }
}
