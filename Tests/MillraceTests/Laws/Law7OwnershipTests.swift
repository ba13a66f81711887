import MillraceExtras
import MillraceHistory
import Millrace
import TestSupport
import Testing

@MainActor struct Law7OwnershipTests {
    @Test("L7 · a store's commands, timers, subscriptions and listeners end with it")
    func endsWithTheStore() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            var store: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store?.send(
                .do(.fetch().and(.after(.seconds(1), .note("late"))).and(.debounce(.seconds(1), id: 1, .note("late")))))
            store?.subscribe(to: \.log) { _ in }
            store?.listen(to: News.self, as: LoggingReducer.Action.news)
            store?.onOutput { _ in }
            #expect(fixture.engine.resources.effects == 3 && fixture.time.waiting == 2)
            store = nil
            var resources = fixture.engine.resources
            resources.handlers = 0
            #expect(resources.isEmpty && fixture.time.waiting == 0 && fake.cancelled == [0])
            await #expect(throws: CancellationError.self) { try await receipt?.finishedInTime() }
            fixture.engine.post(News(text: "no listener"))
        }
    }

    @Test("L7 · a store that is released before an event of its command discards the event")
    func releasedBeforeTheEvent() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine, obeysCancellation: false)
            var store: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store?.send(.do(.fetch()))
            store = nil
            await fake.succeed(0, with: "late")
            #expect(fixture.engine.discardedResultCount == 1)
        }
    }

    @Test(
        "L7 · a store can be released within a turn: an action that is pending for it is a fault, and the loop continues"
    )
    func releasedWithinATurn() async throws {
        try await withEngineFixture(faults: [.storeReleased]) { fixture in
            var store: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let other = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            other.subscribe(to: \.count) { count in
                guard count == 1 else { return }
                store?.send(.note("never"))
                store = nil
                #expect(fixture.engine.resources.stores == 1)
            }
            let receipt = other.send(.do(.send(.add(1)).then(.send(.add(10)))))
            #expect(other.state.count == 11)
            try await receipt.finishedInTime()
        }
    }

    @Test("L7 · a subscription ends with its owner, and the store does not keep the owner alive")
    func endsWithTheOwner() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var owner: Owner? = Owner()
            weak let witness = owner
            var received: [Int] = []
            store.subscribe(to: \.count, owner: owner) { received.append($0) }
            fixture.engine.listen(to: News.self, owner: owner) { _ in received.append(-1) }
            fixture.engine.listen(to: Fetch.self, owner: owner, onData: { _ in received.append(-2) })
            store.send(.add(1))
            owner = nil
            #expect(witness == nil)
            store.send(.add(1))
            fixture.engine.post(News(text: "n"))
            #expect(received == [0, 1])
            #expect(fixture.engine.resources.subscribers == 0 && fixture.engine.resources.listeners == 0)
        }
    }

    @Test("L7 · a bag ends its subscriptions all at once, and with its own release")
    func bags() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var received = 0
            var bag: SubscriptionBag? = SubscriptionBag()
            for _ in 0..<100 {
                if let bag { store.subscribe(to: \.count) { _ in received += 1 }.store(in: bag) }
            }
            store.send(.add(1))
            bag?.cancelAll()
            store.send(.add(1))
            if let bag { store.subscribe(to: \.count) { _ in received += 1 }.store(in: bag) }
            bag = nil
            store.send(.add(1))
            #expect(received == 201 && fixture.engine.resources.subscribers == 0)
        }
    }

    @Test("L7 · ten thousand stores and their subscribers leave nothing behind")
    func tenThousandStores() async throws {
        try await withEngineFixture { fixture in
            let count = repetitions(10_000)
            var stores = (0..<count).map { _ in Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine) }
            for store in stores {
                store.subscribe(to: \.count) { _ in }
                store.listen(to: News.self, as: LoggingReducer.Action.news)
                store.send(.do(.after(.seconds(1), .note("late"))))
            }
            #expect(fixture.engine.resources.stores == count && fixture.engine.resources.effects == count)
            stores = []
            #expect(fixture.engine.resources.isEmpty)
        }
    }

    @Test("L7 · a shutdown ends everything, and every awaiting caller receives the reason")
    func shutdown() async throws {
        try await withEngineFixture(faults: [.shutDown, .shutDown, .shutDown, .shutDown]) { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let counter = Store(0, Countdown(), on: fixture.engine)
            let receipt = store.send(.do(.fetch().then(.note("never"))))
            let byHand = fixture.engine.execute(Fetch())
            fixture.engine.listen(to: News.self) { _ in }
            let awaiting = Task { try await receipt.finishedInTime() }
            fixture.engine.shutdown()
            fixture.engine.shutdown()
            #expect(
                fixture.engine.resources.effects == 0 && fixture.engine.resources.listeners == 0
                    && fake.cancelled == [0, 1])
            await #expect(throws: EngineShutDown()) { try await awaiting.valueInTime() }
            await #expect(throws: EngineShutDown()) { try await byHand.finishedInTime() }
            #expect(store.state.log == ["progress"])
            await #expect(throws: Fault.self) { try await store.send(.add(1)).finishedInTime() }
            fixture.engine.execute(Fetch())
            fixture.engine.handle(Fetch.self) { $0.name }
            fixture.engine.listen(to: News.self) { _ in }
            #expect(store.state.count == 0 && counter.inbox.offer(1) == .closed)
        }
    }

    @Test("L7 · a turn in which the engine shuts down ends, and no other turn follows")
    func shutdownWithinATurn() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var received: [Int] = []
            store.subscribe(to: \.count) { if $0 == 1 { fixture.engine.shutdown() } }
            store.subscribe(to: \.count) { received.append($0) }
            let receipt = store.send(.do(.send(.add(1)).and(.send(.add(10)))))
            #expect(store.state.count == 1 && received == [0])
            await #expect(throws: EngineShutDown()) { try await receipt.finishedInTime() }
        }
    }

    @Test("L7 · an observer that shuts the engine down is the last one that is notified")
    func shutdownByObserver() async throws {
        struct Copier: Reducer {
            func reduce(_ log: inout [String], _ news: News) -> Flow<Self> {
                log.append(news.text)
                return .post(News(text: "more"))
            }
        }
        for isObserver in [true, false] {
            try await withEngineFixture { fixture in
                let stores = (0..<2).map { _ in Store([], Copier(), on: fixture.engine) }
                var notified: [String] = []
                for (number, store) in stores.enumerated() {
                    store.listen(to: News.self) { $0 }
                    store.subscribe(to: \.count) { count in
                        if count > 0 { notified.append("observer \(number)") }
                        if count > 0, isObserver { fixture.engine.shutdown() }
                    }
                }
                for number in 0..<2 {
                    fixture.engine.listen(to: News.self) { _ in
                        notified.append("listener \(number)")
                        if !isObserver { fixture.engine.shutdown() }
                    }
                }
                let receipt = fixture.engine.post(News(text: "n"))
                #expect(stores.map(\.state) == [["n"], ["n"]])
                #expect(notified == (isObserver ? ["observer 0"] : ["observer 0", "observer 1", "listener 0"]))
                await #expect(throws: EngineShutDown()) { try await receipt.finishedInTime() }
            }
        }
    }

    @Test(
        "L7 · a message whose middleware shuts the engine down is discarded without a fault",
        arguments: [Message.Kind.action, .transition, .command, .event, .fact])
    func shutdownByMiddleware(kind: Message.Kind) async throws {
        final class Closing: Middleware {
            let kind: Message.Kind
            private unowned let engine: Engine

            init(_ engine: Engine, at kind: Message.Kind) { (self.engine, self.kind) = (engine, kind) }

            func intercept(_ message: Message) -> Decision {
                if message.kind == kind { engine.shutdown() }
                return .pass
            }
        }
        struct Traveller: Reducer {
            enum Action { case go, fetched(Event<Fetch>), news }
            typealias Transition = String

            func reduce(_ actions: inout Int, _ action: Action) -> Flow<Self> {
                actions += 1
                guard case .go = action else { return .none }
                return .transition("there").and(.execute(Fetch(), as: Action.fetched)).and(.post(News(text: "n")))
            }
        }
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            fixture.engine.middleware = [Closing(fixture.engine, at: kind)]
            let store = Store(0, Traveller(), on: fixture.engine)
            store.listen(to: News.self) { _ in .news }
            store.onTransition { _ in }
            let receipt = store.send(.go)
            let reduced: [Message.Kind: Int] = [.action: 0, .transition: 1, .command: 1, .fact: 1, .event: 2]
            #expect(fixture.engine.isShutDown && store.state == reduced[kind])
            await #expect(throws: EngineShutDown()) { try await receipt.finishedInTime() }
        }
    }

    @Test("L7 · releasing an engine ends everything that runs on it")
    func engineReleased() async throws {
        var fixture: EngineFixture? = EngineFixture()
        let fake = FakeHandler<Fetch>(fixture!.engine)
        var store: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture!.engine)
        let values = store!.values(of: \.count)
        let receipt = store!.send(.do(.fetch()))
        let byHand = fixture!.engine.execute(Fetch())
        weak let engine = fixture?.engine
        (fixture, store) = (nil, nil)
        #expect(engine == nil && fake.cancelled == [0, 1])
        await #expect(throws: EngineShutDown()) { try await receipt.finishedInTime() }
        await #expect(throws: EngineShutDown()) { try await byHand.finishedInTime() }
        var iterator = values.makeAsyncIterator()
        let left = [await iterator.next(), await iterator.next()]
        #expect(left == [0, nil])
    }

    @Test("L7 · an actor that stores its engine can be released, and the engine with it")
    func actorReleased() async throws {
        actor Keeper {
            private var engine: Engine?
            func begin() { engine = Engine() }
        }
        var keeper: Keeper? = Keeper()
        await keeper?.begin()
        weak let witness = keeper
        keeper = nil
        #expect(witness == nil)
    }
}
