import MillraceExtras
import Millrace
import Testing

/// Returns a new store that logs.
@MainActor private func store(_ fixture: EngineFixture) -> Store<LoggingReducer> {
    Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
}

@MainActor struct DeliveryTests {
    @Test("F4 · a store waits for another one, and reads its new state in the same turn")
    func storesWait() async throws {
        try await withEngineFixture { fixture in
            let (late, early) = (store(fixture), store(fixture))
            var token: Subscription?
            late.listen(to: News.self) { news, delivery in
                if let token { delivery.wait(for: token) }
                return .note("\(news.text) after \(early.state.log)")
            }
            token = early.listen(to: News.self) { .note($0.text) }
            var received: [String] = []
            fixture.engine.listen(to: News.self) { [unowned early, unowned late] _ in
                received.append("\(early.state.log) \(late.state.log.count)")
            }
            fixture.engine.post(News(text: "n"))
            #expect(early.state.log == ["n"] && late.state.log == [#"n after ["n"]"#])
            #expect(received == [#"["n"] 1"#])
        }
    }

    @Test("F4 · a listener to facts or events waits for others, which are called once")
    func listenersWait() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            var received: [String] = []
            var second: Subscription?
            var third: Subscription?
            let reduced = store(fixture)
            let reducing = reduced.listen(to: Fetch.self) { _ in .add(1) }
            fixture.engine.listen(to: Fetch.self) { _, delivery in
                for token in [third, second, reducing, third] { if let token { delivery.wait(for: token) } }
                received.append("first")
            }
            second = fixture.engine.listen(to: Fetch.self) { _ in received.append("second") }
            third = fixture.engine.listen(to: Fetch.self, onData: { _ in received.append("third") })
            fixture.engine.execute(Fetch())
            #expect(received == ["third", "second", "first"] && reduced.state.count == 1)
            third?.cancel()
            fixture.engine.execute(Fetch())
            #expect(received.suffix(2) == ["second", "first"])
        }
    }

    @Test("F4 · waits in a cycle are a fault that names the cycle, and every listener is called once")
    func cycle() async throws {
        try await withEngineFixture(faults: [.circularWait]) { fixture in
            var tokens: [Subscription] = []
            var received: [Int] = []
            for number in 0..<3 {
                tokens.append(
                    fixture.engine.listen(to: News.self, fileID: "Circle", line: UInt(number)) { _, delivery in
                        delivery.wait(for: tokens[(number + 1) % 3])
                        received.append(number)
                    })
            }
            fixture.engine.post(News(text: "n"))
            #expect(received == [2, 1, 0])
            let cycle = (0...3).map { "a listener at Circle:\($0 % 3)" }.joined(separator: " → ")
            #expect(
                fixture.faults.first?.description
                    == "In a delivery of News, listeners wait in a cycle: \(cycle). Each waits for the next, so none can be "
                    + "called first. The last wait was ignored. Remove one delivery.wait(for:) from the cycle.")
        }
    }

    @Test(
        "F4 · waiting for itself, for an unrelated listener, or for a listener before all stores have reduced is a fault"
    )
    func ineffectiveWaits() async throws {
        try await withEngineFixture(faults: [.ineffectiveWait, .ineffectiveWait, .circularWait]) { fixture in
            let unrelated = fixture.engine.listen(to: Fetch.self) { _ in }
            let listener = fixture.engine.listen(to: News.self) { _ in }
            let reducing = store(fixture)
            reducing.listen(to: News.self) { _, delivery in
                delivery.wait(for: listener)
                return .add(1)
            }
            var own: Subscription?
            own = fixture.engine.listen(to: News.self) { _, delivery in
                delivery.wait(for: unrelated)
                if let own { delivery.wait(for: own) }
            }
            fixture.engine.post(News(text: "n"))
            #expect(reducing.state.count == 1)
        }
    }

    @Test("F4 · a thousand listeners that wait for their neighbors are called once each")
    func long() async throws {
        try await withEngineFixture { fixture in
            var tokens: [Subscription] = []
            var received: [Int] = []
            for number in 0..<1_000 {
                tokens.append(
                    fixture.engine.listen(to: News.self) { _, delivery in
                        if number > 0, number % 10 == 0 { delivery.wait(for: tokens[number - 1]) }
                        if number < 999, number % 10 != 9 { delivery.wait(for: tokens[number + 1]) }
                        received.append(number)
                    })
            }
            fixture.engine.post(News(text: "n"))
            #expect(received.count == 1_000 && Set(received).count == 1_000 && received[0] == 9)
        }
    }

    @Test(
        "L7 · a listener that another listener cancels during a delivery is not called for this message",
        arguments: [false, true])
    func cancelledListener(isStore: Bool) async throws {
        try await withEngineFixture { fixture in
            let engine = fixture.engine
            let (first, second, third) = (store(fixture), store(fixture), store(fixture))
            var received: [String] = []
            var later: [Subscription] = []
            func listen(_ name: String, _ store: Store<LoggingReducer>, body: @escaping (Delivery) -> Void = { _ in }) {
                func receive(_ delivery: Delivery) {
                    received.append(name)
                    body(delivery)
                }
                later.append(
                    isStore
                        ? store.listen(to: News.self) { _, delivery in
                            receive(delivery)
                            return .add(1)
                        }
                        : engine.listen(to: News.self) { _, delivery in receive(delivery) })
            }
            listen("first", first) { delivery in
                later[1].cancel()
                // A wait for a listener that was cancelled does not call it either.
                delivery.wait(for: later[1])
            }
            listen("second", second)
            listen("third", third)
            fixture.engine.post(News(text: "n"))
            #expect(received == ["first", "third"] && second.state.count == 0)
            fixture.engine.post(News(text: "m"))
            #expect(received == ["first", "third", "first", "third"] && third.state.count == (isStore ? 2 : 0))
        }
    }

    @Test("F7 · a stored delivery has no effect later")
    func kept() async throws {
        try await withEngineFixture { fixture in
            var kept: Delivery?
            var received = 0
            let other = fixture.engine.listen(to: News.self) { _ in received += 1 }
            fixture.engine.listen(to: News.self) { _, delivery in kept = delivery }
            fixture.engine.post(News(text: "n"))
            kept?.wait(for: other)
            #expect(received == 1)
        }
    }

    @Test(
        "L3 · a subscriber that is added to the second store while the first one notifies its observers is notified once"
    )
    func lateSubscriber() async throws {
        try await withEngineFixture { fixture in
            let (one, two) = (store(fixture), store(fixture))
            for store in [one, two] { store.listen(to: News.self) { .note($0.text) } }
            let owner = Owner()
            var counts: [Int] = []
            two.subscribe(to: \.log.count, owner: owner) { _ in }
            one.subscribe(to: \.log.count, owner: owner) { count in
                if count == 1 { two.subscribe(to: \.log.count, owner: owner) { counts.append($0) } }
            }
            fixture.engine.post(News(text: "n"))
            #expect(counts == [1])
            fixture.engine.post(News(text: "m"))
            #expect(counts == [1, 2])
        }
    }
}
