/// A message on its way through the middleware. It counts as running while it is held.
final class Passage: Effect, TurnTaker {
    enum Decision {
        case letOn(Message)
        case cancel(any Error)
        case redirect((Job) -> Void)
    }

    private let taker: any TurnTaker
    private let chain: [any Middleware]
    private var message: Message
    /// Which middleware decides.
    private var index = 0
    private var decision: Decision?
    /// Whether a middleware is being asked right now, so that a decision need not wait for a turn.
    private var isAsking = false
    private var isHeld = false
    private var isSettled = false
    /// The engine, to a `next` that is kept until the engine may have gone.
    private let home: AtHome<Engine>

    init(_ message: Message, _ taker: any TurnTaker, _ chain: [any Middleware], engine: Engine, job: Job?) {
        (self.message, self.taker, self.chain, home) = (message, taker, chain, AtHome(engine))
        super.init(engine: engine, effects: message.effects ?? engine.effects, key: nil, job: job, isHome: nil)
    }

    /// Asks one middleware after the other, until one holds the message or all have let it on; in a loop, not nested.
    func advance() {
        while index < chain.count {
            if decision == nil { ask() }
            switch decision.take() {
            case .letOn(let message):
                self.message = message
                index += 1
            case .cancel(let reason): return settle { drop(because: reason) }
            case .redirect(let perform):
                return settle {
                    perform(engine.requireJob(job))
                    taker.drop(because: nil)
                }
            case nil: return
            }
        }
        settle {
            if taker.proceed(with: message.payload, job: job) { return }
            let fault = Fault.wrongPayload(message.payload, for: message)
            engine.report(fault)
            drop(because: fault)
        }
    }

    private func ask() {
        isAsking = true
        let token = NextToken(self, index: index)
        chain[index].intercept(message, next: Next(passage: self, token: token))
        isAsking = false
        if decision == nil { hold() }
    }

    /// Counts it as running: the middleware keeps its `next` for later. If it does not, the token goes next, and says so.
    private func hold() {
        if !isHeld {
            isHeld = true
            register()
            requireJob()
            if let job { (taker as? any Holdable)?.outlast(job, heldBy: self) }
        }
        if engine.isShutDown { cancel(because: EngineShutDown()) }
    }

    private func settle(_ work: () -> Void) {
        isSettled = true
        if isHeld { end() }
        work()
        if isHeld { release() }
    }

    @discardableResult
    func decide(_ decision: Decision, _ token: NextToken) -> Receipt {
        // Cancelled, or shut down, while it was held: it is too late, and nobody's fault.
        if hasEnded, !isSettled { return .finished }
        guard !isSettled, index == token.index, self.decision == nil else {
            home.open()?.report(.nextCalledTwice(chain[token.index], message))
            return .finished
        }
        self.decision = decision
        let receipt = Receipt(engine.requireJob(job), engine)
        if !isAsking { engine.perform { engine.enqueue(self, job: job) } }
        return receipt
    }

    /// Every copy of the `next` of middleware number `index` has gone.
    func abandon(_ index: Int) {
        guard !hasEnded, !isSettled, self.index == index, decision == nil else { return }
        engine.report(.nextDropped(chain[index], message))
        decision = .cancel(CancellationError())
        if !isAsking { engine.perform { engine.enqueue(self, job: job) } }
    }

    func takeTurn(_ entry: Entry) {
        if !hasEnded { advance() }
    }

    func proceed(with payload: Any, job: Job?) -> Bool { false }
    func drop(because reason: (any Error)?) {
        taker.drop(because: reason)
        if let reason { engine.requireJob(job).fail(with: reason) }
    }

    override func stop(because reason: (any Error)?) { taker.drop(because: reason) }

    var label: String { taker.label }
}

extension Engine {
    @usableFromInline var isIntercepted: Bool { gate.pointee & Gate.intercepted != 0 }

    /// Passes the message whose turn it is through the middleware.
    func intercept(_ message: Message, _ taker: any TurnTaker, job: Job?) {
        Passage(message, taker, middleware, engine: self, job: job).advance()
    }
}
