import MillraceInbox
import MillraceInspection
import MillraceExtras
import Millrace
import Testing

@MainActor struct Law7OwnershipTests {
    @Test("L7 · what a store has running, waiting, watching and listening ends with it")
    func endsWithTheStore() async throws {
        try await withEngineFixture { rig in
            let desk = FakeHandler<Fetch>(rig.engine)
            var store: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: rig.engine)
            let receipt = store?.send(
                .do(.fetch().and(.after(.seconds(1), .note("late"))).and(.debounce(.seconds(1), id: 1, .note("late")))))
            store?.subscribe(to: \.log) { _ in }
            store?.listen(to: News.self, as: LoggingReducer.Action.news)
            store?.onOutput { _ in }
            #expect(rig.engine.resources.effects == 3 && rig.time.waiting == 2)
            store = nil
            var resources = rig.engine.resources
            resources.handlers = 0
            #expect(resources.isEmpty && rig.time.waiting == 0 && desk.cancelled == [0])
            await #expect(throws: CancellationError.self) { try await receipt?.finishedInTime() }
            rig.engine.post(News(text: "to nobody"))
        }
    }

    @Test("L7 · a store that goes between a command and its event takes the event with it")
    func goesBeforeTheEvent() async throws {
        try await withEngineFixture { rig in
            let desk = FakeHandler<Fetch>(rig.engine, obeysCancellation: false)
            var store: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: rig.engine)
            store?.send(.do(.fetch()))
            store = nil
            await desk.succeed(0, with: "late")
            #expect(rig.engine.discardedResultCount == 1)
        }
    }

    @Test("L7 · a store that goes in the middle of its turn: what waits for it is a fault, and the loop goes on")
    func goesInTheMiddle() async throws {
        try await withEngineFixture(faults: [.storeReleased]) { rig in
            var store: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: rig.engine)
            let other = Store(LoggingReducer.State(), LoggingReducer(), on: rig.engine)
            other.subscribe(to: \.count) { count in
                guard count == 1 else { return }
                store?.send(.note("never"))
                store = nil
                #expect(rig.engine.resources.stores == 1)
            }
            let receipt = other.send(.do(.send(.add(1)).then(.send(.add(10)))))
            #expect(other.state.count == 11)
            try await receipt.finishedInTime()
        }
    }

    @Test("L7 · a subscription ends with its owner, whom the store does not keep alive")
    func endsWithTheOwner() async throws {
        try await withEngineFixture { rig in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: rig.engine)
            var owner: Owner? = Owner()
            weak let witness = owner
            var heard: [Int] = []
            store.subscribe(to: \.count, owner: owner) { heard.append($0) }
            rig.engine.listen(to: News.self, owner: owner) { _ in heard.append(-1) }
            rig.engine.listen(to: Fetch.self, owner: owner, onData: { _ in heard.append(-2) })
            store.send(.add(1))
            owner = nil
            #expect(witness == nil)
            store.send(.add(1))
            rig.engine.post(News(text: "n"))
            #expect(heard == [0, 1])
            #expect(rig.engine.resources.subscribers == 0 && rig.engine.resources.listeners == 0)
        }
    }

    @Test("L7 · a bag ends its subscriptions all at once, and with itself")
    func bags() async throws {
        try await withEngineFixture { rig in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: rig.engine)
            var heard = 0
            var bag: SubscriptionBag? = SubscriptionBag()
            for _ in 0..<100 {
                if let bag { store.subscribe(to: \.count) { _ in heard += 1 }.store(in: bag) }
            }
            store.send(.add(1))
            bag?.cancelAll()
            store.send(.add(1))
            if let bag { store.subscribe(to: \.count) { _ in heard += 1 }.store(in: bag) }
            bag = nil
            store.send(.add(1))
            #expect(heard == 201 && rig.engine.resources.subscribers == 0)
        }
    }

    @Test("L7 · ten thousand stores and their subscribers go without a trace")
    func tenThousandStores() async throws {
        try await withEngineFixture { rig in
            var stores = (0..<10_000).map { _ in Store(LoggingReducer.State(), LoggingReducer(), on: rig.engine) }
            for store in stores {
                store.subscribe(to: \.count) { _ in }
                store.listen(to: News.self, as: LoggingReducer.Action.news)
                store.send(.do(.after(.seconds(1), .note("late"))))
            }
            #expect(rig.engine.resources.stores == 10_000 && rig.engine.resources.effects == 10_000)
            stores = []
            #expect(rig.engine.resources.isEmpty)
        }
    }

    @Test("L7 · shutting down ends all, and resumes whoever awaits with the reason")
    func shutdown() async throws {
        try await withEngineFixture(faults: [.shutDown, .shutDown, .shutDown, .shutDown]) { rig in
            let desk = FakeHandler<Fetch>(rig.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: rig.engine)
            let counter = Store(0, Countdown(), on: rig.engine)
            let receipt = store.send(.do(.fetch().then(.note("never"))))
            let byHand = rig.engine.execute(Fetch())
            rig.engine.listen(to: News.self) { _ in }
            let awaiting = Task { try await receipt.finishedInTime() }
            rig.engine.shutdown()
            rig.engine.shutdown()
            #expect(
                rig.engine.resources.effects == 0 && rig.engine.resources.listeners == 0 && desk.cancelled == [0, 1])
            await #expect(throws: EngineShutDown()) { try await awaiting.valueInTime() }
            await #expect(throws: EngineShutDown()) { try await byHand.finishedInTime() }
            #expect(store.state.log == ["progress"])
            await #expect(throws: Fault.self) { try await store.send(.add(1)).finishedInTime() }
            rig.engine.execute(Fetch())
            rig.engine.handle(Fetch.self) { $0.name }
            rig.engine.listen(to: News.self) { _ in }
            #expect(store.state.count == 0 && counter.inbox.offer(1) == .closed)
        }
    }

    @Test("L7 · shut down in the middle of a turn, the turn ends and nothing follows")
    func shutdownInTheMiddle() async throws {
        try await withEngineFixture { rig in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: rig.engine)
            var heard: [Int] = []
            store.subscribe(to: \.count) { if $0 == 1 { rig.engine.shutdown() } }
            store.subscribe(to: \.count) { heard.append($0) }
            let receipt = store.send(.do(.send(.add(1)).and(.send(.add(10)))))
            #expect(store.state.count == 1 && heard == [0])
            await #expect(throws: EngineShutDown()) { try await receipt.finishedInTime() }
        }
    }

    @Test("L7 · an engine that goes with everything running ends it all")
    func engineGoes() async throws {
        var rig: EngineFixture? = EngineFixture()
        let desk = FakeHandler<Fetch>(rig!.engine)
        var store: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: rig!.engine)
        let values = store!.values(of: \.count)
        let receipt = store!.send(.do(.fetch()))
        let byHand = rig!.engine.execute(Fetch())
        weak let engine = rig?.engine
        (rig, store) = (nil, nil)
        #expect(engine == nil && desk.cancelled == [0, 1])
        await #expect(throws: EngineShutDown()) { try await receipt.finishedInTime() }
        await #expect(throws: EngineShutDown()) { try await byHand.finishedInTime() }
        var iterator = values.makeAsyncIterator()
        let left = [await iterator.next(), await iterator.next()]
        #expect(left == [0, nil])
    }

    @Test("L7 · an actor that keeps its engine goes, and the engine with it")
    func actorGoes() async throws {
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
