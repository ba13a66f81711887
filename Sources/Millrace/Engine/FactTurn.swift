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
            engine.tell(fact, job: entry.job)
        }
    }

    func proceed(with payload: Any, job: Job?) -> Bool {
        if let fact = payload as? F {
            engine.tell(fact, job: job)
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
}
