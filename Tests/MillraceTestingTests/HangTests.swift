#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A test that waits for something that cannot happen ends with an explanation.
    ///
    /// The limits are short. They do not decide the result: without the limit, each wait would never end.
    @MainActor struct HangTests {
        private func shelf() -> TestStore<Shelf> {
            let store = TestStore(Shelf.State(), Shelf())
            store.waitLimit = .milliseconds(1)
            return store
        }

        @Test("Hangs · a receipt of a command that only the test can answer ends, and the failure names the command")
        func receipt() async throws {
            let line: UInt = #line
            let found = await issues {
                let store = shelf()
                let receipt = store.send(.refresh)
                await #expect(throws: EngineShutDown.self) { try await receipt.finishedInTime() }
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            Nothing has happened in the test store for 0.001 seconds, and effects are in flight. A wait for them, such as await store.finish() or await receipt.finished(), would never end. The engine was shut down.

                                FetchBooks() is pending: only the test can answer it. (HangTests.swift:\(line + 3))

                            To fix this, before the wait, answer pending commands with store.complete(…, with: …) and advance the clock with store.clock.advance(by: …). End each command in its handler. If handlers take longer, raise store.waitLimit.
                            """)
                ])
        }

        @Test("Hangs · a handler that never answers ends the wait of finish(), and is named")
        func handler() async {
            let line: UInt = #line
            let found = await issues {
                let store = shelf()
                var replies: [Reply<FetchBooks>] = []
                store.handle(FetchBooks.self) { _, reply in replies.append(reply) }
                store.exhaustivity = .off
                store.send(.refresh)
                await withDeadline("the end of finish()") { await store.finish() }
                #expect(replies.count == 1)
                replies = []
            }
            #expect(found.count == 1)
            let lines = found.first?.text.split(separator: "\n").map { String($0.drop { $0 == " " }) } ?? []
            #expect(
                lines.contains(
                    "FetchBooks() has not ended: its handler has not ended it, its retry is scheduled, it is queued, or "
                        + "middleware holds it. (HangTests.swift:\(line + 6))"))
        }

        @Test("Hangs · a receipt of a delay names the timer")
        func timer() async throws {
            let found = await issues {
                let store = shelf()
                let receipt = store.send(.do(.after(.seconds(2), .send(.add(1)))))
                await #expect(throws: EngineShutDown.self) { try await receipt.finishedInTime() }
            }
            #expect(found.count == 1)
            #expect(
                found.first?.text.contains(
                    "A timer is due in 2.0 seconds on the clock of the test store: only the test can advance it.")
                    == true)
        }

        @Test("Hangs · a test store without effects, one whose command was answered, and one that finished may wait")
        func idle() async {
            let line: UInt = #line
            let found = await issues {
                let (idle, answered, finished) = (shelf(), shelf(), shelf())
                idle.send(.ignored)
                answered.send(.refresh)
                answered.complete(FetchBooks.self, with: []) { _ in }
                await finished.finish()
                // This store hangs, and its limit is longer. When it reports that, the limits of the others have passed.
                let hanging = shelf()
                hanging.waitLimit = .milliseconds(50)
                let receipt = hanging.send(.refresh)
                await #expect(throws: EngineShutDown.self) { try await receipt.finishedInTime() }
                await idle.finish()
                answered.exhaustivity = .off
            }
            #expect(found.filter { $0.text.hasPrefix("Nothing has happened") }.map(\.line) == [line + 10])
        }

        // A test needs several turns of the main actor between two calls of its store. Each takes longer than the limit if many
        // tests run at a time.
        @Test("Hangs · a test that waits for its turns of a busy actor has not hung")
        func busyActor() async {
            let found = await issues {
                let store = shelf()
                store.send(.refresh)
                for _ in 0..<20 {
                    occupyActor(for: .milliseconds(2))
                    await Task.yield()
                }
                store.complete(FetchBooks.self, with: [])
                store.exhaustivity = .off
            }
            #expect(found == [])
        }

        /// Keeps the actor busy, as other tests do. The time only decides whether a store that counts time would fail.
        private func occupyActor(for duration: Duration) {
            let end = ContinuousClock.now + duration
            while ContinuousClock.now < end {}
        }
    }
#endif
