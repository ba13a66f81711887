#if SQLite || App
    import Foundation
    import Millrace
    import MillraceDurable

    /// A durable engine of a search, in one process after another, with the handlers of an explorer.
    final class HostedEngine<R: Reducer> where R.State: Codable {
        /// The name of its only store.
        static var storeName: String { "explored" }

        let name: String
        let clock = TestClock()
        private(set) var store: Store<R>?
        private(set) var problems: [SearchProblem] = []
        private(set) var durable: DurableEngine?
        private var calls: [HostedCall<R>] = []
        /// The reductions since the last call of ``takeTurns(from:to:)``.
        private var turns: [(before: R.State, action: R.Action?, after: R.State)] = []
        private let model: Model<R>
        private let options: RestartOptions
        /// The last action that was sent, and its id.
        private var last: (action: R.Action, id: String)?
        private var sentCount = 0
        /// The time of the day at the start of the clock, in seconds since 1970.
        private let startTime: Double

        init(_ name: String, _ model: Model<R>, _ options: RestartOptions, at startTime: Double) {
            (self.name, self.model, self.options, self.startTime) = (name, model, options, startTime)
        }

        /// The time of the day, in seconds since 1970.
        var time: Double { startTime + clock.now / .seconds(1) }

        // MARK: Processes

        /// Starts a process.
        ///
        /// - Parameter receive: Called with each message from another engine, as JSON, before it is reduced. Defaults to nothing.
        func start(
            in storage: DurableStorage, isolation: isolated (any Actor) = #isolation,
            _ receive: @escaping (String) -> Void = { _ in }
        ) async throws {
            let durable = try await storage.engine(
                name, timers: options.timers, on: Engine(scheduler: clock),
                now: { [unowned self] in Date(timeIntervalSince1970: time) })
            durable.engine.onFault = { [weak self] in
                self?.problems.append(.init(property: "no fault", reason: $0.problem))
            }
            model.host(on: durable) { [unowned self] in calls.append($0) }
            let store = try durable.store(Self.storeName, model.first, model.reducer)
            options.prepare(durable)
            (self.durable, self.store) = (durable, store)
            durable.engine.attach(TurnReader(store) { [unowned self] in turns.append(($0, $1, $2)) })
            durable.onMessage(receive)
            try await durable.resume()
            for action in model.launch { store.send(action) }
            try await durable.settled()
        }

        /// Starts another process. The last action of a user, sent again with its id, must be a repeat for it.
        func startAgain(
            in storage: DurableStorage, isolation: isolated (any Actor) = #isolation,
            _ receive: @escaping (String) -> Void = { _ in }
        ) async throws {
            try await start(in: storage, receive)
            guard let last, let store else { return }
            if try await !store.send(last.action, id: last.id).isRepeat {
                let text = shortDescription(of: last.action)
                problems.append(.init(property: "once", reason: "The message \(text) with one id was reduced twice."))
            }
        }

        /// Ends the process.
        func kill() {
            durable?.engine.shutdown()
            (durable, store, calls) = (nil, nil, [])
        }

        // MARK: Steps

        /// The calls of handlers that have not ended.
        private var pending: [HostedCall<R>] {
            guard let durable else { return [] }
            return calls.filter { durable.isInFlight($0.turn) }
        }

        /// The steps that are possible now, without those of the clock.
        var steps: [RestartStep<R.Action>] {
            guard let state = store?.state else { return [] }
            var steps = model.offered(state).map { RestartStep.send($0) }
            for (index, call) in pending.enumerated() {
                for (number, outcome) in call.outcomes(OutcomeContext(state: state, earlier: [])).enumerated() {
                    steps.append(.answer(index, outcome: number, label: outcome.label))
                }
            }
            if durable?.deadLetters.isEmpty == false { steps.append(.retry) }
            return steps + [.kill, .suspend]
        }

        /// Performs a step. After the end of a process, the caller starts another one.
        func perform(_ step: RestartStep<R.Action>, isolation: isolated (any Actor) = #isolation) async throws {
            guard let store, let durable else { return }
            switch step {
            case .send(let action):
                sentCount += 1
                last = (action, "\(sentCount)")
                _ = try await store.send(action, id: "\(sentCount)")
            case .answer(let index, let number, _):
                let call = pending[index]
                let outcome = call.outcomes(OutcomeContext(state: store.state, earlier: []))[number]
                // A failure can be retried by another call.
                if outcome.isLast { calls.removeAll { $0 === call } }
                outcome.perform()
                // A reply is posted to the engine.
                durable.engine.perform {}
            case .advance: clock.advance(by: clock.next ?? .zero)
            case .retry: if let letter = durable.deadLetters.first { try durable.retry(letter.id) }
            case .kill: kill()
            case .suspend:
                try await durable.suspend(grace: .zero)
                kill()
            }
        }

        /// Reads the inbox, and ends the process before the turns that follow are stored. The storage refuses them.
        func receiveUnstored(isolation: isolated (any Actor) = #isolation) async {
            guard let durable else { return }
            durable.onFailure = { _ in }
            durable.engine.onFault = { _ in }
            durable.readInbox()
            try? await durable.settled()
            kill()
        }

        /// Waits until everything is stored.
        func settle(isolation: isolated (any Actor) = #isolation) async throws {
            try await durable?.settled()
            noteRepeatedCalls()
        }

        /// Two calls of one command at a time are a problem.
        private func noteRepeatedCalls() {
            guard let durable else { return }
            let keys = pending.map { durable.key(of: $0.turn) }
            if Set(keys).count == keys.count { return }
            problems.append(.init(property: "once", reason: "A command runs twice at a time."))
        }

        // MARK: Results

        /// Returns the turns since the last call.
        func takeTurns(from before: SystemState<R>, to after: SystemState<R>) -> [HostedTurn<R>] {
            defer { turns = [] }
            return turns.map { turn in
                HostedTurn(
                    before: before.replacing(turn.before), action: turn.action, after: after.replacing(turn.after))
            }
        }

        /// Distinguishes the stored values, the work in flight and the calls.
        func fingerprint(_ stored: StoredEngine) -> String {
            let calls = pending.map { "\($0.command)" }.sorted().joined(separator: " ")
            let next = clock.next.map { "\($0)" } ?? ""
            return "\(stored.description(at: time)) | \(calls) | \(clock.waiting) \(next)"
        }

        var systemState: SystemState<R>? {
            guard let store else { return nil }
            let effects = TestStoreEffects(pending: pending.map(\.command), isWaiting: clock.waiting > 0)
            return SystemState(store.state, effects)
        }
    }

    /// The reduction of an action, with the effects in flight before and after its step.
    struct HostedTurn<R: Reducer> {
        let before: SystemState<R>
        let action: R.Action?
        let after: SystemState<R>
    }

    /// Reads the turns of a store.
    private final class TurnReader<R: Reducer>: TurnObserver {
        private weak var core: StoreCore?
        private let receive: (R.State, R.Action?, R.State) -> Void

        init(_ store: Store<R>, _ receive: @escaping (R.State, R.Action?, R.State) -> Void) {
            (core, self.receive) = (store.core, receive)
        }

        func began(_ message: Message, turn: UInt64) {}
        func reduced(_ reduction: Reduction, turn: UInt64) {
            guard let core, reduction.store === core else { return }
            receive(
                reduction.before.value(as: R.State.self), reduction.action.any as? R.Action,
                core.state(as: R.State.self))
        }
        func ended(_ id: UInt64, _ outcome: Message.Outcome) {}
    }
#endif
