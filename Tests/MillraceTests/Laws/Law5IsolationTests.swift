import MillraceExtras
import MillraceHistory
import Millrace
import Testing

/// `Tests/MustNotCompile` tests what the compiler refuses. These tests check what may cross actors.
@MainActor struct Law5IsolationTests {
    @Test("L5 · observers, handlers and listeners run on the actor that made the engine")
    func everythingOnItsActor() async throws {
        actor Pool {
            var received = 0

            func check() async throws -> Int {
                let engine = Engine()
                engine.handle(Fetch.self, reportsStart: true) { [self] command in
                    preconditionIsolated()
                    await Task.yield()
                    preconditionIsolated()
                    return command.name
                }
                engine.listen(to: Fetch.self, onData: { _ in self.preconditionIsolated() })
                do {
                    let store = Store(LoggingReducer.State(), LoggingReducer(), on: engine)
                    store.subscribe(to: \.log) { _ in
                        self.preconditionIsolated()
                        self.received += 1
                    }
                    try await store.send(.do(.fetch())).finishedInTime()
                }
                expectNothingLeft(of: engine)
                return received
            }
        }
        #expect(try await Pool().check() == 3)
    }

    @Test("L5 · a receipt can be awaited and cancelled from elsewhere")
    func receiptsTravel() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.fetch()))
            let awaiting = Task.detached { try await receipt.finishedInTime() }
            await fake.succeed(0, with: "x")
            try await awaiting.valueInTime()
            let second = store.send(.do(.fetch()))
            try await Task.detached { second.cancel() }.valueInTime()
            await #expect(throws: CancellationError.self) { try await second.finishedInTime() }
            #expect(fake.cancelled == [1])
        }
    }

    @Test("L5 · engines on two actors exchange messages through inboxes")
    func inboxesConnectActors() async throws {
        actor Peer {
            private var counter: Store<Countdown>?
            func open() -> Inbox<Int> {
                let counter = Store(0, Countdown(), on: Engine())
                self.counter = counter
                return counter.inbox
            }
            func close() -> Int? {
                guard let engine = counter?.engine else { return nil }
                engine.processPending()
                let count = counter?.state
                counter = nil
                expectNothingLeft(of: engine)
                return count
            }
        }
        let peer = Peer()
        let inbox = await peer.open()
        for _ in 0..<100 { try await inbox.sendInTime(1) }
        #expect(await peer.close() == 100)
    }
}
