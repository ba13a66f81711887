import TestSupport
import MillraceInspection
import Millrace
import Observation
import Testing

/// What subscribers may do while they are told, tried where several parts change in one turn.
@MainActor struct WatchTests {
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

    /// What a subscriber does when it is told.
    enum Deed { case nothing, cancel(Int), add(Int), letOwnerGo(Int) }
    /// Who watches what, as it should be.
    struct Watcher { let dial: Int; var isActive = true }

    @Test(
        "L3 · whatever changes together, and whoever comes and goes meanwhile: told in the order of registration",
        arguments: 0..<200)
    func anyOrder(seed: UInt64) async throws {
        try await withEngineFixture { fixture in
            let bag = SubscriptionBag()
            var random = SeededGenerator(seed: seed)
            let store = Store(Dials.State(), Dials(), on: fixture.engine)
            var deeds: [Int: Deed] = [:]
            var (subscriptions, owners, heard): ([Subscription], [AnyObject?], [Int]) = ([], [], [])
            func add(_ dial: Int) {
                let name = subscriptions.count
                let owner = dial.isMultiple(of: 2) ? Tally() : nil
                owners.append(owner)
                var isFirst = true
                let receive: (Int) -> Void = { [unowned store] value in
                    if isFirst { return isFirst = false }
                    #expect(value == store.state[dial], "seed \(seed)")
                    heard.append(name)
                    switch deeds[name] ?? .nothing {
                    case .nothing: break
                    case .cancel(let other): subscriptions[other].cancel()
                    case .add(let dial): add(dial)
                    case .letOwnerGo(let other): owners[other] = nil
                    }
                }
                // Stored, computed, and selected ones.
                let paths: [KeyPath<Dials.State, Int>] = [\.a, \.b, \.c, \.rest[0]]
                subscriptions.append(
                    dial < paths.count
                        ? store.subscribe(to: paths[dial], owner: owner, receive)
                        : store.subscribe(to: { $0[dial] }, owner: owner, receive))
                subscriptions[name].store(in: bag)
            }
            var watchers: [Watcher] = []
            for _ in 0..<12 {
                watchers.append(Watcher(dial: .random(in: 0..<5, using: &random)))
                add(watchers.last!.dial)
            }
            for _ in 0..<12 {
                let turned = Set((0..<5).filter { _ in Bool.random(using: &random) })
                deeds = [:]
                for name in watchers.indices {
                    let other = Int.random(in: watchers.indices, using: &random)
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0: deeds[name] = .cancel(other)
                    case 1: deeds[name] = .add(.random(in: 0..<5, using: &random))
                    case 2: deeds[name] = .letOwnerGo(other)
                    default: break
                    }
                }
                var expected: [Int] = []
                for name in watchers.indices where watchers[name].isActive && turned.contains(watchers[name].dial) {
                    expected.append(name)
                    switch deeds[name] ?? .nothing {
                    case .nothing: break
                    case .cancel(let other): watchers[other].isActive = false
                    case .add(let dial): watchers.append(Watcher(dial: dial))
                    case .letOwnerGo(let other):
                        if watchers[other].dial.isMultiple(of: 2) { watchers[other].isActive = false }
                    }
                }
                heard = []
                store.send(turned)
                #expect(heard == expected, "seed \(seed), turned \(turned.sorted())")
                #expect(subscriptions.map(\.isActive) == watchers.map(\.isActive), "seed \(seed)")
                #expect(fixture.engine.resources.subscribers == watchers.count(where: \.isActive), "seed \(seed)")
            }
            // They hold the store.
            bag.cancelAll()
        }
    }

    final class Tally { var count = 0 }

    @Test(
        "Q6 · one that ends itself while it is told is let go of in that turn, with what it holds", arguments: [1, 2])
    func letGoInTheTurn(parts: Int) async throws {
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
                    // It is there still, for it is running.
                    if tally.count == 2 { tally.count += 1 }
                }
            }
            store.subscribe(to: \.b) { _ in }
            #expect(held?.count == 1)
            store.send(Set(0..<parts))
            #expect(held == nil && fixture.engine.resources.subscribers == 1)
        }
    }

    @Test("Q6 · what goes with a subscriber may end others of the same list")
    func endsOthersAsItGoes() async throws {
        try await withEngineFixture { fixture in
            let store = Store(Dials.State(), Dials(), on: fixture.engine)
            var (first, heard): (Subscription?, [Int]) = (nil, [])
            do {
                let bag = SubscriptionBag()
                first = store.subscribe(to: \.a) { [unowned store] value in
                    _ = bag
                    if value == 0 { return }
                    first?.cancel()
                    store.subscribe(to: \.b) { heard.append(10 + $0) }
                }
                for _ in 0..<3 { store.subscribe(to: \.a) { heard.append($0) }.store(in: bag) }
            }
            heard = []
            store.send([0])
            // All are told, and then the bag goes with the first.
            #expect(heard == [1, 1, 1, 10] && fixture.engine.resources.subscribers == 1)
            store.send([0, 1])
            #expect(heard == [1, 1, 1, 10, 11])
        }
    }

    @Test("Q6 · the only watcher of a part ends and comes again while it is told", arguments: [[0], [0, 1]])
    func comesAgain(turned: Set<Int>) async throws {
        try await withEngineFixture { fixture in
            let store = Store(Dials.State(), Dials(), on: fixture.engine)
            var (subscription, heard): (Subscription?, [Int]) = (nil, [])
            func subscribe() {
                subscription = store.subscribe(to: \.a) { value in
                    heard.append(value)
                    guard let last = subscription, heard.count < 5, heard.last != heard.dropLast().last else { return }
                    last.cancel()
                    subscribe()
                }
            }
            subscribe()
            store.subscribe(to: \.b) { _ in }
            store.send(turned)
            store.send([1])
            store.send(turned)
            #expect(heard == [0, 1, 1, 2, 2] && fixture.engine.resources.subscribers == 2)
            // It holds the store.
            subscription?.cancel()
        }
    }

    @Test("L9 · what a cancelled subscriber selected is selected no more")
    func selectsNoMore() async throws {
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
        "L7 · the engine is shut down by the first of several who are told: the others hear no more", arguments: [1, 3])
    func shutDownMeanwhile(parts: Int) async throws {
        try await withEngineFixture { fixture in
            let store = Store(Dials.State(), Dials(), on: fixture.engine)
            var heard: [Int] = []
            store.subscribe(to: \.a) { value in
                heard.append(value)
                if value == 1 { fixture.engine.shutdown() }
            }
            store.subscribe(to: \.a) { heard.append($0) }
            store.subscribe(to: \.b) { heard.append($0) }
            store.subscribe(to: { $0.c }) { heard.append($0) }
            store.send(Set(0..<parts))
            #expect(heard == [0, 0, 0, 0, 1] && fixture.engine.resources.subscribers == 0 && store.state.a == 1)
        }
    }

    @Test("L7 · the store is let go of by the first of several who are told")
    func letGoMeanwhile() async throws {
        try await withEngineFixture { fixture in
            var store: Store<Dials>? = Store(Dials.State(), Dials(), on: fixture.engine)
            var heard: [Int] = []
            store?.subscribe(to: \.a) { value in
                heard.append(value)
                if value == 1 { store = nil }
            }
            store?.subscribe(to: \.rest[1]) { heard.append(10 + $0) }
            store?.subscribe(to: \.a) { heard.append(20 + $0) }
            store?.send([0, 4])
            #expect(heard == [0, 10, 20, 1, 11, 21])
            #expect(fixture.engine.resources.isEmpty)
        }
    }

    @Test("S12 · a part that was tracked and is read no more is compared no more")
    func trackedNoMore() async throws {
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
            let told = StoreTests.NameLog()
            withObservationTracking {
                _ = store.one
            } onChange: {
                told.names.append("one")
            }
            store.subscribe(to: \.other) { _ in }
            store.send(1)
            #expect(told.names == ["one"])
            let comparisons = tally.comparisons
            store.send(2)
            #expect(told.names == ["one"] && tally.comparisons == comparisons)
        }
    }
}
