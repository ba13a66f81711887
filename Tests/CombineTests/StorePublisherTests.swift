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

    @MainActor struct StorePublisherTests {
        @Test("S7 · a publisher of a part gives its value at once, and then each that a turn changed")
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

        @Test("S7 · one publisher serves several subscribers, each from the value that it finds")
        func severalSubscribers() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                let counts = store.publisher(for: \.count)
                var heard: [String] = []
                let first = counts.sink { heard.append("first \($0)") }
                store.send(.add(1))
                let second = counts.sink { heard.append("second \($0)") }
                store.send(.add(1))
                first.cancel()
                store.send(.add(1))
                second.cancel()
                store.send(.add(1))
                let third = counts.sink { heard.append("third \($0)") }
                third.cancel()
                #expect(
                    heard == ["first 0", "first 1", "second 1", "first 2", "second 2", "second 3", "third 4"])
            }
        }

        @Test("S7 · the whole state is published after each turn, and outputs as they come")
        func wholeAndOutputs() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                var (counts, said) = ([Int](), [String]())
                let states = store.publisher().sink { counts.append($0.count) }
                let outputs = store.outputPublisher().sink { said.append($0) }
                store.send(.say("one"))
                store.send(.add(2))
                store.send(.say("two"))
                #expect(counts == [0, 0, 2, 2] && said == ["one", "two"])
                states.cancel()
                outputs.cancel()
            }
        }

        @Test("S7 · a slow subscriber gets what it asks for, and finds the newest when it asks again")
        func demand() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                let slow = Slow<Int>()
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

        @Test("S7 · demand made while receiving is met at once, with what its own sends changed too")
        func demandWhileReceiving() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                let slow = Slow<Int>(asking: .max(1)) { [unowned store] count in
                    if count < 5 { store.send(.add(1)) }
                    return .max(1)
                }
                store.publisher(for: \.count).subscribe(slow)
                #expect(slow.received == [0, 1, 2, 3, 4, 5])
                slow.subscription?.cancel()
            }
        }

        @Test("S7 · an output passes by those who ask for none")
        func outputsWithoutDemand() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                let slow = Slow<String>()
                store.outputPublisher().subscribe(slow)
                store.send(.say("one"))
                slow.subscription?.request(.max(1))
                store.send(.say("two"))
                store.send(.say("three"))
                #expect(slow.received == ["two"])
                slow.subscription?.cancel()
            }
        }

        @Test("S7 · cancelling ends the subscription at once, even before it began and while it is told")
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

        @Test("S7 · a cancelled subscription lets its subscriber go at once, though its part never changes again")
        func cancelledLetsGo() async throws {
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

        @Test("S7 · a publisher completes when its store goes, and does not keep it")
        func storeGoes() async throws {
            try await withEngine { engine, _ in
                var store: Store<Teller>? = Store(on: engine)
                weak let kept = store
                let publisher = store?.publisher(for: \.count)
                var ends = 0
                let subscription = publisher?.sink { _ in
                    ends += 1
                } receiveValue: { _ in
                }
                let slow = Slow<Int>()
                publisher?.subscribe(slow)
                #expect(ends == 0)
                store = nil
                // What the store left behind is taken away before anything else happens on its engine.
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

        @Test("S7 · a publisher completes when its engine is shut down, and tells a late subscriber the last value")
        func shutdown() async throws {
            try await withEngine(faults: [.shutDown]) { engine, _ in
                let store = Store(on: engine)
                var heard: [String] = []
                let publisher = store.publisher(for: \.count)
                let first = publisher.sink { _ in
                    heard.append("end")
                } receiveValue: {
                    heard.append("\($0)")
                }
                store.send(.add(1))
                engine.shutdown()
                let second = publisher.sink { _ in
                    heard.append("end")
                } receiveValue: {
                    heard.append("late \($0)")
                }
                #expect(heard == ["0", "1", "end", "late 1", "end"])
                first.cancel()
                second.cancel()
            }
        }
    }

    final class Owner {}
#endif
