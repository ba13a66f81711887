import MillraceHistory
import MillraceExtras
import Millrace
import TestSupport
import Testing

/// `.race` and `.all`.
@MainActor struct RaceTests {
    typealias LogFlow = Flow<LoggingReducer>

    private func fetch(_ name: String, policy: Policy = .concurrent) -> LogFlow {
        .execute(
            Fetch(name: name), as: LoggingReducer.Action.received, policy: policy, onCancel: .note("cancelled \(name)"))
    }

    private func fetch(_ name: String, id: AnyHashable, policy: Policy = .concurrent) -> LogFlow {
        .execute(
            Fetch(name: name), as: LoggingReducer.Action.received, id: id, policy: policy,
            onCancel: .note("cancelled \(name)"))
    }

    private func log(_ store: Store<LoggingReducer>) -> [String] { store.state.log.filter { $0 != "progress" } }

    @Test("Flows · the first flow of a race that ends cancels the others, and the receipt succeeds")
    func race() async throws {
        try await withLoggingStore { fixture, fake, store in
            let flow = LogFlow.race([fetch("1"), fetch("2"), .after(.seconds(9), .note("late"))])
            let receipt = store.send(.do(flow.then(.note("then"))))
            await fake.succeed(1, with: "two")
            try await receipt.finishedInTime()
            #expect(fake.cancelled == [0] && log(store) == ["two", "cancelled 1", "then"])
            fixture.time.advance(by: .seconds(9))
            #expect(!log(store).contains("late"))
        }
    }

    @Test("Flows · a delay wins a race against a command")
    func timeLimit() async throws {
        try await withLoggingStore { fixture, fake, store in
            let receipt = store.send(.do(.race([fetch("1"), .after(.seconds(9), .note("late"))])))
            fixture.time.advance(by: .seconds(9))
            try await receipt.finishedInTime()
            #expect(fake.cancelled == [0] && Set(log(store)) == ["late", "cancelled 1"])
        }
    }

    @Test("Flows · a flow of a race ends with its last link, and a loser's later links are not performed")
    func links() async throws {
        try await withLoggingStore { fixture, fake, store in
            let receipt = store.send(
                .do(.race([fetch("1").then(fetch("1'")), fetch("2").then(fetch("2'")).then(.note("never"))])))
            await fake.succeed(1, with: "two")
            await fake.succeed(0, with: "one")
            #expect(fake.asked.map(\.name) == ["1", "2", "2'", "1'"])
            await fake.succeed(3, with: "one'")
            try await receipt.finishedInTime()
            #expect(fake.cancelled == [2] && log(store) == ["two", "one", "one'", "cancelled 2'"])
        }
    }

    @Test("Flows · a race is decided before the winner's last event is reduced, so what it causes continues")
    func causedEffects() async throws {
        try await withLoggingStore { fixture, fake, store in
            let winner = LogFlow.execute(
                Fetch(name: "1"),
                as: { event in
                    event.output == nil ? .received(event) : .do(.fetch("caused"))
                })
            let receipt = store.send(.do(.race([winner, fetch("2")])))
            await fake.succeed(0, with: "one")
            #expect(fake.asked.map(\.name) == ["1", "2", "caused"] && fake.cancelled == [1])
            await fake.succeed(2, with: "end")
            try await receipt.finishedInTime()
            #expect(log(store) == ["cancelled 2", "end"])
        }
    }

    @Test("Flows · all flows of a race start, and the answer of the first handler decides it")
    func synchronousWinner() async throws {
        try await withEngineFixture { fixture in
            var asked: [String] = []
            fixture.engine.handle(Fetch.self) { command in
                asked.append(command.name)
                return command.name
            }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.race([fetch("1"), fetch("2"), fetch("3")]).then(.note("then"))))
            try await receipt.finishedInTime()
            #expect(asked == ["1", "2", "3"] && fixture.engine.discardedResultCount == 2)
            #expect(log(store) == ["1", "cancelled 2", "cancelled 3", "then"])
        }
    }

    @Test("Flows · a flow without effects wins at once, and the flows after it are not performed")
    func immediateWinner() async throws {
        try await withLoggingStore { fixture, fake, store in
            try await store.send(.do(.race([fetch("1"), .note("now"), fetch("2"), .note("never")]))).finishedInTime()
            #expect(fake.asked.isEmpty && Set(log(store)) == ["now", "cancelled 1", "cancelled 2"])
            try await store.send(.do(.race([.none, .note("never")]).then(.note("then")))).finishedInTime()
            #expect(log(store).last == "then" && !log(store).contains("never"))
        }
    }

    @Test("Flows · a race without flows does nothing, and a race of one flow is that flow")
    func few() {
        #expect(LogFlow.race([]).isNone && LogFlow.all([], stopsAtFirstFailure: true).isNone)
        #expect(LogFlow.race([.note("a")]) == .note("a"))
        #expect(LogFlow.all([.note("a")], stopsAtFirstFailure: true) == .note("a"))
    }

    @Test("Flows · a failure ends a race, the receipt throws it, and the others are cancelled")
    func failure() async throws {
        try await withLoggingStore { fixture, fake, store in
            let receipt = store.send(.do(.race([fetch("1"), fetch("2")]).then(.note("never"))))
            await fake.fail(1, with: Oops(number: 2))
            await #expect(throws: Oops(number: 2)) { try await receipt.finishedInTime() }
            #expect(fake.cancelled == [0] && log(store) == ["failed: Oops(number: 2)", "cancelled 1"])
        }
    }

    @Test("Flows · failures of the losers do not count")
    func failureOfLoser() async throws {
        try await withLoggingStore { fixture, fake, store in
            let receipt = store.send(.do(.race([fetch("1").and(fetch("1'")), fetch("2")]).then(.note("then"))))
            await fake.fail(0, with: Oops())
            #expect(fake.cancelled.isEmpty)
            await fake.succeed(2, with: "two")
            try await receipt.finishedInTime()
            #expect(log(store) == ["failed: Oops(number: 0)", "two", "cancelled 1'", "then"])
        }
    }

    @Test("Flows · all flows of a race can fail at once: the receipt throws the first failure")
    func allFail() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { command in throw Oops(number: Int(command.name) ?? 0) }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.race([fetch("1"), fetch("2")])))
            await #expect(throws: Oops(number: 1)) { try await receipt.finishedInTime() }
            #expect(log(store) == ["failed: Oops(number: 1)", "cancelled 2"])
        }
    }

    @Test("Flows · a flow that is cancelled by its id or discarded by its policy ends the race")
    func cancelledFlow() async throws {
        try await withLoggingStore { fixture, fake, store in
            let receipt = store.send(.do(.race([fetch("1", id: "a"), fetch("2")])))
            store.send(.do(.cancel("a")))
            await expectCancelled(receipt)
            #expect(fake.cancelled == [0, 1])
            store.send(.do(.fetch("3", id: "b")))
            let discarded = store.send(.do(.race([fetch("4"), fetch("5", id: "b", policy: .first)])))
            await expectCancelled(discarded)
            #expect(fake.asked.map(\.name) == ["1", "2", "3"])
            await fake.succeed(2, with: "three")
        }
    }

    @Test("Flows · a loser that waits in a queue is not started, and a running one lets the queue continue")
    func queue() async throws {
        try await withLoggingStore { fixture, fake, store in
            store.send(.do(.fetch("0", id: "q", policy: .queue)))
            let first = store.send(.do(.race([fetch("1", id: "q", policy: .queue), fetch("2")])))
            #expect(fake.asked.map(\.name) == ["0", "2"])
            await fake.succeed(1, with: "two")
            try await first.finishedInTime()
            let second = store.send(
                .do(
                    .race([
                        fetch("3", id: "q", policy: .queue), fetch("4", id: "q", policy: .queue),
                        .after(.seconds(1), .none),
                    ])))
            store.send(.do(.fetch("5", id: "q", policy: .queue)))
            await fake.succeed(0, with: "zero")
            #expect(fake.asked.map(\.name) == ["0", "2", "3"])
            fixture.time.advance(by: .seconds(1))
            try await second.finishedInTime()
            #expect(fake.asked.map(\.name) == ["0", "2", "3", "5"] && fake.cancelled == [2])
            await fake.succeed(3, with: "five")
        }
    }

    @Test("Flows · latest in one flow of a race can cancel the other, which ends the race")
    func latestWithin() async throws {
        try await withLoggingStore { fixture, fake, store in
            let receipt = store.send(.do(.race([fetch("1", id: "a"), fetch("2", id: "a", policy: .latest)])))
            await expectCancelled(receipt)
            #expect(fake.asked.isEmpty && fixture.engine.resources.effects == 0)
        }
    }

    @Test("Flows · a held loser is cancelled, and a winner whose last event is held decides when it is resumed")
    func held() async throws {
        try await withLoggingStore { fixture, fake, store in
            let holder = MessageHolder { ($0.payload as? Fetch)?.name == "1" }
            fixture.engine.middleware = [holder]
            let first = store.send(.do(.race([fetch("1"), fetch("2")])))
            #expect(fake.asked.map(\.name) == ["2"])
            await fake.succeed(0, with: "two")
            try await first.finishedInTime()
            #expect(log(store) == ["two", "cancelled 1"] && fixture.engine.resources.effects == 0)

            let events = MessageHolder { ($0.payload as? Event<Fetch>)?.output == "held" }
            fixture.engine.middleware = [events]
            let second = store.send(.do(.race([fetch("3"), fetch("4")])))
            await fake.succeed(1, with: "held")
            #expect(fake.cancelled.isEmpty)
            events.resume(on: fixture.engine)
            try await second.finishedInTime()
            #expect(fake.cancelled == [2] && log(store).suffix(2) == ["held", "cancelled 4"])

            // The held event of a loser is discarded.
            let third = store.send(.do(.race([fetch("5"), fetch("6")])))
            await fake.succeed(3, with: "held")
            await fake.succeed(4, with: "six")
            try await third.finishedInTime()
            #expect(log(store).suffix(2) == ["six", "cancelled 5"] && fixture.engine.discardedResultCount == 1)
        }
    }

    @Test("Flows · races nest: an inner race ends a flow of the outer one")
    func nested() async throws {
        try await withLoggingStore { fixture, fake, store in
            let inner = LogFlow.race([fetch("1"), fetch("2")])
            let first = store.send(.do(.race([inner, fetch("3")])))
            await fake.succeed(0, with: "one")
            try await first.finishedInTime()
            #expect(fake.cancelled == [1, 2])
            let second = store.send(.do(.race([inner.then(.note("never")), fetch("4")])))
            await fake.succeed(5, with: "four")
            try await second.finishedInTime()
            #expect(fake.cancelled == [1, 2, 3, 4] && fixture.engine.resources.effects == 0)
        }
    }

    @Test("Flows · a race is cancelled by its id, by its receipt, and with its child")
    func cancelled() async throws {
        try await withLoggingStore { fixture, fake, store in
            let race = LogFlow.race([fetch("1"), fetch("2").then(.note("never"))])
            let byID = store.send(.do(race.id("race")))
            store.send(.do(.cancel("race")))
            await expectCancelled(byID)
            let byReceipt = store.send(.do(race))
            byReceipt.cancel()
            await expectCancelled(byReceipt)
            #expect(fake.cancelled.sorted() == [0, 1, 2, 3] && fixture.engine.resources.effects == 0)
        }
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(FlowIDTests.Parent.State(), FlowIDTests.Parent(), on: fixture.engine)
            let receipt = store.send(.child(.do(.race([fetch("1"), fetch("2").then(.note("never"))]))))
            store.send(.remove)
            await expectCancelled(receipt)
            #expect(fake.cancelled == [0, 1] && fixture.engine.resources.effects == 0)
        }
    }

    @Test("Flows · a race ends when its store is released")
    func releasedStore() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            var store: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store?.send(.do(.race([fetch("1").then(fetch("2")), fetch("3")]).id("a", policy: .queue)))
            store = nil
            await #expect(throws: (any Error).self) { try await receipt?.finishedInTime() }
            #expect(fake.cancelled.count == 2)
        }
    }

    @Test("Flows · a command that is cancelled when its turn in a queue has come ends its scope once")
    func cancelledInQueue() async throws {
        try await withLoggingStore { fixture, fake, store in
            let both = store.send(
                .do(.merge([fetch("1", id: "q", policy: .queue), fetch("2", id: "q", policy: .queue)])))
            both.cancel()
            await expectCancelled(both)
            #expect(fake.asked.map(\.name) == ["1"])
            // A scope that ended twice would be used by two of these.
            let receipts = (3...6).map { number in
                store.send(.do(fetch("\(number)").then(fetch("\(number)'")).then(.note("end \(number)"))))
            }
            for index in 1...8 { await fake.succeed(index, with: "\(index)") }
            for receipt in receipts { try await receipt.finishedInTime() }
            #expect(log(store).filter { $0.hasPrefix("end") } == ["end 3", "end 4", "end 5", "end 6"])
        }
    }

    /// A parent whose child's flows share an id with another flow.
    private struct Parent: Reducer {
        struct State { var child: LoggingReducer.State? = LoggingReducer.State() }
        enum Action { case child(LoggingReducer.Action), output(String), close, second, stop, fetched(Event<Fetch>) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .child(let action):
                return LoggingReducer().reduce(&state.child, action).map(
                    Action.child, output: Action.output, at: \.child
                )
                .id("sync", policy: .queue)
            case .second: return .execute(Fetch(name: "second"), as: Action.fetched).id("sync", policy: .queue)
            case .close:
                state.child = nil
                return .execute(Fetch(name: "save"), as: Action.fetched)
            case .stop: return .cancel("sync")
            case .fetched, .output: return .none
            }
        }
    }

    @Test("Flows · a command is not in a flow that starts in the same turn", arguments: [true, false])
    func notInOtherFlow(usesFastPath: Bool) async throws {
        try await withEngineFixture { fixture in
            fixture.engine.usesFastPath = usesFastPath
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Parent.State(), Parent(), on: fixture.engine)
            store.send(.child(.do(fetch("1"))))
            store.send(.second)
            store.send(.close)
            store.send(.stop)
            #expect(Set(fake.asked.map(\.name)) == ["1", "second", "save"])
            #expect(Set(fake.cancelled.map { fake.asked[$0].name }) == ["1", "second"])
            if let save = fake.asked.firstIndex(where: { $0.name == "save" }) {
                await fake.succeed(save, with: "saved")
            }
        }
    }

    @Test("Flows · all stops at a failure in a race inside of it", arguments: [true, false])
    func failureInRace(readsReceipts: Bool) async throws {
        try await withLoggingStore { fixture, fake, store in
            var receipts: [Receipt] = []
            // L2: middleware that reads receipts changes no outcome.
            let reader: any Middleware = .intercept { message in
                if readsReceipts { receipts.append(message.receipt) }
                return .pass
            }
            fixture.engine.middleware = [reader]
            let race = LogFlow.race([fetch("1"), fetch("2")])
            let receipt = store.send(.do(.all([race, fetch("3")], stopsAtFirstFailure: true)))
            await fake.fail(0, with: Oops(number: 1))
            await #expect(throws: Oops(number: 1)) { try await receipt.finishedInTime() }
            #expect(Set(fake.cancelled) == [1, 2] && fixture.engine.resources.effects == 0)
            // The failure of a loser does not count.
            let other = store.send(.do(.all([race, fetch("6")], stopsAtFirstFailure: true)))
            await fake.succeed(3, with: "four")
            #expect(fake.cancelled.count == 3)
            await fake.succeed(5, with: "six")
            try await other.finishedInTime()
            for receipt in receipts { try? await receipt.finishedInTime() }
        }
    }

    @Test("Flows · all does not stop at a failure of an effect that a message of a flow has caused")
    func failureOfCausedEffect() async throws {
        try await withLoggingStore { fixture, fake, store in
            let causing = LogFlow.send(.do(.fetch("caused"))).and(fetch("1"))
            let receipt = store.send(.do(.all([causing, fetch("2")], stopsAtFirstFailure: true)))
            let caused = try #require(fake.asked.firstIndex { $0.name == "caused" })
            let own = try #require(fake.asked.firstIndex { $0.name == "1" })
            await fake.fail(caused, with: Oops())
            await fake.succeed(own, with: "one")
            #expect(fake.cancelled.isEmpty)
            let last = try #require(fake.asked.firstIndex { $0.name == "2" })
            await fake.succeed(last, with: "two")
            await #expect(throws: Oops()) { try await receipt.finishedInTime() }
        }
    }

    // MARK: All

    @Test("Flows · the receipt of all throws the failure that stopped it")
    func firstFailure() async throws {
        try await withLoggingStore { fixture, fake, store in
            let receipt = store.send(.do(.all([fetch("1"), fetch("2")], stopsAtFirstFailure: true)))
            await fake.fail(0, with: Oops())
            await #expect(throws: Oops()) { try await receipt.finishedInTime() }
            #expect(fake.cancelled == [1])
        }
    }

    @Test("Flows · all waits for every flow, and stops the others after the first failure only if requested")
    func all() async throws {
        #expect(LogFlow.all([.note("a"), .note("b")]) == .merge([.note("a"), .note("b")]))
        try await withLoggingStore { fixture, fake, store in
            let flows = [fetch("1").then(.note("never")), fetch("2"), fetch("3").then(fetch("3'"))]
            let patient = store.send(.do(.all(flows).then(.note("nor this"))))
            await fake.fail(0, with: Oops())
            #expect(fake.cancelled.isEmpty)
            await fake.succeed(1, with: "two")
            await fake.succeed(2, with: "three")
            await fake.succeed(3, with: "three'")
            await #expect(throws: Oops()) { try await patient.finishedInTime() }

            let stopping = store.send(.do(.all(flows, stopsAtFirstFailure: true).then(.note("nor this"))))
            await fake.succeed(5, with: "two")
            #expect(fake.cancelled.isEmpty)
            await fake.fail(4, with: Oops(number: 1))
            await #expect(throws: Oops(number: 1)) { try await stopping.finishedInTime() }
            #expect(fake.cancelled == [6] && fixture.engine.resources.effects == 0)

            let succeeding = store.send(
                .do(.all([fetch("4"), fetch("5")], stopsAtFirstFailure: true).then(.note("end"))))
            await fake.succeed(8, with: "five")
            #expect(log(store).last == "five")
            await fake.succeed(7, with: "four")
            try await succeeding.finishedInTime()
            #expect(log(store).last == "end")
        }
    }

    @Test("Flows · a flow of all that is cancelled counts as a failure")
    func cancelledInAll() async throws {
        try await withLoggingStore { fixture, fake, store in
            let receipt = store.send(.do(.all([fetch("1", id: "a"), fetch("2")], stopsAtFirstFailure: true)))
            store.send(.do(.cancel("a")))
            await expectCancelled(receipt)
            #expect(fake.cancelled == [0, 1])
        }
    }

    // MARK: Values

    @Test("Flows · races are equal if their flows are, and print as they are written")
    func values() {
        let race = LogFlow.race([.note("a"), .note("b").then(.note("c"))])
        #expect(race == .race([.note("a"), .note("b").then(.note("c"))]) && race != .race([.note("a"), .note("b")]))
        #expect(race != .all([.note("a"), .note("b").then(.note("c"))], stopsAtFirstFailure: true))
        #expect("\(race)" == #"race([send(note("a")), send(note("b")).then(send(note("c")))])"#)
        let all = LogFlow.all([.note("a"), .none], stopsAtFirstFailure: true)
        #expect("\(all)" == #"all([send(note("a")), none], stopsAtFirstFailure: true)"#)
        let child: Flow<FlowIDTests.Parent> = race.map(FlowIDTests.Parent.Action.own, output: { .own(.note($0)) })
        #expect("\(child)".hasPrefix("race([send(own("))
    }
}
