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

    @MainActor struct StorePublisherTests {
        @Test("S7 · a publisher of a property sends its value at once, and then each change")
        func values() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                var (counts, titles) = ([Int](), [String]())
                let first = store.publisher(for: \.count).sink { counts.append($0) }
                let second = store.publisher(for: \.title).map { $0 + "!" }.sink { titles.append($0) }
                #expect(counts == [0] && titles == ["!"])
                store.send(.add(1))
                store.send(.add(0))
                store.send(.rename("a"))
                #expect(counts == [0, 1] && titles == ["!", "a!"])
                first.cancel()
                second.cancel()
            }
        }

        @Test("S7 · one publisher serves several subscribers, each from the current value on")
        func severalSubscribers() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                let counts = store.publisher(for: \.count)
                var received: [String] = []
                let first = counts.sink { received.append("first \($0)") }
                store.send(.add(1))
                let second = counts.sink { received.append("second \($0)") }
                store.send(.add(1))
                first.cancel()
                store.send(.add(1))
                second.cancel()
                store.send(.add(1))
                let third = counts.sink { received.append("third \($0)") }
                third.cancel()
                #expect(
                    received == ["first 0", "first 1", "second 1", "first 2", "second 2", "second 3", "third 4"])
            }
        }

        @Test("S7 · the whole state is published after each turn, and each output when it is sent")
        func wholeAndOutputs() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                var (counts, texts) = ([Int](), [String]())
                let states = store.publisher().sink { counts.append($0.count) }
                let outputs = store.outputPublisher().sink { texts.append($0) }
                store.send(.say("one"))
                store.send(.add(2))
                store.send(.say("two"))
                #expect(counts == [0, 0, 2, 2] && texts == ["one", "two"])
                states.cancel()
                outputs.cancel()
            }
        }

        @Test("S7 · a slow subscriber receives what it requests, and the newest value when it requests again")
        func demand() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                let slow = SlowSubscriber<Int>()
                store.publisher(for: \.count).subscribe(slow)
                for _ in 0..<3 { store.send(.add(1)) }
                #expect(slow.received == [])
                await slow.next()
                #expect(slow.received == [3])
                slow.subscription?.request(.max(2))
                for _ in 0..<5 { store.send(.add(1)) }
                #expect(slow.received == [3, 4, 5])
                await slow.next { $0.request(.max(1)) }
                #expect(slow.received == [3, 4, 5, 8])
                slow.subscription?.cancel()
            }
        }

        @Test("S7 · demand that is made while receiving is met at once, also with changes by the subscriber itself")
        func demandWhileReceiving() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                let slow = SlowSubscriber<Int>(asking: .max(1)) { [unowned store] count in
                    if count < 5 { store.send(.add(1)) }
                    return .max(1)
                }
                store.publisher(for: \.count).subscribe(slow)
                #expect(slow.received == [0, 1, 2, 3, 4, 5])
                slow.subscription?.cancel()
            }
        }

        @Test("S7 · an output is not stored for subscribers without demand")
        func outputsWithoutDemand() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                let slow = SlowSubscriber<String>()
                store.outputPublisher().subscribe(slow)
                store.send(.say("one"))
                slow.subscription?.request(.max(1))
                store.send(.say("two"))
                store.send(.say("three"))
                #expect(slow.received == ["two"])
                slow.subscription?.cancel()
            }
        }

        @Test("S7 · a cancellation ends the subscription at once, even before its start and during a notification")
        func cancellation() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                var counts: [Int] = []
                let subscription = store.publisher(for: \.count).sink { counts.append($0) }
                #expect(engine.resources.subscribers == 1)
                subscription.cancel()
                #expect(engine.resources.subscribers == 0)
                store.send(.add(1))
                #expect(counts == [0])
                let two = store.publisher(for: \.count).prefix(2).sink { counts.append($0) }
                for _ in 0..<3 { store.send(.add(1)) }
                #expect(counts == [0, 1, 2] && engine.resources.subscribers == 0)
                let none = store.publisher(for: \.count).prefix(0).sink { counts.append($0) }
                #expect(counts == [0, 1, 2] && engine.resources.subscribers == 0)
                two.cancel()
                none.cancel()
            }
        }

        @Test("S7 · a cancelled subscription releases its subscriber at once, even if its property never changes again")
        func cancelledReleases() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                weak var token: Owner?
                let subscription = {
                    let owner = Owner()
                    token = owner
                    return store.publisher(for: \.title).sink { _ in _ = owner }
                }()
                #expect(token != nil)
                subscription.cancel()
                #expect(token == nil)
            }
        }

        @Test("S7 · a publisher completes when its store is released, and does not retain the store")
        func storeReleased() async throws {
            try await withEngine { engine, _ in
                var store: Store<CountingReducer>? = Store(on: engine)
                weak let kept = store
                let publisher = store?.publisher(for: \.count)
                var ends = 0
                let subscription = publisher?.sink { _ in
                    ends += 1
                } receiveValue: { _ in
                }
                let slow = SlowSubscriber<Int>()
                publisher?.subscribe(slow)
                #expect(ends == 0)
                store = nil
                // The engine closes the released store before anything else happens on it.
                #expect(engine.resources.isEmpty && kept == nil && ends == 1 && slow.isComplete && slow.received == [])
                let late = publisher?.sink { _ in
                    ends += 1
                } receiveValue: { _ in
                    ends += 10
                }
                #expect(ends == 2)
                subscription?.cancel()
                late?.cancel()
            }
        }

        @Test("S7 · a publisher completes when its engine is shut down, and sends a late subscriber the last value")
        func shutdown() async throws {
            try await withEngine(faults: [.shutDown]) { engine, _ in
                let store = Store(on: engine)
                var received: [String] = []
                let publisher = store.publisher(for: \.count)
                let first = publisher.sink { _ in
                    received.append("end")
                } receiveValue: {
                    received.append("\($0)")
                }
                store.send(.add(1))
                engine.shutdown()
                let second = publisher.sink { _ in
                    received.append("end")
                } receiveValue: {
                    received.append("late \($0)")
                }
                #expect(received == ["0", "1", "end", "late 1", "end"])
                first.cancel()
                second.cancel()
            }
        }
    }

    final class Owner {}
#endif
