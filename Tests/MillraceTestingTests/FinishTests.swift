#if Testing || App
    import MillraceHistory
    import MillraceExtras
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct FinishTests {
        private func shelf() -> TestStore<Shelf> { TestStore(Shelf.State(), Shelf()) }

        @Test(
            "Finish · a timer with an effect fails the test; an idle interval does not"
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
                            A timer is still scheduled at the end of the test. In 1.5 seconds, it would cause:

                                action .add(1)
                                fact Closed()

                            To fix this, advance the clock with store.clock.advance(by: …) or store.clock.run() and assert the effects, or cancel the timer's effect in the reducer.
                            """)
                ])
            let none = issues {
                let store = shelf()
                store.send(.do(.throttle(.seconds(9), id: 1, .send(.add(1)))))
                store.receive(.add(1)) { $0.count = 1 }
            }
            #expect(none == [])
        }

        @Test("Finish · a handler or a worker that is running at the end fails the test if it does not wait")
        func working() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.handle(FetchBooks.self, reportsStart: true) { _ in
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
                            A worker is still running at the end of the test.

                            To fix this, wait for workers with await store.finish(), or cancel their subscription before the end of the test.
                            """),
                    Issue(
                        line: line + 7,
                        text: """
                            A command that this line requested has not ended at the end of the test. Its handler is running, its retry is scheduled, it is queued behind another command, or middleware holds it.

                                FetchBooks()

                            Caused by:
                                action .refresh (FinishTests.swift:\(line + 7))
                                command FetchBooks()

                            To fix this, wait for the handler with await store.finish(), advance the clock to the retry with store.clock.advance(by: …), or cancel the command in the reducer.
                            """),
                ])
        }

        @Test("Finish · the end is checked once: by finish() or by the deinitializer")
        func once() {
            let found = issues {
                var store: TestStore? = shelf()
                store?.send(.refresh)
                store?.finish()
                store?.finish()
                store = nil
            }
            #expect(found.count == 1)
            let released = issues {
                var store: TestStore? = shelf()
                store?.send(.refresh)
                store = nil
            }
            #expect(released.count == 1)
        }

        @Test("Finish · a store released early releases everything, and reports what was not asserted")
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

        @Test("Finish · a test that throws finishes its store")
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

        @Test("Finish · ten thousand pending commands are requested, answered by index and by value, and reported")
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
                for _ in 0..<1_998 { store.answer(Search.self, with: .cancel) }
            }
            #expect(found.count == 1)
        }
    }
#endif
