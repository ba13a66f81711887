/// A fact, waiting for its turn.
final class FactTurn<F: Fact>: TurnTaker {
    private let fact: F
    private unowned let engine: Engine

    init(_ fact: F, of engine: Engine) { (self.fact, self.engine) = (fact, engine) }

    var label: String { "\(F.self)" }

    func takeTurn(_ entry: Entry) {
        if engine.isAttended {
            engine.receive(Message(.fact, fact, store: nil, entry, turn: engine.turn), self, job: entry.job)
        } else {
            deliver(fact, job: entry.job)
        }
    }

    func proceed(with payload: Any, job: Job?) -> Bool {
        if let fact = payload as? F {
            deliver(fact, job: job)
        } else {
            guard let other = payload as? any Fact else { return false }
            engine.enqueue(other, job: job)
        }
        return true
    }

    func `repeat`(with payload: Any, job: Job?) -> Bool {
        guard let other = payload as? any Fact else { return false }
        engine.enqueue(other, job: job)
        return true
    }

    func drop(because reason: (any Error)?) {}

    private func deliver(_ fact: F, job: Job?) {
        guard let listeners = engine.listeners(to: F.self) else { return }
        engine.turn(job: job) {
            listeners.folders.tell(fact)
        } hear: {
            listeners.hearers.tell(fact, after: listeners.folders)
        }
    }
}
