import Millrace
import MillraceHistory
import MillraceExtras
import Testing

/// A text with undo and redo. Typing without a pause of a second is one step.
struct Editor: ComposedReducer {
    struct State: Equatable {
        var text = ""
        var selection = 0
        var undo = UndoStack<String>()
    }
    enum Action {
        case type(String), select(Int), undo(UndoAction)
        var undo: UndoAction? { if case .undo(let it) = self { it } else { nil } }
    }

    var body: some ReducerBody<Self> {
        Reduce { state, action in
            switch action {
            case .type(let text): state.text += text
            case .select(let position): state.selection = position
            case .undo: break
            }
            return .none
        }
        .undoable(\.text, in: \.undo, action: .case(Action.undo, \.undo), limit: 3, pause: .seconds(1))
    }
}

/// The same, with the group of each change given by its action.
struct Drawing: ComposedReducer {
    struct State: Equatable {
        var points: [Int] = []
        var undo = UndoStack<[Int]>()
    }
    enum Action {
        case add(Int), drag(shape: Int, to: Int), undo(UndoAction)
        var undo: UndoAction? { if case .undo(let it) = self { it } else { nil } }
    }
    var limit = 100

    var body: some ReducerBody<Self> {
        Reduce { state, action in
            switch action {
            case .add(let point): state.points.append(point)
            case .drag(let shape, let point): state.points[shape] = point
            case .undo: break
            }
            return .none
        }
        .undoable(\.points, in: \.undo, action: .case(Action.undo, \.undo), limit: limit) { action in
            switch action {
            case .drag(let shape, _): .group(shape)
            default: .separate
            }
        }
    }
}

@MainActor struct UndoTests {
    @Test(
        "Undo · each change is a step, undo and redo go through them, and a new change discards those that were undone")
    func steps() async throws {
        try await withEngineFixture { fixture in
            let store = Store(Drawing.State(), Drawing(), on: fixture.engine)
            for point in 1...3 { store.send(.add(point)) }
            store.send(.undo(.undo))
            store.send(.undo(.undo))
            #expect(store.state.points == [1] && store.state.undo.canUndo && store.state.undo.canRedo)
            store.send(.undo(.redo))
            #expect(store.state.points == [1, 2] && store.state.undo.future == [[1, 2, 3]])
            store.send(.add(9))
            #expect(store.state.points == [1, 2, 9] && !store.state.undo.canRedo)
            for _ in 0..<5 { store.send(.undo(.undo)) }
            #expect(store.state.points.isEmpty && !store.state.undo.canUndo && store.state.undo.future.count == 3)
            for _ in 0..<5 { store.send(.undo(.redo)) }
            #expect(store.state.points == [1, 2, 9])
        }
    }

    @Test("Undo · the oldest steps are discarded beyond the limit", arguments: [0, 1, 3])
    func limit(limit: Int) {
        var state = Drawing.State()
        for point in 1...5 { _ = Drawing(limit: limit).reduce(&state, .add(point)) }
        #expect(state.undo.past.count == limit)
        for _ in 0..<9 { _ = Drawing(limit: limit).reduce(&state, .undo(.undo)) }
        #expect(state.points == Array(1..<6 - limit))
    }

    @Test("Undo · changes of one group are one step, until another change, an undo or the end of the group")
    func groups() {
        var state = Drawing.State(points: [0, 0])
        func send(_ actions: Drawing.Action...) { for action in actions { _ = Drawing().reduce(&state, action) } }
        send(.drag(shape: 0, to: 1), .drag(shape: 0, to: 2), .drag(shape: 1, to: 1), .drag(shape: 1, to: 2))
        #expect(state.undo.past == [[0, 0], [2, 0]])
        send(.undo(.endGroup), .drag(shape: 1, to: 3))
        #expect(state.undo.past == [[0, 0], [2, 0], [2, 2]])
        send(.undo(.undo), .drag(shape: 1, to: 4))
        #expect(state.points == [2, 4] && state.undo.past == [[0, 0], [2, 0], [2, 2]])
    }

    @Test("Undo · a pause on the engine's clock ends a group, and only a pause after the last change does")
    func pauses() async throws {
        try await withEngineFixture { fixture in
            let store = Store(Editor.State(), Editor(), on: fixture.engine)
            store.send(.type("a"))
            fixture.time.advance(by: .milliseconds(900))
            store.send(.type("b"))
            fixture.time.advance(by: .milliseconds(900))
            #expect(fixture.engine.resources.effects == 1)
            // No receipt waits for the pause, and cancelling one does not keep the group open.
            let receipt = store.send(.type("c"))
            try await receipt.finishedInTime()
            receipt.cancel()
            fixture.time.advance(by: .seconds(1))
            #expect(fixture.engine.resources.effects == 0)
            store.send(.type("d"))
            #expect(store.state.undo.past == ["", "abc"])
            fixture.time.advance(by: .seconds(1))
            store.send(.undo(.undo))
            #expect(store.state.text == "abc")
            store.send(.undo(.undo))
            #expect(store.state.text == "" && !store.state.undo.canUndo)
        }
    }

    @Test("Undo · only the part is restored, and an action that does not change it is no step")
    func part() {
        var state = Editor.State()
        #expect(Editor().reduce(&state, .type("a")).isNone)
        #expect(Editor().reduce(&state, .select(1)).isNone && Editor().reduce(&state, .type("")).isNone)
        #expect(state.undo.past == [""])
        #expect(Editor().reduce(&state, .undo(.undo)).isNone)
        #expect(state.text == "" && state.selection == 1)
        state.undo.removeAll()
        #expect(Editor().reduce(&state, .undo(.redo)).isNone && state.text == "")
    }

    @Test("L10 · a history with steps, pauses and undo is replayed exactly")
    func replay() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let store = Store(Editor.State(), Editor(), on: fixture.engine)
            for text in ["a", "b"] {
                store.send(.type(text))
                fixture.time.advance(by: .seconds(2))
            }
            store.send(.undo(.undo))
            #expect(store.state.text == "a" && history.replay() == nil)
        }
    }

    @Test(
        "L7 · undo cancels the effects of a child that it removes, and starts the active commands of one that it restores"
    )
    func children() async throws {
        struct Window: ComposedReducer {
            struct Part: Equatable { var chat: Rooms?; var page: LoggingReducer.State? }
            struct Rooms: Equatable { var names: [String] }
            struct Listening: Reducer {
                func reduce(_ state: inout Rooms, _ action: Event<Fetch>) -> Flow<Self> { .none }
                func activeCommands(for state: Rooms, _ commands: inout ActiveCommands<Self>) {
                    for name in state.names { commands.execute(Fetch(name: name), as: { $0 }, id: name) }
                }
            }
            struct State { var part = Part(); var undo = UndoStack<Part>() }
            enum Action {
                case change((inout Part) -> Void), page(LoggingReducer.Action), chat(Event<Fetch>), said(String)
                case undo(UndoAction)
                var page: LoggingReducer.Action? { if case .page(let it) = self { it } else { nil } }
                var chat: Event<Fetch>? { if case .chat(let it) = self { it } else { nil } }
                var undo: UndoAction? { if case .undo(let it) = self { it } else { nil } }
            }
            var body: some ReducerBody<Self> {
                Reduce { state, action in
                    if case .change(let change) = action { change(&state.part) }
                    return .none
                }
                .ifLet(\.part.page, action: .case(Action.page, \.page, output: Action.said)) { LoggingReducer() }
                .ifLet(\.part.chat, action: .case(Action.chat, \.chat)) { Listening() }
                .undoable(\.part, in: \.undo, action: .case(Action.undo, \.undo))
            }
        }
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Window.State(), Window(), on: fixture.engine)
            store.send(.change { $0.chat = .init(names: ["a"]) })
            store.send(.change { $0.page = .init() })
            let receipt = store.send(.page(.do(.fetch("page"))))
            #expect(fake.asked.map(\.name) == ["a", "page"])
            // The progress of the page's command is a step too.
            store.send(.undo(.undo))
            #expect(store.state.part.page == .init() && fake.cancelled.isEmpty)
            store.send(.undo(.undo))
            #expect(fake.cancelled == [1] && store.state.part.page == nil)
            store.send(.undo(.undo))
            #expect(fake.cancelled == [1, 0])
            store.send(.undo(.redo))
            #expect(fake.asked.map(\.name) == ["a", "page", "a"])
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }
}
