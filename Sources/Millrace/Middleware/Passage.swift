/// A message on its way through the middleware that needs more than to be passed. It counts as running while it is held.
final class Passage: Effect, TurnTaker {
    private let taker: any TurnTaker
    private let chain: Chain
    private(set) var message: Message
    /// Which middleware decides.
    private var index: Int
    /// What was decided while it was held, until its turn.
    private var decision: Decision?
    private var isHeld = false
    /// Whether it waits for a decision.
    private var isWaiting = false
    /// How often it was held.
    private var holds = 0
    /// Stops what decides later: a wait for the clock, a task.
    private var stopWaiting: (() -> Void)?
    /// Its record, if there is a history.
    private let moment: Moment?

    init(
        _ message: Message, _ taker: any TurnTaker, _ chain: Chain, _ index: Int, job: Job?, _ moment: Moment?
    ) {
        message.envelope.keep()
        (self.message, self.taker, self.chain, self.index, self.moment) = (message, taker, chain, index, moment)
        let engine = chain.engine
        super.init(engine: engine, effects: message.effects ?? engine.effects, key: nil, job: job, isHome: nil)
        message.envelope.passage = self
        message.envelope.claim?.begin(self)
    }

    // MARK: Asking

    /// Does what the middleware that was asked decided, and asks the others.
    func goOn(with decision: Decision) {
        if follow(decision) { advance() }
    }

    /// Asks one middleware after the other, until one does not pass the message or all have; in a loop, not nested.
    private func advance() {
        while index < chain.count {
            guard follow(chain[index].ask(message)) else { return }
        }
        settle { job in
            if engine.note(momentOfTurn(), { taker.proceed(with: message.payload, job: job) }) { return }
            cancel(because: .wrongPayload(message.payload, for: message), job: job)
        }
    }

    /// Does what was decided.
    ///
    /// - Returns: whether the message goes on.
    private func follow(_ decision: Decision) -> Bool {
        // Cancelled while it was asked.
        if hasEnded { return false }
        for copy in decision.copies where !taker.repeat(with: copy.payload, job: job) {
            engine.report(.wrongPayload(copy.payload, for: message))
        }
        switch decision.kind {
        case .pass:
            index += 1
            return true
        case .change(let payload):
            change(to: payload)
            index += 1
            return true
        case .hold: hold()
        case .holdFor(let duration): hold(for: duration)
        case .holdUntil(let decide): hold(until: decide)
        case .cancel(let reason): settle { cancel(because: reason, job: $0) }
        case .fail(let error): settle { fail(error, $0) }
        case .redirect(let redirect): settle { self.redirect(redirect, $0) }
        case .drop:
            settle { _ in
                moment?.end(.dropped, engine)
                taker.drop(because: nil)
            }
        }
        return false
    }

    private func change(to payload: Any) {
        let old = message.envelope
        message = message.with(payload)
        old.close()
        (message.envelope.engine, message.envelope.passage) = (engine, self)
    }

    // MARK: Holding

    /// Counts it as running, and waits for a decision.
    private func hold() {
        if !isHeld {
            isHeld = true
            register()
            requireJob()
            if let job { (taker as? any Holdable)?.outlast(job, heldBy: self) }
        }
        (isWaiting, holds) = (true, holds + 1)
        engine.held.passages[message.id] = self
        if engine.isShutDown {
            cancel(because: EngineShutDown())
            reportShutdown()
        }
    }

    private func hold(for duration: Duration) {
        hold()
        guard isWaiting else { return }
        stopWaiting = engine.scheduler.schedule(after: duration) { [weak self, holds] in
            self?.resume(with: .pass, after: holds)
        }
    }

    private func hold(until decide: @escaping () async throws -> Decision) {
        hold()
        guard isWaiting else { return }
        let (home, passage, holds) = (engine.home, AtHome(self), holds)
        let task = home.start {
            let decision: Decision
            do {
                decision = try await decide()
            } catch let error as CancellationError {
                decision = .cancel(because: error)
            } catch {
                decision = .fail(with: error)
            }
            await home.land { passage.open()?.resume(with: decision, after: holds) }
        }
        // It may have decided already.
        if isWaiting { stopWaiting = { task?.cancel() } }
    }

    /// What was to decide later has decided, unless it was resumed by its id.
    private func resume(with decision: Decision, after holds: Int) {
        guard isWaiting, self.holds == holds else { return }
        stopWaiting = nil
        resume(with: decision)
    }

    /// Waits no more, and takes a turn in which it does what was decided.
    func resume(with decision: Decision) {
        isWaiting = false
        engine.held.passages[message.id] = nil
        self.decision = decision
        stopWaiting.take()?()
        engine.perform { engine.enqueue(self, job: job) }
    }

    func reportShutdown() { engine.report(.heldAtShutdown(chain[index].middleware, message)) }

    // MARK: Settling

    /// The record of the turn that it has now: its own, or a later one, because it was held.
    private func momentOfTurn() -> Moment? {
        guard let moment else { return nil }
        moment.change(to: message.payload)
        if moment.id == engine.turn { return moment }
        return engine.history?.goOn(with: moment, turn: engine.turn)
    }

    /// Does what was decided, on behalf of a job of the message's own if somebody asked for its receipt.
    private func settle(_ work: (Job?) -> Void) {
        let part = message.envelope.claim?.job(within: engine.requireJob(job), of: engine)
        message.envelope.close()
        if isHeld { end() }
        work(part ?? job)
        part?.release()
        if isHeld { release() }
    }

    private func cancel(because fault: Fault, job: Job?) {
        engine.report(fault)
        cancel(because: fault as any Error, job: job)
    }

    private func cancel(because reason: any Error, job: Job?) {
        moment?.end(because: reason, engine)
        taker.drop(because: reason)
        engine.requireJob(job).fail(with: reason)
    }

    private func fail(_ error: any Error, _ job: Job?) {
        moment?.end(.failed(error), engine)
        engine.tellFailure(error, message)
        _ = engine.note(momentOfTurn()) {
            taker.fail(with: error, job: job)
            return false
        }
        engine.requireJob(job).fail(with: error)
    }

    private func redirect(_ redirect: (Message, Engine) throws(Fault) -> (Job) -> Void, _ job: Job?) {
        let perform: (Job) -> Void
        do throws(Fault) { perform = try redirect(message, engine) } catch { return cancel(because: error, job: job) }
        moment?.end(.redirected, engine)
        perform(engine.requireJob(job))
        taker.drop(because: nil)
    }

    func takeTurn(_ entry: Entry) {
        if !hasEnded, let decision = decision.take() { goOn(with: decision) }
    }

    func proceed(with payload: Any, job: Job?) -> Bool { false }
    func drop(because reason: (any Error)?) { taker.drop(because: reason) }

    override func stop(because reason: (any Error)?) {
        if isWaiting { engine.held.cancel(message.id) }
        isWaiting = false
        message.envelope.close()
        stopWaiting.take()?()
        moment?.end(because: reason ?? CancellationError(), engine)
        taker.drop(because: reason)
        message.envelope.claim?.end(because: reason ?? CancellationError())
    }

    var label: String { taker.label }
}
