#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    /// Takes values of many kinds, one after the other.
    struct Kinds: Reducer {
        enum Unit: Hashable { case piece, gram(Int), box(of: Int), pair(Int, of: String) }
        struct Weight: Hashable { var unit: Unit; var note: String? }
        enum Action {
            case unit(Unit), named(first: String, last: String?), many([Weight]), table([String: Unit]), set(Set<Int>)
            case wait(Duration), optional(Unit?), number(Double), sign(Character)
            case part(Substring), page(Page), nothing
        }

        /// Is not made of its parts.
        struct Page: Hashable {
            let number: Int
            static func at(_ number: Int) -> Page { Page(number: number) }
            private init(number: Int) { self.number = number }
        }

        struct Tell: Command, Equatable { typealias Output = Void; typealias Progress = Unit? }

        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            count += 1
            if case .nothing = action { return .execute(Tell()) }
            return .none
        }

        static let actions: [Action] = [
            .unit(.piece), .unit(.gram(-3)), .unit(.box(of: 2)), .unit(.pair(1, of: "a")),
            .named(first: "\"A\"\n", last: nil), .named(first: "", last: "B"),
            .many([Weight(unit: .gram(1), note: "light"), Weight(unit: .piece)]), .many([]),
            .table(["b": .gram(1), "a": .piece]), .table([:]), .set([3, 1, 2]), .wait(.seconds(2)),
            .wait(.milliseconds(1500)), .wait(.nanoseconds(5)), .optional(nil), .optional(.gram(1)), .number(0.5),
            .number(-.infinity), .number(.nan), .sign("\""), .part("ab".dropFirst()),
            .page(.at(3)), .nothing,
        ]

        static var explorer: Explorer<Kinds> {
            Explorer(0, Self(), called: "Kinds.explorer")
                .actions { $0 < actions.count ? [actions[$0]] : [] }
                .outcomes(of: Tell.self) { _ in [] }
                .source(of: Page.self) { ".at(\($0.number))" }
                .never("the end") { $0.state == actions.count }
        }
    }

    /// Tells everything that one can tell of a command.
    private struct Telling: Reducer {
        enum Action { case start(Secret), told(Event<Whisper>) }
        struct Secret: Hashable { var word = "x" }
        struct Whisper: Command, Equatable { typealias Output = Void; typealias Progress = Secret? }
        struct Overheard: Error { var by = "Bob" }

        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            count += 1
            if case .start = action { return .execute(Whisper(), as: Action.told) }
            return .none
        }

        /// The steps to the second event, where this becomes of the command.
        static func steps(_ outcome: @escaping @Sendable () -> Outcome<Whisper>) -> [String] {
            let explorer = Explorer(0, Self()).actions { $0 == 0 ? [.start(Secret())] : [] }
                .outcomes(of: Whisper.self) { _ in [outcome()] }
                .never("a second event") { $0.state == 2 }
            return explorer.explore().violations.first?.steps ?? []
        }
    }

    @Suite("Values are printed as source that can be compiled")
    struct SourceTests {
        @Test("of actions")
        func actions() throws {
            let example = try #require(Kinds.explorer.explore().violations.first)
            #expect(try stands(example.source, in: #filePath), "This stands nowhere:\n\(example.source)")
        }

        @Test("of outcomes, and of types that are private to a file")
        func outcomes() {
            let start = "store.send(.start(Telling.Secret(word: \"x\")))"
            #expect(Telling.steps { .progress(nil) } == [start, "store.progress(Telling.Whisper.self, nil)"])
            #expect(
                Telling.steps { .progress(.init()) } == [
                    start, "store.progress(Telling.Whisper.self, Telling.Secret(word: \"x\"))",
                ])
            #expect(Telling.steps { .data(()) } == [start, "store.data(Telling.Whisper.self, ())"])
            #expect(Telling.steps { .complete(()) } == [start, "store.complete(Telling.Whisper.self)"])
            #expect(
                Telling.steps { .fail(Telling.Overheard()) } == [
                    start, "store.fail(Telling.Whisper.self, with: Telling.Overheard(by: \"Bob\"))",
                ])
            #expect(Telling.steps { .end } == [])
        }

        // That they compile.
        @Test("which is what a test store takes") @MainActor
        func taken() {
            let store = TestStore(0, Telling())
            store.exhaustivity = .off
            store.send(.start(Telling.Secret(word: "x")))
            store.progress(Telling.Whisper.self, nil)
            store.progress(Telling.Whisper.self, Telling.Secret(word: "x"))
            store.data(Telling.Whisper.self, ())
            store.fail(Telling.Whisper.self, with: Telling.Overheard(by: "Bob"))
            #expect(store.state == 5)
        }

        @Suite(
            .failing(
                """
                “the end” does not hold. It is not true here.

                    The state is:
                    23

                    These commands are pending:
                    Tell()

                To fix this, mend the feature.
                """))
        struct Printed {
            @Test @MainActor func theEnd() {
                let store = Kinds.explorer.testStore()
                store.send(.unit(.piece))
                store.send(.unit(.gram(-3)))
                store.send(.unit(.box(of: 2)))
                store.send(.unit(.pair(1, of: "a")))
                store.send(.named(first: "\"A\"\n", last: nil))
                store.send(.named(first: "", last: "B"))
                store.send(.many([Kinds.Weight(unit: .gram(1), note: "light"), Kinds.Weight(unit: .piece, note: nil)]))
                store.send(.many([]))
                store.send(.table(["a": .piece, "b": .gram(1)]))
                store.send(.table([:]))
                store.send(.set([1, 2, 3]))
                store.send(.wait(.seconds(2)))
                store.send(.wait(.milliseconds(1500)))
                store.send(.wait(.nanoseconds(5)))
                store.send(.optional(nil))
                store.send(.optional(.gram(1)))
                store.send(.number(0.5))
                store.send(.number(-.infinity))
                store.send(.number(.nan))
                store.send(.sign("\""))
                store.send(.part("b"))
                store.send(.page(.at(3)))
                store.send(.nothing)
                Kinds.explorer.check("the end", in: store)
            }
        }
    }
#endif
