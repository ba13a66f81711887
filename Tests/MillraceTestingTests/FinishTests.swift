#if Testing
    import MillraceInspection
    import MillraceExtras
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct FinishTests {
        private func shelf() -> TestStore<Shelf> { TestStore(Shelf.State(), Shelf()) }

        @Test(
            "Finish · what waits for the clock and would do something fails; an idle interval does not"
        )
        func waiting() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.send(.do(.throttle(.seconds(9), id: 1, .send(.add(1)))))
                store.receive(.add(1)) { $0.count = 1 }
                store.send(.do(.after(.seconds(2), .send(.add(1)).and(.post(Closed())))))
                store.clock.advance(by: .milliseconds(500))
            }
            #expect(
                found == [
                    Issue(
                        line: line + 5,
                        text: """
                            Something that waits for the clock has not happened when the test ends. It is due in 1.5 \
                            seconds:

                                action .add(1)
                                fact Closed()

                            To fix this, let the time pass with store.clock.advance(by: …) or store.clock.run(), and \
                            speak of what follows; or have the reducer cancel it before.
                            """)
                ])
            let none = issues {
                let store = shelf()
                store.send(.do(.throttle(.seconds(9), id: 1, .send(.add(1)))))
                store.receive(.add(1)) { $0.count = 1 }
            }
            #expect(none == [])
        }

        @Test("Finish · a handler or a worker that is at work when a test ends that does not wait fails")
        func working() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.handle(FetchBooks.self) { _ in
                    try await untilCancelled()
                    return []
                }
                store.send(.refresh)
                store.receive(.fetched(.progress(()))) { $0.isLoading = true }
                let other = TestStore(Shelf.State(), Shelf())
                other.store.work { _, _ in .none }
                other.send(.ignored)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 9,
                        text: """
                            A worker is at work when the test ends.

                            To fix this, end the test with await store.finish(), which waits for workers, or cancel \
                            their subscription before.
                            """),
                    Issue(
                        line: line + 7,
                        text: """
                            A command that was asked for here has not ended when the test ends: its handler is at \
                            work, it waits to be tried again, or a middleware holds it.

                                FetchBooks()

                            It came of:
                                action .refresh (FinishTests.swift:\(line + 7))
                                command FetchBooks()

                            To fix this, end the test with await store.finish(), which waits for handlers; let the \
                            time of a pause pass with store.clock.advance(by: …); or have the reducer cancel it \
                            before.
                            """),
                ])
        }

        @Test("Finish · the end is checked once: by finish, or when the store goes")
        func once() {
            let found = issues {
                var store: TestStore? = shelf()
                store?.send(.refresh)
                store?.finish()
                store?.finish()
                store = nil
            }
            #expect(found.count == 1)
            let gone = issues {
                var store: TestStore? = shelf()
                store?.send(.refresh)
                store = nil
            }
            #expect(gone.count == 1)
        }

        @Test("Finish · a store that goes in the middle takes everything with it, and says what was not said")
        func inTheMiddle() async throws {
            weak var engine: Engine?
            weak var clock: TestClock?
            let found = issues {
                let store = shelf()
                (engine, clock) = (store.engine, store.clock)
                store.send(.refresh)
                store.send(.do(.after(.seconds(1), .send(.add(1)))))
                store.send(.twice(1))
            }
            #expect(found.count == 2)
            #expect(engine == nil && clock == nil)
            let store = shelf()
            let receipt = store.send(.refresh)
            _ = issues { store.finish() }
            await #expect(throws: EngineShutDown.self) { try await receipt.finishedInTime() }
            #expect(store.engine.resources.effects == 0)
        }

        @Test("Finish · a test that throws ends its store")
        func thrown() {
            let found = issues {
                try? {
                    let store = shelf()
                    store.send(.add(1)) { $0.count = 1 }
                    throw Unreachable()
                }()
            }
            #expect(found == [])
        }

        @Test("Finish · ten thousand pending commands are asked for, answered by order and by value, and told")
        func many() {
            let found = issues {
                let store = shelf()
                let searches = (0..<10_000).map { Flow<Shelf>.execute(Search(text: "\($0)"), as: Shelf.Action.found) }
                store.send(.do(.merge(searches)))
                #expect(store.pending.count == 10_000)
                for number in 0..<4_000 { store.expect(Search(text: "\(number)")) }
                for _ in 0..<4_000 { store.complete(Search.self, with: []) }
                for number in 4_000..<8_000 { store.complete(Search(text: "\(number)"), with: []) }
                store.complete(Search(text: "9999"), with: [])
                for _ in 0..<1_998 { store.cancel(Search.self) }
            }
            #expect(found.count == 1)
        }
    }
#endif
