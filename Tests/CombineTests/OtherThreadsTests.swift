import MillraceHistory

#if canImport(Combine) || OpenCombine || App
    #if canImport(Combine)
        import Combine
    #else
        import OpenCombine
    #endif
    import Foundation
    import Millrace
    import MillraceCombine
    import Testing

    @MainActor struct OtherThreadsTests {
        @Test("S7 · demand from another thread is met on the store's actor")
        func demandElsewhere() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                let slow = SlowSubscriber<Int> { _ in
                    MainActor.assertIsolated()
                    return .none
                }
                store.publisher(for: \.count).subscribe(slow)
                store.send(.add(1))
                await slow.next { ask in
                    // Safe: demand may come from any thread.
                    let ask = UncheckedSendable(ask)
                    Thread { ask.value.request(.max(1)) }.start()
                }
                #expect(slow.received == [1])
                slow.subscription?.cancel()
            }
        }

        @Test("S7 · subscribing off the store's actor stops the program")
        func subscribingElsewhere() async {
            await #expect(processExitsWith: .failure) {
                let publisher = await MainActor.run {
                    // Safe: the test checks that the program stops.
                    UncheckedSendable(Store(on: Engine()).publisher(for: \.count))
                }
                try await Task.detached { _ = publisher.value.sink { _ in } }.valueInTime()
            }
        }

        @Test("S7 · a subscription that is cancelled on another thread ends")
        func cancelElsewhere() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                for _ in 0..<100 {
                    var counts: [Int] = []
                    // Safe: a subscription may be cancelled on any thread.
                    let subscription = UncheckedSendable(store.publisher(for: \.count).sink { counts.append($0) })
                    let cancelling = Task.detached { subscription.value.cancel() }
                    for _ in 0..<10 { store.send(.add(1)) }
                    try await cancelling.valueInTime()
                    let received = counts.count
                    store.send(.add(1))
                    #expect(counts.count == received && engine.resources.subscribers == 0)
                }
            }
        }

        @Test("S7 · demand from several threads loses no requested value, and adds none")
        func demandFromSeveral() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                let slow = SlowSubscriber<Int>()
                store.publisher(for: \.count).subscribe(slow)
                // Safe: demand may come from any thread.
                let subscription = UncheckedSendable(try #require(slow.subscription))
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask { for _ in 0..<50 { subscription.value.request(.max(1)) } }
                    }
                    for _ in 0..<100 {
                        store.send(.add(1))
                        await Task.yield()
                    }
                }
                while slow.received.count < 200 { store.send(.add(1)) }
                store.send(.add(1))
                #expect(slow.received.count == 200 && slow.received == slow.received.sorted())
                subscription.value.cancel()
            }
        }

        @Test("S7 · a publisher answers its command from any thread, in order")
        func answersElsewhere() async throws {
            try await withEngine { engine, _ in
                let answers = PassthroughSubject<String, any Error>()
                engine.handle(Fetch.self) { _ in answers }
                let store = Store(on: engine)
                let receipt = store.send(.fetch())
                // Safe: a subject may publish on any thread.
                let publishing = UncheckedSendable(answers)
                Thread {
                    for number in 0..<100 { publishing.value.send("\(number)") }
                    publishing.value.send(completion: .finished)
                }.start()
                try await receipt.finishedInTime()
                let expected = (0..<100).map { "\($0)" }
                #expect(store.state.received.compactMap(\.output) == expected)
            }
        }

        @Test("S7 · a command that is cancelled while its publisher answers on another thread receives nothing more")
        func cancelledWhileAnswering() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                for _ in 0..<100 {
                    let answers = PassthroughSubject<String, any Error>()
                    let handler = engine.handle(Fetch.self) { _ in answers }
                    let receipt = store.send(.fetch())
                    // Safe: a subject may publish on any thread.
                    let publishing = UncheckedSendable(answers)
                    let answering = Task.detached {
                        for _ in 0..<10 { publishing.value.send("a") }
                        publishing.value.send(completion: .finished)
                    }
                    await Task.yield()
                    store.send(.cancel)
                    let received = store.state.received.count
                    try await answering.valueInTime()
                    try? await receipt.finishedInTime()
                    store.send(.add(1))
                    #expect(store.state.received.count == received && engine.resources.effects == 0)
                    handler.cancel()
                }
            }
        }

        @Test("S7 · a store on another actor publishes there, and completes there wherever it is released")
        func ownActor() async throws {
            let shop = Shop()
            #expect(try await shop.count() == [0, 1, 2])
            let store = await shop.giveAway()
            _ = consume store
            #expect(await shop.hasEnded())
        }
    }

    private actor Shop {
        private var engine: Engine?
        private var store: Store<CountingReducer>?
        private var ends = 0
        private var subscriptions: Set<AnyCancellable> = []

        func count() throws -> [Int] {
            let engine = Engine()
            let store = Store(on: engine)
            var counts: [Int] = []
            let subscription = store.publisher(for: \.count).sink { counts.append($0) }
            store.publisher(for: \.count).sink { _ in
                self.assumeIsolated { $0.ends += 1 }
            } receiveValue: { _ in
            }
            .store(in: &subscriptions)
            store.send(.add(1))
            store.send(.add(1))
            subscription.cancel()
            (self.engine, self.store) = (engine, store)
            return counts
        }

        func giveAway() -> UncheckedSendable<Store<CountingReducer>?> {
            defer { store = nil }
            // Safe: a store may be released on any thread, and nothing else is done with it.
            return UncheckedSendable(store)
        }

        func hasEnded() -> Bool { engine?.resources.isEmpty == true && ends == 1 }
    }
#endif
