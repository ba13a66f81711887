import TestSupport
import MillraceHistory
import Millrace
import Observation
import Testing

/// Subscribers that change subscriptions while they are notified, when several properties change in one turn.
@MainActor struct SubscriberTests {
    /// Dials that are turned together.
    struct Dials: Reducer {
        struct State {
            var (a, b, c) = (0, 0, 0)
            var rest = [0, 0]
            subscript(dial: Int) -> Int {
                get { [a, b, c, rest[0], rest[1]][dial] }
                set {
                    switch dial {
                    case 0: a = newValue
                    case 1: b = newValue
                    case 2: c = newValue
                    default: rest[dial - 3] = newValue
                    }
                }
            }
        }
        func reduce(_ state: inout State, _ dials: Set<Int>) -> Flow<Self> {
            for dial in dials { state[dial] += 1 }
            return .none
        }
    }

    /// The effect of a notification on the subscriptions.
    enum SideEffect { case nothing, cancel(Int), add(Int), releaseOwner(Int) }
    /// A subscriber of the model.
    struct ExpectedSubscriber { let dial: Int; var isActive = true }

    @Test(
        "L3 · subscribers are notified in the order of registration, also when others are added or removed meanwhile",
        arguments: 0..<200)
    func anyOrder(seed: UInt64) async throws {
        try await withEngineFixture { fixture in
            let bag = SubscriptionBag()
            var random = SeededGenerator(seed: seed)
            let store = Store(Dials.State(), Dials(), on: fixture.engine)
            var sideEffects: [Int: SideEffect] = [:]
            var (subscriptions, owners, received): ([Subscription], [AnyObject?], [Int]) = ([], [], [])
            func add(_ dial: Int) {
                let name = subscriptions.count
                let owner = dial.isMultiple(of: 2) ? Tally() : nil
                owners.append(owner)
                var isFirst = true
                let receive: (Int) -> Void = { [unowned store] value in
                    if isFirst { return isFirst = false }
                    #expect(value == store.state[dial], "seed \(seed)")
                    received.append(name)
                    switch sideEffects[name] ?? .nothing {
                    case .nothing: break
                    case .cancel(let other): subscriptions[other].cancel()
                    case .add(let dial): add(dial)
                    case .releaseOwner(let other): owners[other] = nil
                    }
                }
                // Stored properties, computed properties and functions.
                let paths: [KeyPath<Dials.State, Int>] = [\.a, \.b, \.c, \.rest[0]]
                subscriptions.append(
                    dial < paths.count
                        ? store.subscribe(to: paths[dial], owner: owner, receive)
                        : store.subscribe(to: { $0[dial] }, owner: owner, receive))
                subscriptions[name].store(in: bag)
            }
            var model: [ExpectedSubscriber] = []
            for _ in 0..<12 {
                model.append(ExpectedSubscriber(dial: .random(in: 0..<5, using: &random)))
                add(model.last!.dial)
            }
            for _ in 0..<12 {
                let turned = Set((0..<5).filter { _ in Bool.random(using: &random) })
                sideEffects = [:]
                for name in model.indices {
                    let other = Int.random(in: model.indices, using: &random)
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0: sideEffects[name] = .cancel(other)
                    case 1: sideEffects[name] = .add(.random(in: 0..<5, using: &random))
                    case 2: sideEffects[name] = .releaseOwner(other)
                    default: break
                    }
                }
                var expected: [Int] = []
                for name in model.indices
                where model[name].isActive && turned.contains(model[name].dial) {
                    expected.append(name)
                    switch sideEffects[name] ?? .nothing {
                    case .nothing: break
                    case .cancel(let other): model[other].isActive = false
                    case .add(let dial): model.append(ExpectedSubscriber(dial: dial))
                    case .releaseOwner(let other):
                        if model[other].dial.isMultiple(of: 2) {
                            model[other].isActive = false
                        }
                    }
                }
                received = []
                store.send(turned)
                #expect(received == expected, "seed \(seed), turned \(turned.sorted())")
                #expect(subscriptions.map(\.isActive) == model.map(\.isActive), "seed \(seed)")
                #expect(
                    fixture.engine.resources.subscribers == model.count(where: \.isActive), "seed \(seed)"
                )
            }
            // The closures retain the store.
            bag.cancelAll()
        }
    }

    final class Tally { var count = 0 }

    @Test(
        "Q6 · a subscriber that cancels itself while it is notified is released in that turn, with its captures",
        arguments: [1, 2])
    func releasedInTheTurn(parts: Int) async throws {
        try await withEngineFixture { fixture in
            let store = Store(Dials.State(), Dials(), on: fixture.engine)
            weak var held: Tally?
            var subscription: Subscription?
            do {
                let tally = Tally()
                held = tally
                subscription = store.subscribe(to: \.a) { _ in
                    tally.count += 1
                    subscription?.cancel()
                    // The closure still exists, because it is running.
                    if tally.count == 2 { tally.count += 1 }
                }
            }
            store.subscribe(to: \.b) { _ in }
            #expect(held?.count == 1)
            store.send(Set(0..<parts))
            #expect(held == nil && fixture.engine.resources.subscribers == 1)
        }
    }

    @Test("Q6 · the release of a subscriber's captures may cancel other subscribers of the same list")
    func cancelsOthersOnRelease() async throws {
        try await withEngineFixture { fixture in
            let store = Store(Dials.State(), Dials(), on: fixture.engine)
            var (first, received): (Subscription?, [Int]) = (nil, [])
            do {
                let bag = SubscriptionBag()
                first = store.subscribe(to: \.a) { [unowned store] value in
                    _ = bag
                    if value == 0 { return }
                    first?.cancel()
                    store.subscribe(to: \.b) { received.append(10 + $0) }
                }
                for _ in 0..<3 { store.subscribe(to: \.a) { received.append($0) }.store(in: bag) }
            }
            received = []
            store.send([0])
            // All of them are notified. Then the bag is released with the first one.
            #expect(received == [1, 1, 1, 10] && fixture.engine.resources.subscribers == 1)
            store.send([0, 1])
            #expect(received == [1, 1, 1, 10, 11])
        }
    }

    @Test(
        "Q6 · the only subscriber of a property may cancel itself and subscribe again while it is notified",
        arguments: [[0], [0, 1]])
    func subscribesAgain(turned: Set<Int>) async throws {
        try await withEngineFixture { fixture in
            let store = Store(Dials.State(), Dials(), on: fixture.engine)
            var (subscription, received): (Subscription?, [Int]) = (nil, [])
            func subscribe() {
                subscription = store.subscribe(to: \.a) { value in
                    received.append(value)
                    guard let last = subscription, received.count < 5, received.last != received.dropLast().last else {
                        return
                    }
                    last.cancel()
                    subscribe()
                }
            }
            subscribe()
            store.subscribe(to: \.b) { _ in }
            store.send(turned)
            store.send([1])
            store.send(turned)
            #expect(received == [0, 1, 1, 2, 2] && fixture.engine.resources.subscribers == 2)
            // The closure retains the store.
            subscription?.cancel()
        }
    }

    @Test("L9 · the function of a cancelled subscriber is not called again")
    func cancelledFunction() async throws {
        try await withEngineFixture { fixture in
            let store = Store(Dials.State(), Dials(), on: fixture.engine)
            let tally = Tally()
            let subscription = store.subscribe(to: { state in
                tally.count += 1
                return state.a
            }) { _ in }
            store.subscribe(to: \.b) { _ in }
            store.send([1])
            subscription.cancel()
            let count = tally.count
            store.send([0, 1])
            #expect(tally.count == count)
        }
    }

    @Test(
        "L7 · when the first of several subscribers shuts the engine down, the others are not notified",
        arguments: [1, 3])
    func shutDownMeanwhile(parts: Int) async throws {
        try await withEngineFixture { fixture in
            let store = Store(Dials.State(), Dials(), on: fixture.engine)
            var received: [Int] = []
            store.subscribe(to: \.a) { value in
                received.append(value)
                if value == 1 { fixture.engine.shutdown() }
            }
            store.subscribe(to: \.a) { received.append($0) }
            store.subscribe(to: \.b) { received.append($0) }
            store.subscribe(to: { $0.c }) { received.append($0) }
            store.send(Set(0..<parts))
            #expect(received == [0, 0, 0, 0, 1] && fixture.engine.resources.subscribers == 0 && store.state.a == 1)
        }
    }

    @Test("L7 · when the first of several subscribers releases the store, the others are still notified")
    func releasedMeanwhile() async throws {
        try await withEngineFixture { fixture in
            var store: Store<Dials>? = Store(Dials.State(), Dials(), on: fixture.engine)
            var received: [Int] = []
            store?.subscribe(to: \.a) { value in
                received.append(value)
                if value == 1 { store = nil }
            }
            store?.subscribe(to: \.rest[1]) { received.append(10 + $0) }
            store?.subscribe(to: \.a) { received.append(20 + $0) }
            store?.send([0, 4])
            #expect(received == [0, 10, 20, 1, 11, 21])
            #expect(fixture.engine.resources.isEmpty)
        }
    }

    @Test("S12 · a tracked property that is not read again is not compared again")
    func notTrackedAgain() async throws {
        typealias Counted = Law9PayForWhatYouUseTests.Counted
        struct Pair: Reducer {
            struct State { var one: Counted; var other = 0 }
            func reduce(_ state: inout State, _ one: Int) -> Flow<Self> {
                state.one.value = one
                state.other += 1
                return .none
            }
        }
        try await withEngineFixture { fixture in
            let tally = Law9PayForWhatYouUseTests.Tally()
            let store = Store(Pair.State(one: Counted(tally: tally)), Pair(), on: fixture.engine)
            let changed = StoreTests.NameLog()
            withObservationTracking {
                _ = store.one
            } onChange: {
                changed.names.append("one")
            }
            store.subscribe(to: \.other) { _ in }
            store.send(1)
            #expect(changed.names == ["one"])
            let comparisons = tally.comparisons
            store.send(2)
            #expect(changed.names == ["one"] && tally.comparisons == comparisons)
        }
    }
}
