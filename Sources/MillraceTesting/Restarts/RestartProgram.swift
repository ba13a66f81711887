#if SQLite || App
    import Foundation
    import Millrace
    import MillraceDurable

    /// One process after another that opens the same storage in memory, with the handlers of an explorer.
    final class RestartProgram<R: Reducer> where R.State: Codable {
        /// The options of a search.
        struct Options {
            var timers = DurableTimers.deadline
            /// Called with each durable engine before it resumes.
            var prepare: (DurableEngine) -> Void = { _ in }
            /// Returns the backend that a process uses.
            var backend: (MemoryBackend) -> any DurableBackend = { $0 }
        }

        /// The storage and the time that the last process has left.
        struct Origin: Sendable {
            var stored = MemoryBackend.Snapshot()
            /// The time of the day, in seconds since 1970.
            var time = 1_000_000.0
        }

        private static var engineName: String { "explored" }

        let clock = TestClock()
        private(set) var store: Store<R>?
        private(set) var calls: [HostedCall<R>] = []
        private(set) var problems: [(property: String, reason: String)] = []
        /// The reductions since the last call of ``takeTurns()``.
        private var turns: [(before: R.State, action: R.Action?, after: R.State)] = []
        private let model: Model<R>
        private let options: Options
        private let memory: MemoryBackend
        /// The storage and the time at the start of the process that runs now.
        private(set) var origin: Origin
        private var durable: DurableEngine?
        /// The last action that was sent, and its id.
        private var last: (action: R.Action, id: String)?
        private var sentCount = 0

        init(_ model: Model<R>, _ options: Options, _ origin: Origin) {
            (self.model, self.options, self.origin) = (model, options, origin)
            memory = MemoryBackend(generation: "explored", origin.stored)
            startTime = origin.time
        }

        /// The time of the day at the start of the clock.
        private let startTime: Double
        private var time: Double { startTime + clock.now / .seconds(1) }

        // MARK: Processes

        /// Starts a process.
        func start(isolation: isolated (any Actor) = #isolation) async throws {
            let storage = DurableStorage(options.backend(memory))
            let clock = clock
            let durable = try await storage.engine(
                Self.engineName, timers: options.timers, on: Engine(scheduler: clock),
                now: { [unowned self] in Date(timeIntervalSince1970: time) })
            durable.engine.onFault = { [unowned self] in problems.append(("no fault", $0.problem)) }
            model.host(on: durable, { [unowned self] in receive($0) })
            let store = try durable.store("explored", model.first, model.reducer)
            options.prepare(durable)
            (self.durable, self.store) = (durable, store)
            durable.engine.attach(TurnReader(store) { [unowned self] in turns.append(($0, $1, $2)) })
            try await durable.resume()
            for action in model.launch { store.send(action) }
            try await durable.settled()
        }

        private func receive(_ call: HostedCall<R>) { calls.append(call) }

        /// Ends the process.
        func kill() {
            durable?.engine.shutdown()
            (durable, store, calls) = (nil, nil, [])
        }

        /// The calls of handlers that have not ended.
        var pending: [HostedCall<R>] {
            guard let durable else { return [] }
            return calls.filter { durable.isInFlight($0.turn) }
        }

        // MARK: Steps

        /// The steps that are possible now.
        func steps() -> [RestartStep<R.Action>] {
            guard let state = store?.state else { return [] }
            var steps = model.offered(state).map { RestartStep.send($0) }
            for (index, call) in pending.enumerated() {
                for (number, outcome) in call.outcomes(OutcomeContext(state: state, earlier: [])).enumerated() {
                    steps.append(.answer(index, outcome: number, label: outcome.label))
                }
            }
            if clock.waiting > 0 { steps.append(.advance) }
            if durable?.deadLetters.isEmpty == false { steps.append(.retry) }
            return steps + [.kill, .suspend]
        }

        /// Performs a step, and waits until everything that follows from it is stored.
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
            case .kill: try await restart()
            case .suspend:
                try await durable.suspend(grace: .zero)
                try await restart()
            }
            try await self.durable?.settled()
            noteRepeatedCalls()
        }

        private func restart(isolation: isolated (any Actor) = #isolation) async throws {
            kill()
            origin = Origin(stored: await memory.snapshot, time: time)
            try await start()
            guard let last, let store else { return }
            if try await !store.send(last.action, id: last.id).isRepeat {
                problems.append(
                    ("once", "The message \(shortDescription(of: last.action)) with one id was reduced twice."))
            }
        }

        /// Two calls of one command at a time are a problem.
        private func noteRepeatedCalls() {
            guard let durable else { return }
            let keys = pending.map { durable.key(of: $0.turn) }
            if Set(keys).count < keys.count { problems.append(("once", "A command runs twice at a time.")) }
        }

        // MARK: Results

        /// Returns the turns since the last call.
        func takeTurns() -> [(before: R.State, action: R.Action?, after: R.State)] {
            defer { turns = [] }
            return turns
        }

        /// Distinguishes the stored values, the work in flight and the calls.
        func fingerprint(isolation: isolated (any Actor) = #isolation) async throws -> String {
            let stored = try await memory.load(Self.engineName)
            let calls = pending.map { "\($0.command)" }.sorted().joined(separator: " ")
            let next = clock.next.map { "\($0)" } ?? ""
            return
                "\(stored.description(at: time)) | \(calls) | \(clock.waiting) \(next)"
        }

        var systemState: SystemState<R>? {
            guard let store else { return nil }
            let effects = TestStoreEffects(pending: pending.map(\.command), isWaiting: clock.waiting > 0)
            return SystemState(store.state, effects)
        }
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
