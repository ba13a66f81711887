import MillraceHistory
import MillraceExtras

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

    @MainActor struct PublisherHandlerTests {
        typealias Answers = PassthroughSubject<String, any Error>

        @Test("S7 · values that a publisher sends at once are reduced before the outermost send returns")
        func immediate() async throws {
            try await withEngine { engine, _ in
                let handler = engine.handle(Fetch.self, reportsStart: true) { _ in
                    ["a", "b"].publisher.setFailureType(to: (any Error).self)
                }
                let store = Store(on: engine)
                store.send(.fetch())
                #expect(store.state.received == [.progress(()), .data("a"), .data("b")])
                handler.cancel()
                engine.handle(Fetch.self) { _ in
                    let answer = "c"
                    return Just(answer).setFailureType(to: (any Error).self).eraseToAnyPublisher()
                }
                store.send(.fetch())
                #expect(store.state.received.last == .data("c"))
            }
        }

        @Test("S7 · each value is data, and the completion ends the command")
        func values() async throws {
            try await withEngine { engine, _ in
                let answers = Answers()
                engine.handle(Fetch.self, reportsStart: true) { _ in answers }
                let store = Store(on: engine)
                let receipt = store.send(.fetch())
                answers.send("a")
                answers.send("b")
                #expect(engine.resources.effects == 1)
                answers.send(completion: .finished)
                try await receipt.finishedInTime()
                #expect(store.state.received == [.progress(()), .data("a"), .data("b")])
                answers.send("late")
                #expect(
                    store.state.received.count == 3 && engine.resources.effects == 0 && engine.discardedResultCount == 0
                )
            }
        }

        @Test(
            "Combine · a publisher's handler reports its start only if it says so, and not again with a retry",
            arguments: [false, true])
        func start(reportsStart: Bool) async throws {
            try await withEngine { engine, time in
                var calls = 0
                engine.handle(Fetch.self, reportsStart: reportsStart) { _ in
                    calls += 1
                    return calls == 1
                        ? Fail<String, any Error>(error: Oops(number: 1)).eraseToAnyPublisher()
                        : Just("a").setFailureType(to: (any Error).self).eraseToAnyPublisher()
                }
                let store = Store(on: engine)
                let receipt = store.send(.fetch(.times(1, delay: .seconds(1))))
                time.advance(by: .seconds(1))
                try await receipt.finishedInTime()
                #expect(store.state.received == (reportsStart ? [.progress(()), .data("a")] : [.data("a")]))
            }
        }

        @Test("S7 · a failure fails the command with the command's own type of error")
        func failure() async throws {
            struct Save: Command { typealias Output = Void; typealias Failure = Oops }
            try await withEngine { engine, _ in
                engine.handle(Save.self) { _ in Fail<Void, Oops>(error: Oops(number: 7)) }
                var failure: Oops?
                let listener = engine.listen(to: Save.self, onFailure: { failure = $0 })
                await #expect(throws: Oops(number: 7)) { try await engine.execute(Save()).finishedInTime() }
                #expect(failure == Oops(number: 7))
                listener.cancel()
            }
        }

        @Test("S7 · a publisher that completes without a value ends its command without an answer")
        func empty() async throws {
            try await withEngine { engine, _ in
                engine.handle(Fetch.self, reportsStart: true) { _ in Empty<String, any Error>() }
                let store = Store(on: engine)
                try await store.send(.fetch()).finishedInTime()
                #expect(store.state.received == [.progress(())])
            }
        }

        @Test(
            "S7 · a publisher that never completes runs until its command is cancelled, which cancels the subscription")
        func neverCompletes() async throws {
            try await withEngine { engine, _ in
                let answers = Answers()
                var cancels = 0
                engine.handle(Fetch.self, reportsStart: true) { _ in
                    answers.handleEvents(receiveCancel: { cancels += 1 })
                }
                let store = Store(on: engine)
                let receipt = store.send(.fetch())
                answers.send("a")
                #expect(engine.resources.effects == 1 && cancels == 0)
                store.send(.cancel)
                answers.send("late")
                await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
                #expect(store.state.received == [.progress(()), .data("a")] && cancels == 1)
            }
        }

        @Test(
            "S7 · a publisher that releases its subscriber without a completion keeps its command running until it is cancelled"
        )
        func neverAnswers() async throws {
            try await withEngine { engine, _ in
                engine.handle(Fetch.self) { _ in Empty<String, any Error>(completeImmediately: false) }
                let receipt = engine.execute(Fetch())
                #expect(engine.resources.effects == 1)
                receipt.cancel()
                #expect(engine.resources.effects == 0)
            }
        }

        @Test("S7 · a command that is cancelled while its publisher is made cancels the subscription when it starts")
        func cancelledWhileMade() async throws {
            try await withEngine { engine, _ in
                let store = Store(on: engine)
                let answers = Answers()
                var cancels = 0
                engine.handle(Fetch.self, reportsStart: true) { [unowned store] _ in
                    store.send(.cancel)
                    return answers.handleEvents(receiveCancel: { cancels += 1 })
                }
                store.send(.fetch())
                answers.send("late")
                #expect(cancels == 1 && store.state.received == [.progress(())])
            }
        }

        @Test("S7 · the release of a store, and a shutdown, cancel the subscriptions of their commands")
        func owners() async throws {
            try await withEngine { engine, _ in
                let answers = Answers()
                var cancels = 0
                engine.handle(Fetch.self) { _ in answers.handleEvents(receiveCancel: { cancels += 1 }) }
                var store: Store<CountingReducer>? = Store(on: engine)
                store?.send(.fetch())
                store = nil
                #expect(engine.resources.effects == 0 && cancels == 1)
                engine.execute(Fetch())
                engine.shutdown()
                #expect(cancels == 2)
            }
        }

        @Test("S7 · a retry makes another publisher, and a timeout cancels the one that takes too long")
        func retriesAndTimeouts() async throws {
            try await withEngine { engine, time in
                var (tries, cancels) = (0, 0)
                engine.handle(Fetch.self) { _ in
                    tries += 1
                    return tries == 1
                        ? Fail(error: Oops()).eraseToAnyPublisher()
                        : Empty<String, any Error>(completeImmediately: false)
                            .handleEvents(receiveCancel: { cancels += 1 }).eraseToAnyPublisher()
                }
                let store = Store(on: engine)
                store.send(.fetch(.times(1, delay: .seconds(1)), .after(.seconds(9), failingWith: Oops(number: 9))))
                #expect(tries == 1)
                time.advance(by: .seconds(1))
                #expect(tries == 2 && cancels == 0)
                time.advance(by: .seconds(9))
                #expect(cancels == 1 && store.state.received.last == .failure(Oops(number: 9)))
            }
        }

        @Test("S7 · an ended command releases its publisher")
        func releasesPublisher() async throws {
            try await withEngine { engine, _ in
                var subjects: [Answers] = []
                weak var last: Owner?
                engine.handle(Fetch.self) { _ in
                    let (owner, answers) = (Owner(), Answers())
                    last = owner
                    subjects.append(answers)
                    return answers.map { _ in "\(owner)" }
                }
                let finished = engine.execute(Fetch())
                #expect(last != nil)
                subjects[0].send(completion: .finished)
                try await finished.finishedInTime()
                #expect(last == nil)
                let cancelled = engine.execute(Fetch())
                #expect(last != nil)
                cancelled.cancel()
                #expect(last == nil && subjects.count == 2)
            }
        }
    }
#endif
