#if Testing || App
    import Millrace
    import MillraceExtras
    import MillraceHistory
    import MillraceTesting
    import Testing

    @MainActor @Suite("Publishing an event without a command")
    struct PublishTests {
        @Test("Time · Stores that listen reduce it, then listeners receive it; no command ends")
        func publish() {
            let engine = Engine(scheduler: ManualScheduler())
            let history = History(records: 100)
            engine.history = history
            var replies: [Reply<Fetch>] = []
            engine.handle(Fetch.self) { replies.append($1) }
            let (asking, listening) = (Store(Log.State(), Log(), on: engine), Store(Log.State(), Log(), on: engine))
            listening.listen(to: Fetch.self, as: Log.Action.fetched)
            var received: [String] = []
            engine.listen(to: Fetch.self) { received.append("\($0) after \(listening.state.lines)") }
            asking.send(.fetch(1))
            engine.publish(Event<Fetch>.data(8))
            #expect(asking.state.lines == [] && listening.state.lines == ["8"] && received == ["data(8) after [\"8\"]"])
            #expect(engine.resources.effects == 1 && replies.first?.isClosed == false)
            replies.first?.finish(with: 9)
            engine.processPending()
            #expect(asking.state.lines == ["9"] && listening.state.lines == ["8", "9"])
            #expect(history.replay() == nil && history.records.contains { $0.kind == .event && $0.cause == 0 })
            replies = []
        }

        @Test(
            "Time · Within a turn it waits its turn; a failure that nothing handles is no fault; a shut down engine refuses it"
        )
        func order() async throws {
            let engine = Engine(scheduler: ManualScheduler())
            var faults: [Fault.Kind] = []
            engine.onFault = { faults.append($0.kind) }
            var order: [String] = []
            engine.listen(to: Paid.self) { _ in
                engine.publish(Event<Fetch>.data(1))
                order.append("fact")
            }
            engine.listen(to: Fetch.self, onData: { order.append("event \($0)") })
            engine.post(Paid())
            #expect(order == ["fact", "event 1"])
            try await engine.publish(Event<Fetch>.failure(CancellationError())).finishedInTime()
            #expect(faults.isEmpty)
            engine.shutdown()
            engine.publish(Event<Fetch>.data(1))
            #expect(faults == [.shutDown])
        }

        @Test("Time · Middleware changes, holds, copies and drops it")
        func middleware() {
            let time = ManualScheduler()
            let engine = Engine(scheduler: time)
            var received: [Int] = []
            engine.listen(to: Fetch.self) { if let number = $0.output { received.append(number) } }
            var decision = Decision.change(to: Event<Fetch>.data(2))
            engine.middleware = [.intercept { $0.kind == .event ? decision : .pass }]
            engine.publish(Event<Fetch>.data(1))
            decision = .hold(for: .seconds(1))
            engine.publish(Event<Fetch>.data(3))
            #expect(received == [2])
            time.advance(by: .seconds(1))
            decision = .drop
            engine.publish(Event<Fetch>.data(4))
            #expect(received == [2, 3] && engine.resources.effects == 0 && engine.resources.messages == 0)
        }

        @Test("Time · A test store receives the action that its store makes of it")
        func testStore() {
            let store = TestStore(Log.State(), Log())
            store.store.listen(to: Fetch.self, as: Log.Action.fetched)
            store.engine.publish(Event<Fetch>.data(5))
            store.receive(.fetched(.data(5))) { $0.lines = ["5"] }
            store.finish()
        }
    }
#endif
