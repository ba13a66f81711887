/// An event of a command, waiting for its turn; the last of a command may come without an event.
final class EventTurn<C: Command>: TurnTaker, Holdable {
    private let event: Event<C>?
    private let run: Run<C>
    private var isLast: Bool
    /// The newest copy of it, which ends the command in its place if it is the last event.
    private var lastCopy: EventTurn?
    /// Whether it is a failure that the middleware that hears of failures has heard already.
    private let isTold: Bool

    init(_ event: Event<C>?, of run: Run<C>, isLast: Bool, isTold: Bool = false) {
        (self.event, self.run, self.isLast, self.isTold) = (event, run, isLast, isTold)
    }

    var label: String { event.map { "\(C.self).\(caseName(of: $0))" } ?? "\(C.self)" }

    func takeTurn(_ entry: Entry) {
        if run.hasEnded {
            run.engine.noteLate(event, cause: entry.cause, store: run.store)
        } else if let event, run.engine.isAttended {
            var message = Message(.event, event, store: run.store, entry, turn: run.engine.turn)
            message.isTold = isTold
            run.engine.receive(message, self, job: entry.job)
        } else {
            deliver(event, job: entry.job)
        }
    }

    func proceed(with payload: Any, job: Job?) -> Bool {
        guard !run.hasEnded else {
            run.engine.moment?.end(.late, run.engine)
            run.engine.lateResults += 1
            return true
        }
        guard let event = payload as? Event<C> else { return false }
        deliver(event, job: job)
        return true
    }

    func fail(with error: any Error, job: Job?) {
        guard !run.hasEnded, let failure = run.halt(because: error) else { return }
        isLast = true
        deliver(.failure(failure), job: job)
    }

    func `repeat`(with payload: Any, job: Job?) -> Bool {
        guard let event = payload as? Event<C> else { return false }
        if !run.hasEnded {
            let copy = EventTurn(event, of: run, isLast: isLast || lastCopy?.isLast == true, isTold: isTold)
            isLast = false
            lastCopy?.isLast = false
            lastCopy = copy
            run.engine.enqueue(copy, job: run.job ?? job)
        }
        return true
    }

    func outlast(_ job: Job, heldBy passage: Passage) { run.outlast(job, heldBy: passage) }

    func drop(because reason: (any Error)?) {
        if isLast, !run.hasEnded { run.drop(because: reason) }
    }

    /// The turn: every store concerned folds, then observers hear, then what the folds asked for is performed.
    private func deliver(_ event: Event<C>?, job: Job?) {
        let engine = run.engine
        if isLast { run.end(with: event) }
        if let event {
            let listeners = engine.listeners(to: Event<C>.self)
            engine.turn(job: job) {
                run.fold(event)
                listeners?.folders.tell(event)
            } hear: {
                run.hear(event)
                listeners?.hearers.tell(event, after: listeners?.folders)
            }
            // A fault has been told.
            if let error = event.error, !(error is Fault), !run.isHeard, listeners?.isEmpty != false {
                engine.reportUnheard(.unheardFailure(run.command, error), of: run.job ?? job)
            }
        }
        if isLast { run.release(failing: event?.error) }
    }
}

extension Engine {
    /// Reports a failure, as the actor's next job, unless a middleware hears of failures or somebody awaits the work by
    /// then.
    func reportUnheard(_ fault: Fault, of job: Job?) {
        if middleware.contains(where: { $0 is any FailureMiddleware }) { return }
        let (lineage, engine) = (requireJob(job).lineage, AtHome(self))
        _ = home.start(atOnce: false) {
            if !lineage.contains(where: \.wasAwaited) { engine.open()?.report(fault) }
        }
    }

    /// Counts, and records, the result of a command that had ended.
    func noteLate<C: Command>(_ event: Event<C>?, cause: UInt64, store: (any AnyCore)?) {
        lateResults += 1
        // What comes late is no act: it does not leave a future that one may still go on to.
        guard let history, let event, history.isAtItsEnd else { return }
        let outer = self.cause
        beginTurn()
        defer { self.cause = outer }
        history.begin(.event, event, store: store?.id, id: turn, cause: cause).end(.late, self)
    }
}
