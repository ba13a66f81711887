#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// Receives values of many types, one after the other.
    struct Kinds: Reducer {
        enum Unit: Hashable { case piece, gram(Int), box(of: Int), pair(Int, of: String) }
        struct Weight: Hashable { var unit: Unit; var note: String? }
        enum Action {
            case unit(Unit), named(first: String, last: String?), many([Weight]), table([String: Unit]), set(Set<Int>)
            case wait(Duration), optional(Unit?), number(Double), sign(Character)
            case part(Substring), page(Page), nothing
        }

        /// A type without a memberwise initializer.
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

    /// Requests a command and receives all kinds of events.
    private struct Whispering: Reducer {
        enum Action { case start(Secret), received(Event<Whisper>) }
        struct Secret: Hashable { var word = "x" }
        struct Whisper: Command, Equatable { typealias Output = Void; typealias Progress = Secret? }
        struct Overheard: Error { var by = "Bob" }

        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            count += 1
            if case .start = action { return .execute(Whisper(), as: Action.received) }
            return .none
        }

        /// The steps up to the second event, if the command has this outcome.
        static func steps(_ outcome: @escaping @Sendable () -> Outcome<Whisper>) -> [String] {
            let explorer = Explorer(0, Self()).actions { $0 == 0 ? [.start(Secret())] : [] }
                .outcomes(of: Whisper.self) { _ in [outcome()] }
                .never("a second event") { $0.state == 2 }
            return explorer.explore().violations.first?.steps ?? []
        }
    }

    @Suite("Values in printed tests")
    struct SourceTests {
        @Test("actions are printed as source")
        func actions() throws {
            let example = try #require(Kinds.explorer.explore().violations.first)
            #expect(
                try isWritten(example.source, in: #filePath), "The file does not contain this test:\n\(example.source)")
        }

        @Test("outcomes and values of private types are printed as source")
        func outcomes() {
            let start = "store.send(.start(Whispering.Secret(word: \"x\")))"
            #expect(
                Whispering.steps { .progress(nil) } == [
                    start, "store.answer(Whispering.Whisper.self, with: .progress(nil))",
                ])
            #expect(
                Whispering.steps { .progress(.init()) } == [
                    start, "store.answer(Whispering.Whisper.self, with: .progress(Whispering.Secret(word: \"x\")))",
                ])
            #expect(
                Whispering.steps { .data(()) } == [start, "store.answer(Whispering.Whisper.self, with: .data(()))"])
            #expect(Whispering.steps { .complete(()) } == [start, "store.complete(Whispering.Whisper.self, with: ())"])
            #expect(
                Whispering.steps { .fail(Whispering.Overheard()) } == [
                    start, "store.fail(Whispering.Whisper.self, with: Whispering.Overheard(by: \"Bob\"))",
                ])
            #expect(Whispering.steps { .end } == [])
        }

        // Verifies that the printed lines compile.
        @Test("a test store accepts the printed source") @MainActor
        func taken() {
            let store = TestStore(0, Whispering())
            store.exhaustivity = .off
            store.send(.start(Whispering.Secret(word: "x")))
            store.answer(Whispering.Whisper.self, with: .progress(nil))
            store.answer(Whispering.Whisper.self, with: .progress(Whispering.Secret(word: "x")))
            store.answer(Whispering.Whisper.self, with: .data(()))
            store.fail(Whispering.Whisper.self, with: Whispering.Overheard(by: "Bob"))
            #expect(store.state == 5)
        }

        @Suite(
            .failing(
                """
                “the end” is violated. Its condition is false in this state.

                    The state is:
                    23

                    These commands are pending:
                    Tell()

                To fix this, fix the feature.
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
