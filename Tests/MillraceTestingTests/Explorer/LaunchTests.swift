#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A text that is loaded from the disk when the application starts, and saved when it changes.
    struct Notepad: Reducer {
        struct Load: Command, Equatable { typealias Output = String }
        struct Write: Command, Equatable { typealias Output = Void; let text: String }
        struct Changed: Fact, Equatable { let text: String }

        struct State: Hashable {
            var text: String?
            /// The text on the disk. The application does not read it; the explorer's restart does.
            var disk = "a"
            var changes = 0
        }

        enum Action {
            case start, type(String), loaded(Event<Load>), written(String, Event<Write>), wrote, changed(Changed)
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .start: return .execute(Load(), as: Action.loaded)
            case .loaded(.data): state.text = state.disk
            case .type(let text):
                state.text = text
                return .post(Changed(text: text)).and(
                    .execute(Write(text: text), as: { .written(text, $0) }, policy: .queue))
            case .written(let text, .data): state.disk = text
            case .changed, .wrote: state.changes += 1
            case .loaded, .written: break
            }
            return .none
        }

        static var explorer: Explorer<Notepad> {
            Explorer(State(), Self(), launch: [.start], called: "Notepad.explorer")
                .actions { $0.text == "a" ? [.type("b")] : [] }
                .outcomes(of: Load.self) { _ in [.complete("")] }
                .outcomes(of: Write.self) { _ in [.complete(())] }
        }
    }

    @Suite("Start and restart of a search")
    struct LaunchTests {
        @Test("a search begins with the launch actions")
        func launch() throws {
            let explorer = Notepad.explorer.never("a text") { $0.state.text != nil }
            #expect(explorer.explore().violations.map(\.steps) == [["store.complete(Notepad.Load.self, with: \"\")"]])
            let waiting = Notepad.explorer.never("loading") { $0.isPending(Notepad.Load.self) }.explore()
            #expect(waiting.violations.map(\.length) == [0])
        }

        @Test("all effects of a launch action precede the next one, as in an engine")
        @MainActor func launchInOrder() {
            let explorer = Explorer([], InOrder(), launch: [1, 2])
            let example = explorer.never("an end") { $0.state.count == 4 }.explore().violations.first
            #expect(example?.state == [1, 11, 2, 12])
            #expect(explorer.testStore().store.state == [1, 11, 2, 12])
        }

        @Test("a restart sends the launch actions again, and loses effects in flight")
        func restart() throws {
            let explorer = Notepad.restarting
            let example = try #require(explorer.explore().violations.first)
            #expect(
                try isWritten(example.source, in: #filePath), "The file does not contain this test:\n\(example.source)")
            #expect(explorer.restart { _ in nil }.explore().violations.isEmpty)
        }

        @Test("listeners to facts and commands are called")
        func listen() {
            let listening = Notepad.explorer.listen(to: Notepad.Changed.self, as: Notepad.Action.changed)
                .listen(to: Notepad.Write.self) { _ in .wrote }
            let found = listening.sometimes("both received") { $0.state.changes == 2 }.explore()
            #expect(found.isComplete && found.violations.isEmpty)
            #expect(
                listening.never("both received") { $0.state.changes == 2 }.explore().violations.map(\.length) == [3])
            let notListening = Notepad.explorer.never("received") { $0.state.changes > 0 }.explore()
            #expect(notListening.isComplete && notListening.violations.isEmpty)
        }

        @Test("a test store has the same listeners") @MainActor
        func wired() {
            let store = Notepad.explorer.listen(to: Notepad.Changed.self, as: Notepad.Action.changed)
                .listen(to: Notepad.Write.self) { _ in .wrote }.testStore()
            store.complete(Notepad.Load.self, with: "")
            store.send(.type("b"))
            store.complete(Notepad.Write.self, with: ())
            #expect(store.store.state.changes == 2)
        }

        @Suite(
            .failing(
                """
                “typed text is restored” is violated. Its condition is false in this state.

                    The state is:
                    Notepad.State(
                      text: "a",
                      disk: "a",
                      changes: 1
                    )

                To fix this, fix the feature.
                """))
        struct Printed {
            @Test @MainActor func typedTextIsRestored() {
                var store = Notepad.restarting.testStore()
                store.complete(Notepad.Load.self, with: "")
                store.send(.type("b"))
                store = Notepad.restarting.restarted(store)
                store.complete(Notepad.Load.self, with: "")
                Notepad.restarting.check("typed text is restored", in: store)
            }
        }
    }

    /// Sends another number for each small one, and stores them all.
    private struct InOrder: Reducer {
        func reduce(_ numbers: inout [Int], _ number: Int) -> Flow<Self> {
            numbers.append(number)
            return number < 10 ? .send(number + 10) : .none
        }
    }

    extension Notepad {
        /// Counts changes. The contents of the disk survive a restart.
        static var restarting: Explorer<Notepad> {
            Explorer(State(), Self(), launch: [.start], called: "Notepad.restarting")
                .actions { $0.text == "a" && $0.changes == 0 ? [.type("b")] : [] }
                .outcomes(of: Load.self) { _ in [.complete("")] }
                .outcomes(of: Write.self) { _ in [.complete(())] }
                .listen(to: Changed.self, as: Action.changed)
                .restart { State(disk: $0.disk, changes: $0.changes) }
                .always("typed text is restored") { $0.state.changes == 0 || $0.state.text != "a" }
        }
    }
#endif
