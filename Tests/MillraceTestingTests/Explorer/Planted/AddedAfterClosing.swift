#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A guest book that can be closed. A name is sent twice if the first attempt fails. If both fail, the name is kept.
    ///
    /// The bug: a name is also kept if the server refuses it because the book was closed in the meantime.
    struct GuestBook: Reducer {
        struct Sign: Command, Equatable {
            typealias Output = Void
            typealias Failure = NotSigned
            let name: String
        }
        enum NotSigned: Error { case offline, closed }
        struct Close: Command, Equatable { typealias Output = Void; typealias Failure = Never }

        struct State: Hashable {
            var names: [String] = []
            var isSending = false
            var isClosed = false
        }

        enum Action: Equatable { case sign(String), signed(String, Event<Sign>), close }

        /// Whether the bug is present: refused names are kept.
        var isCareless = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .sign(let name):
                state.isSending = true
                return .execute(Sign(name: name), as: { .signed(name, $0) }, retry: .times(1, delay: .seconds(2)))
            case .close:
                state.isClosed = true
                return .execute(Close())
            case .signed(_, .progress): return .none
            case .signed(let name, .data): state.names.append(name)
            case .signed(let name, .failure(let reason)):
                if reason == .offline || isCareless { state.names.append(name) }
            }
            state.isSending = false
            return .none
        }
    }

    extension GuestBook {
        static func explorer(careless: Bool) -> Explorer<GuestBook> {
            Explorer(State(), GuestBook(isCareless: careless), called: "GuestBook.explorer(careless: \(careless))")
                .actions { $0.isClosed ? [] : $0.isSending || $0.names.count == 2 ? [.close] : [.sign("Ada"), .close] }
                .outcomes(of: Close.self) { _ in [.complete(())] }
                .outcomes(of: Sign.self, after: Close.self) { _, closings in
                    closings.isEmpty ? [.complete(()), .fail(.offline)] : [.fail(.closed)]
                }
                .always("the mark of sending") { $0.state.isSending == $0.isPending(Sign.self) }
                .noStep("a name is added after closing") { before, _, after in
                    before.state.isClosed && after.state.names.count > before.state.names.count
                }
                .someStep("a name is refused") { _, action, _ in action == .signed("Ada", .failure(.closed)) }
        }
    }

    @MainActor struct AddedAfterClosingTests {
        @Test("Planted bug · a name that is added after closing")
        func isFound() throws {
            try expectFound(
                "a name is added after closing",
                by: [
                    "store.send(.sign(\"Ada\"))",
                    "store.send(.close)",
                    "store.fail(GuestBook.Sign.self, with: .closed)",
                    "store.clock.advanceToNext()",
                    "store.fail(GuestBook.Sign.self, with: .closed)",
                ],
                fixed: GuestBook.explorer(careless: false), planted: GuestBook.explorer(careless: true))
        }

        @Test("if outcomes do not depend on earlier requests, a path that the server excludes is reported")
        func anyOutcome() throws {
            let explorer = GuestBook.explorer(careless: false)
                .outcomes(of: GuestBook.Sign.self) { _ in [.complete(()), .fail(.offline)] }
            let found = try #require(explorer.explore().violations.first)
            #expect(found.property == "a name is added after closing")
            #expect(
                found.steps == [
                    "store.send(.sign(\"Ada\"))", "store.send(.close)", "store.complete(GuestBook.Sign.self, with: ())",
                ])
        }

        @Test("the path to the bug has a command that is pending in the pause before its retry")
        func pause() {
            let explorer = GuestBook.explorer(careless: true)
            let store = explorer.testStore()
            store.send(.sign("Ada"))
            store.fail(GuestBook.Sign.self, with: .offline)
            #expect(store.pending.isEmpty && explorer.systemState(of: store).isPending(GuestBook.Sign.self))
            #expect(issues { explorer.check("the mark of sending", in: store) } == [])
            store.clock.advanceToNext()
            store.fail(GuestBook.Sign.self, with: .offline)
            #expect(!explorer.systemState(of: store).isPending(GuestBook.Sign.self))
        }

        @Suite(
            .failing(
                """
                “a name is added after closing” is violated. Its condition is false for .signed("Ada", .failure(.closed)).

                    The state is:
                    GuestBook.State(
                      names: [
                        [0]: "Ada"
                      ],
                      isSending: false,
                      isClosed: true
                    )

                    These commands are pending:
                    Close()

                To fix this, fix the feature.
                """))
        struct Printed {
            @Test @MainActor func aNameIsAddedAfterClosing() {
                let store = GuestBook.explorer(careless: true).testStore()
                store.send(.sign("Ada"))
                store.send(.close)
                store.fail(GuestBook.Sign.self, with: .closed)
                store.clock.advanceToNext()
                let before = GuestBook.explorer(careless: true).systemState(of: store)
                store.fail(GuestBook.Sign.self, with: .closed)
                GuestBook.explorer(careless: true).check("a name is added after closing", in: store, since: before)
            }
        }
    }
#endif
