#if Testing || App
    import MillraceExtras
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct HandlerTests {
        private func shelf() -> TestStore<Shelf> { TestStore(Shelf.State(), Shelf()) }

        @Test("Handlers · a synchronous handler's answer follows at once and is received")
        func synchronous() {
            let found = issues {
                let store = shelf()
                store.handle(FetchBooks.self) { _ in [.dune] }
                store.send(.refresh)
                store.expect(FetchBooks())
                store.receive(.fetched(.data([.dune]))) { $0.books = [.dune] }
            }
            #expect(found == [])
        }

        @Test("Handlers · settle() and finish() wait for asynchronous handlers")
        func asynchronous() async {
            let found = await issues {
                let store = shelf()
                store.handle(FetchBooks.self, reportsStart: true) { _ in
                    await Task.yield()
                    return [.dune]
                }
                store.handle(Search.self) { command, reply in
                    reply.progress(0.5)
                    Task { @Sendable in reply.finish(with: [Book(title: command.text)]) }
                }
                store.send(.refresh)
                store.receive(.fetched(.progress(()))) { $0.isLoading = true }
                await store.settleInTime()
                store.receive(.fetched(.data([.dune]))) {
                    $0.books = [.dune]
                    $0.isLoading = false
                }
                store.send(.search("Emma")) { $0.query = "Emma" }
                store.receive(.found(.progress(0.5))) { $0.isLoading = true }
                await store.settleInTime()
                store.receive(.found(.data([.emma]))) { $0.books = [.dune, .emma] }
                store.withExhaustivity(.off) { _ = store.send(.refresh) }
                await store.withExhaustivity(.off) { await store.settleInTime() }
                await store.finish()
            }
            #expect(found == [])
        }

        @Test("Handlers · finish() waits for a chain of handlers and for workers, and then reports unasserted actions")
        func finishes() async {
            let line: UInt = #line
            let found = await issues {
                let store = TestStore(0, Asking())
                store.handle(FetchBooks.self) { _, reply async in
                    await Task.yield()
                    reply.data([.dune])
                }
                store.store.work { action, _ in
                    await Task.yield()
                    if case .add(1) = action { return .send(.add(5)) } else { return .none }
                }
                store.send(.ask)
                await store.finish()
                #expect(store.state == 6)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 11,
                        text: """
                            This caused 3 actions that the test did not assert before the end of the test.

                                .fetched(.data([Book(title: "Dune")]))
                                .add(1)
                                .add(5)

                            Caused by:
                                action .ask (HandlerTests.swift:\(line + 11))
                                command FetchBooks()
                                event .data([Book(title: "Dune")])

                            To fix this, add store.receive(…) { … } for each, in this order, or fix the reducer.
                            """)
                ])
        }

        @Test("Handlers · settle() does not wait for pending commands, for the clock, or in a cancelled task")
        func doesNotWait() async throws {
            let found = await issues {
                let store = shelf()
                store.send(.refresh)
                store.send(.do(.after(.seconds(1), .send(.add(1)), id: "wait")))
                await store.settleInTime()
                store.handle(Search.self) { _, _ in }
                store.answer(FetchBooks.self, with: .cancel)
                store.send(.do(.cancel("wait")))
                await store.settleInTime()
            }
            #expect(found == [])
            let other = try await issues {
                let store = shelf()
                store.handle(FetchBooks.self) { _ in
                    try await untilCancelled()
                    return []
                }
                store.exhaustivity = .off
                store.send(.refresh)
                let waiting = Task { @MainActor in await store.settleInTime() }
                waiting.cancel()
                try await waiting.valueInTime()
            }
            #expect(other == [])
        }

        @Test("Handlers · handlers of the application are kept; other commands are pending")
        func wiring() {
            let found = issues {
                let store = TestStore(Shelf.State(), Shelf()) { engine in
                    engine.handle(FetchBooks.self) { _ in [.emma] }
                    engine.middleware = [.log { _ in }]
                }
                store.send(.refresh)
                store.receive(.fetched(.data([.emma]))) { $0.books = [.emma] }
                store.send(.search("a")) { $0.query = "a" }
                store.complete(Search.self, with: [])
            }
            #expect(found == [])
        }

        @Test("Handlers · a handler can be registered for commands that were pending, and cancelled again")
        func later() {
            let found = issues {
                let store = shelf()
                store.send(.search("a")) { $0.query = "a" }
                let handler = store.handle(Search.self) { _ throws(Unreachable) in throw Unreachable() }
                store.send(.search("b")) { $0.query = "b" }
                store.receive(.found(.failure(Unreachable()))) { $0.error = "books" }
                store.complete(Search(text: "a"), with: [])
                handler.cancel()
                store.send(.search("c")) { $0.query = "c" }
                store.complete(Search(text: "c"), with: [])
            }
            #expect(found == [])
        }

        @Test("Handlers · several stores on the engine of a test are tested together")
        func severalStores() {
            let found = issues {
                let store = shelf()
                let other = Store(0, Counter(), on: store.engine)
                other.listen(to: Opened.self) { _ in 10 }
                store.send(.open(.dune))
                store.output(.chosen("Dune"))
                store.fact(Opened(title: "Dune"))
                #expect(other.state == 10)
            }
            #expect(found == [])
        }
    }
#endif
