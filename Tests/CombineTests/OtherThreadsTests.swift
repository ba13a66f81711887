import MillraceInspection

#if canImport(Combine) || OpenCombine
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
        @Test("S7 · demand made on another thread is met on the store's actor")
        func demandElsewhere() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                let slow = Slow<Int> { _ in
                    MainActor.assertIsolated()
                    return .none
                }
                store.publisher(for: \.count).subscribe(slow)
                store.send(.add(1))
                await slow.next { ask in
                    // Safe: a subscription may be asked on any thread.
                    let ask = Carried(ask)
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
                    // Safe: that this is found out is what is tested.
                    Carried(Store(on: Engine()).publisher(for: \.count))
                }
                try await Task.detached { _ = publisher.value.sink { _ in } }.valueInTime()
            }
        }

        @Test("S7 · a subscription may be cancelled on another thread, and ends")
        func cancelElsewhere() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                for _ in 0..<100 {
                    var counts: [Int] = []
                    // Safe: a subscription may be cancelled on any thread.
                    let subscription = Carried(store.publisher(for: \.count).sink { counts.append($0) })
                    let cancelling = Task.detached { subscription.value.cancel() }
                    for _ in 0..<10 { store.send(.add(1)) }
                    try await cancelling.valueInTime()
                    let heard = counts.count
                    store.send(.add(1))
                    #expect(counts.count == heard && engine.resources.subscribers == 0)
                }
            }
        }

        @Test("S7 · demand from several threads loses no value that was asked for, and gives none that was not")
        func demandFromSeveral() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                let slow = Slow<Int>()
                store.publisher(for: \.count).subscribe(slow)
                // Safe: a subscription may be asked on any thread.
                let subscription = Carried(try #require(slow.subscription))
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
                let publishing = Carried(answers)
                Thread {
                    for number in 0..<100 { publishing.value.send("\(number)") }
                    publishing.value.send(completion: .finished)
                }.start()
                try await receipt.finishedInTime()
                #expect(store.state.heard.compactMap(\.output) == (0..<100).map(String.init))
            }
        }

        @Test("S7 · a command that is cancelled while its publisher answers elsewhere hears nothing more")
        func cancelledWhileAnswering() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                for _ in 0..<100 {
                    let answers = PassthroughSubject<String, any Error>()
                    let handler = engine.handle(Fetch.self) { _ in answers }
                    let receipt = store.send(.fetch())
                    // Safe: a subject may publish on any thread.
                    let publishing = Carried(answers)
                    let answering = Task.detached {
                        for _ in 0..<10 { publishing.value.send("a") }
                        publishing.value.send(completion: .finished)
                    }
                    await Task.yield()
                    store.send(.cancel)
                    let heard = store.state.heard.count
                    try await answering.valueInTime()
                    try? await receipt.finishedInTime()
                    store.send(.add(1))
                    #expect(store.state.heard.count == heard && engine.resources.effects == 0)
                    handler.cancel()
                }
            }
        }

        @Test("S7 · a store on an actor of its own publishes there, and completes there wherever it is let go of")
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
        private var store: Store<Teller>?
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

        func giveAway() -> Carried<Store<Teller>?> {
            defer { store = nil }
            // Safe: a store may be let go of on any thread, and nothing else is done with it.
            return Carried(store)
        }

        func hasEnded() -> Bool { engine?.resources.isEmpty == true && ends == 1 }
    }
#endif
