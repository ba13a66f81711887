/// A message on its way through the middleware. It counts as running while it is held.
final class Passage: Effect, TurnTaker {
    enum Decision {
        case letOn(Message)
        case cancel(any Error)
        case fail(any Error)
        case silence
        case redirect((Job) -> Void)
    }

    private let taker: any TurnTaker
    let chain: Chain
    private(set) var message: Message
    /// Which middleware decides.
    private var index: Int
    private var decision: Decision?
    /// Whether a middleware is being asked right now, so that a decision need not wait for a turn.
    private var isAsking = true
    private var isHeld = false
    private var isSettled = false
    /// Stops what will decide later: a wait for the clock, a task.
    private var stopHolding: (() -> Void)?
    /// What the receipts that `next` gave share. A job of the message's own is made only if somebody keeps one.
    private var claim: Claim?
    /// The engine, to a `next` that is kept until the engine may have gone.
    private let home: AtHome<Engine>
    /// Its record, if there is a history.
    private let moment: Moment?

    /// A message while the middleware that has `token` is being asked about it.
    init(_ material: NextToken.Material, _ token: NextToken, hasLetOn: Bool) {
        let envelope = material.envelope.takeUnretainedValue()
        envelope.keep()
        message = Message(envelope)
        (taker, moment) = (material.taker, material.moment)
        (chain, index) = (token.chain, token.index)
        let engine = token.chain.engine
        home = AtHome(engine)
        if hasLetOn { decision = .letOn(message) }
        super.init(
            engine: engine, effects: message.effects ?? engine.effects, key: nil, job: material.job, isHome: nil)
    }

    /// Takes over the claim of whoever keeps a receipt already.
    func accept(_ claim: Claim?) {
        self.claim = claim
        claim?.begin(self)
    }

    // MARK: Asking

    /// Goes on when the middleware that has `token` has been asked.
    func goOn(after token: consuming NextToken) {
        var spare: NextToken?
        conclude(token, &spare)
        if follow() { advance(&spare) }
    }

    /// Asks one middleware after the other, until one holds the message or all have let it on; in a loop, not nested.
    private func advance(_ spare: inout NextToken?) {
        while index < chain.count {
            if decision == nil { ask(&spare) }
            guard follow() else { return }
        }
        settle { job in
            if engine.note(momentOfTurn(), { taker.proceed(with: message.payload, job: job) }) { return }
            let fault = Fault.wrongPayload(message.payload, for: message)
            engine.report(fault)
            end(by: .cancel(fault), job: job)
        }
    }

    /// Does what was decided.
    ///
    /// - Returns: whether the message goes on.
    private func follow() -> Bool {
        // Cancelled while it was asked.
        if hasEnded { return false }
        switch decision.take() {
        case .letOn(let message):
            self.message = message
            index += 1
            return true
        case let decision?:
            settle { end(by: decision, job: $0) }
            return false
        case nil: return false
        }
    }

    /// Asks the middleware whose turn it is, with the token of the one before if nobody keeps that.
    private func ask(_ spare: inout NextToken?) {
        isAsking = true
        let isSpare = isKnownUniquelyReferenced(&spare)
        let token = isSpare ? spare.take() ?? NextToken(self, index: index) : NextToken(self, index: index)
        token.index = index
        do { try chain[index].ask(message, token) } catch { fail(error) }
        conclude(token, &spare)
    }

    /// A middleware has been asked. If it has decided, its token becomes the spare one; else it is let go.
    private func conclude(_ token: consuming NextToken, _ spare: inout NextToken?) {
        isAsking = false
        if hasEnded { return }
        if decision == nil { hold() } else { spare = token }
    }

    /// The middleware that was asked threw.
    func fail(_ error: any Error) {
        if decision == nil, stopHolding == nil {
            decision = .fail(error)
        } else {
            engine.requireJob(job).fail(with: error)
            engine.tellFailure(error, message)
        }
    }

    /// Counts it as running: the middleware keeps its `next` for later. If it does not, the token goes next, and says
    /// so.
    private func hold() {
        if !isHeld {
            isHeld = true
            register()
            requireJob()
            if let job { (taker as? any Holdable)?.outlast(job, heldBy: self) }
        }
        if engine.isShutDown { cancel(because: EngineShutDown()) }
    }

    // MARK: Deciding

    @discardableResult
    func decide(_ decision: Decision, _ token: NextToken) -> Receipt {
        guard mayDecide(token) else { return .finished }
        self.decision = decision
        let receipt = receipt()
        if !isAsking { engine.perform { engine.enqueue(self, job: job) } }
        return receipt
    }

    /// Decides later: `begin` starts what will call ``settle(hold:_:)``, and returns what stops it.
    func hold(_ token: NextToken, _ begin: (Passage) -> () -> Void) -> Receipt {
        guard mayDecide(token) else { return .finished }
        stopHolding = {}
        let stop = begin(self)
        // It may have decided already.
        if stopHolding != nil { stopHolding = stop }
        return receipt()
    }

    /// What was to decide later has decided.
    func settle(hold token: NextToken, _ decision: Decision) {
        stopHolding = nil
        decide(decision, token)
    }

    private func mayDecide(_ token: NextToken) -> Bool {
        // Cancelled, or shut down, while it was held: it is too late, and nobody's fault.
        if hasEnded, !isSettled { return false }
        if !isSettled, index == token.index, decision == nil, stopHolding == nil { return true }
        home.open()?.report(.nextCalledTwice(chain[token.index].middleware, message))
        return false
    }

    private func receipt() -> Receipt {
        let claim = self.claim ?? Claim(to: self, on: engine)
        self.claim = claim
        return Receipt(claim)
    }

    func `repeat`(_ copy: Message, _ token: NextToken) {
        if hasEnded, !isSettled { return }
        guard !isSettled else {
            return home.open()?.report(.nextCalledTwice(chain[token.index].middleware, message)) ?? ()
        }
        engine.perform {
            if !taker.repeat(with: copy.payload, job: job) { engine.report(.wrongPayload(copy.payload, for: message)) }
        }
    }

    /// Every copy of the `next` of middleware number `index` has gone.
    func abandon(_ index: Int) {
        guard !hasEnded, !isSettled, self.index == index, decision == nil, stopHolding == nil else { return }
        engine.report(.nextDropped(chain[index].middleware, message))
        decision = .cancel(CancellationError())
        if !isAsking { engine.perform { engine.enqueue(self, job: job) } }
    }

    /// The store that the message concerns, if that is one of `R`.
    func core<R: Reducer>(of type: R.Type) -> StoreCore<R>? { message.core(of: type) }

    // MARK: Settling

    /// The record of the turn that it has now: its own, or a later one, because it was held.
    private func momentOfTurn() -> Moment? {
        guard let moment else { return nil }
        moment.change(to: message.payload)
        if moment.id == engine.turn { return moment }
        return engine.history?.goOn(with: moment, turn: engine.turn)
    }

    /// Does what was decided, on behalf of a job of the message's own where somebody keeps a receipt of it.
    private func settle(_ work: (Job?) -> Void) {
        isSettled = true
        let isKept = claim != nil && !isKnownUniquelyReferenced(&claim)
        let part = isKept ? claim?.job(within: engine.requireJob(job), of: engine) : nil
        claim?.forget()
        if isHeld { end() }
        work(part ?? job)
        part?.release()
        if isHeld { release() }
    }

    private func end(by decision: Decision, job: Job?) {
        switch decision {
        case .letOn: break
        case .silence:
            moment?.end(.silenced, engine)
            taker.drop(because: nil)
        case .cancel(let reason):
            moment?.end(because: reason, engine)
            taker.drop(because: reason)
            engine.requireJob(job).fail(with: reason)
        case .fail(let error):
            moment?.end(.failed(error), engine)
            engine.tellFailure(error, message)
            _ = engine.note(momentOfTurn()) {
                taker.fail(with: error, job: job)
                return false
            }
            engine.requireJob(job).fail(with: error)
        case .redirect(let perform):
            moment?.end(.redirected, engine)
            perform(engine.requireJob(job))
            taker.drop(because: nil)
        }
    }

    func takeTurn(_ entry: Entry) {
        var spare: NextToken?
        if !hasEnded, follow() { advance(&spare) }
    }

    func proceed(with payload: Any, job: Job?) -> Bool { false }
    func drop(because reason: (any Error)?) { taker.drop(because: reason) }

    override func stop(because reason: (any Error)?) {
        stopHolding.take()?()
        moment?.end(because: reason ?? CancellationError(), engine)
        taker.drop(because: reason)
        claim?.end(because: reason ?? CancellationError())
    }

    var label: String { taker.label }
}
