#if Testing || App
    import MillraceModules
    import Millrace
    import MillraceTesting
    import TestSupport
    import Testing

    /// A random feature: a table contains the flow for each action.
    ///
    /// Its state is the list of all reduced actions, so any difference in the actions or their order changes the state.
    struct RandomFeature: Reducer {
        struct Ask: Command, Hashable {
            typealias Output = Int
            typealias Progress = Int
            typealias Failure = No
            var number: Int
        }
        struct No: Error, Hashable {}
        struct Rang: Fact, Hashable { var number: Int }
        struct Child: Hashable, Identifiable { var id: Int }

        /// The module to which the feature sends inputs.
        struct Other: Module {
            func state(for requirement: Void) -> Int { 0 }
            func receive(_ input: Int) -> Int { input }
            func reduce(_ state: inout Int, _ action: Int) -> Flow<Self> { .none }
        }

        struct State: Hashable {
            var reduced: [Int] = []
            var child: Child?
        }

        enum Action: Equatable {
            case number(Int)
            case event(Int, Event<Ask>)
            case listened(Int)
            case cancelled(Int)
            case child(Action.Wrapped)

            struct Wrapped: Hashable { var number: Int }
        }

        typealias Output = Int
        typealias Transition = Int

        let flows: [Flow<RandomFeature>]
        let hasActiveCommand: Bool

        /// Adds transitions and inputs for another module, where the feature would return an empty flow.
        init(seed: UInt64, hasNavigation: Bool = false) {
            var generator = XorshiftGenerator(seed: seed)
            hasActiveCommand = Int.random(in: 0..<4, using: &generator) == 0
            flows = (0..<12).map { _ in Self.flow(3, &generator, hasNavigation) }
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            state.reduced.append(action.number)
            if state.reduced.count > 14 { return .none }
            switch action {
            case .number(let number):
                if number == 3 { state.child = Child(id: state.reduced.count) }
                if number == 5 { state.child = nil }
                return flows[number % flows.count]
            case .event(let number, .data(let data)): return flows[(number + data) % flows.count]
            case .event(let number, .failure): return number % 3 == 0 ? flows[(number + 7) % flows.count] : .none
            case .event(_, .progress): return .none
            case .listened(let number): return number % 2 == 0 ? flows[number % flows.count] : .none
            case .cancelled(let number): return number % 3 == 0 ? flows[(number + 5) % flows.count] : .none
            case .child: return .none
            }
        }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            if hasActiveCommand, state.reduced.count % 3 == 1 {
                commands.execute(Ask(number: 9), as: { .event(9, $0) }, id: "active")
            }
        }

        private static func flow(_ depth: Int, _ generator: inout XorshiftGenerator, _ hasNavigation: Bool) -> Flow<
            Self
        > {
            func number() -> Int { Int.random(in: 0..<12, using: &generator) }
            func inner() -> Flow<Self> { flow(depth - 1, &generator, hasNavigation) }
            let id = AnyHashable(Int.random(in: 0..<3, using: &generator))
            switch Int.random(in: 0..<(depth == 0 ? 7 : 20), using: &generator) {
            case 0: return hasNavigation ? .transition(number()) : .none
            case 1: return .send(.number(number()))
            case 2:
                let includingChildren = Bool.random(using: &generator)
                return Int.random(in: 0..<3, using: &generator) == 0
                    ? .cancel(Ask.self, includingChildren: includingChildren)
                    : .cancel(id, includingChildren: includingChildren)
            case 3, 4: return ask(number(), id, &generator)
            case 5: return .post(Rang(number: number()))
            case 6:
                if Bool.random(using: &generator) { return childFlow(number()) }
                return hasNavigation
                    ? .send(number(), to: Navigator.Port<Other>("other")).and(.output(number())) : .none
            case 7: return .after(time(&generator), inner(), id: id)
            case 8: return .debounce(time(&generator), id: id, inner())
            case 9: return .throttle(time(&generator), id: id, latest: Bool.random(using: &generator), inner())
            case 10, 11: return inner().then(inner(), evenAfterFailure: Bool.random(using: &generator)).then(inner())
            case 12: return inner().id(id, policy: policy(&generator))
            case 13: return .race([inner(), inner(), inner()])
            case 14: return .race([inner(), ask(number(), id, &generator)]).id(id, policy: policy(&generator))
            case 15: return .all([inner(), inner()], stopsAtFirstFailure: true)
            default: return inner().and(inner())
            }
        }

        private static func time(_ generator: inout XorshiftGenerator) -> Duration {
            .milliseconds(Int.random(in: 0..<4, using: &generator))
        }

        private static func policy(_ generator: inout XorshiftGenerator) -> Policy {
            let policies = [Policy.concurrent, .latest, .first, .queue, .limit(2), .limit(1)]
            return policies[Int.random(in: 0..<policies.count, using: &generator)]
        }

        private static func ask(_ number: Int, _ id: AnyHashable, _ generator: inout XorshiftGenerator) -> Flow<Self> {
            let (isRetried, hasID) = (
                Int.random(in: 0..<3, using: &generator) == 0, Bool.random(using: &generator)
            )
            let (ask, policy) = (Ask(number: number), policy(&generator))
            let retry = isRetried ? Retry.times(1, delay: time(&generator), jitter: number % 2 == 0 ? 0.5 : 0) : .never
            let timeout: Timeout<No>? =
                Bool.random(using: &generator) ? .after(time(&generator), failingWith: No()) : nil
            let cancelled: Action? = Bool.random(using: &generator) ? .cancelled(number) : nil
            let respond: (Event<Ask>) -> Action = { .event(number, $0) }
            return hasID
                ? .execute(
                    ask, as: respond, id: id, policy: policy, retry: retry, timeout: timeout, onCancel: cancelled)
                : .execute(ask, as: respond, policy: policy, retry: retry, timeout: timeout, onCancel: cancelled)
        }

        /// Commands of the child. They end when the child is removed. Flows that follow them may belong to the parent.
        private static func childFlow(_ number: Int) -> Flow<Self> {
            let flow: Flow<Row> = .execute(
                Ask(number: number), as: { _ in Action.Wrapped(number: number) },
                policy: number % 2 == 0 ? .limit(2) : .concurrent, onCancel: Action.Wrapped(number: number + 2)
            )
            .then(.send(Action.Wrapped(number: number + 1)))
            let named = number % 4 == 0 ? .race([flow.id(number % 3), .execute(Ask(number: number + 1), id: 0)]) : flow
            let lifted: Flow<Self> = named.map(Action.child, at: \.child)
            return number % 3 == 0 ? lifted.then(.send(.number(number)), evenAfterFailure: true) : lifted
        }

        struct Row: Reducer {
            func reduce(_ state: inout Child, _ action: Action.Wrapped) -> Flow<Self> { .none }
        }

        /// Searches for system states with arbitrary properties, each decided by a checksum of the system state.
        var explorer: Explorer<RandomFeature> {
            var explorer = Explorer(State(), self)
                .actions { state in (0..<6).map { .number($0) } }
                .outcomes(of: Ask.self) { ask in
                    [.complete(1), .data(2), .progress(3), .fail(No()), .end, .cancel]
                }
                .listen(to: Rang.self) { .listened($0.number) }
                .listen(to: Ask.self) { .listened(($0.output ?? 0) * 2 + 1) }
                .restart { state in state.reduced.count == 7 ? State() : nil }
            for number in 0..<40 {
                explorer = explorer.never("\(number)") { systemState in
                    let all = systemState.state.reduced.reduce(systemState.pending.count) { ($0 * 31 + $1) % 1009 }
                    return all % 40 == number && systemState.state.reduced.count > number / 4
                }
            }
            return explorer
        }
    }

    extension RandomFeature.Action {
        /// The number that represents the action in the list of reduced actions.
        var number: Int {
            switch self {
            case .number(let number): number
            case .listened(let number): 50 + number
            case .cancelled(let number): 600 + number
            case .event(let number, .data(let data)): 100 + number * 10 + data
            case .event(let number, .progress): 300 + number
            case .event(let number, .failure): 400 + number
            case .child(let child): 500 + child.number
            }
        }
    }

    struct XorshiftGenerator: RandomNumberGenerator {
        private var state: UInt64

        init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state &* 0x2545_F491_4F6C_DD1D
        }
    }

    @Suite("Conformance of the explorer with an engine")
    struct ConformanceTests {
        @Test("random features reach the same system state by the same steps")
        @MainActor func randomFeatures() {
            var compared = 0
            let features =
                (Array(1...20) + [1269, 1568]).map { ($0, RandomFeature(seed: $0)) }
                + (21...30).map { ($0, RandomFeature(seed: $0, hasNavigation: true)) }
            for (index, (seed, feature)) in features.enumerated() where !isSanitized || index % 8 == 0 {
                let explorer = feature.explorer
                for (_, example) in explorer.randomRuns(seed: seed, count: 12, steps: 12).violations {
                    compared += 1
                    let store = explorer.play(example)
                    let pending = explorer.systemState(of: store).pending(RandomFeature.Ask.self).map(\.number).sorted()
                    let expected = example.pending.compactMap { ($0 as? RandomFeature.Ask)?.number }.sorted()
                    if store.store.state != example.state || pending != expected {
                        Testing.Issue.record(
                            "seed \(seed): \(feature.flows.enumerated().map { "\($0): \($1)\n" }.joined())\n\(example.source)\n\(store.store.state)\n\(example.state as Any)\n\(pending) \(expected)"
                        )
                        return
                    }
                    store.finish()
                }
            }
            #expect(compared > (isSanitized ? 40 : 450))
        }
    }
#endif
