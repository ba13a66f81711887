import Millrace
import MillraceExtras
import MillraceHistory
import MillraceModules
import Observation
import Testing

// The table of law 12 for what the kernel and its operators compare. The rows are `SameInput.all`. The columns in other targets:
// the test store, the explorer, recordings and replays in MillraceTestingTests/SamenessTests, publishers in CombineTests and rows of
// pages in WebTests and HummingbirdTests. These places cannot occur:
// - `subscribe(to:by:)` compares with the caller's function.
// - `subscribe(_:)`, `publisher()` and whole states compare nothing.
// - Inputs for ports, facts and outputs are sent, and not compared. A test store compares them.

@MainActor struct Law12OneSamenessTests {
    @Test("L12 · observers are notified only of values that have changed", arguments: SameInput.all)
    func observers(input: SameInput) async throws { try await input.check(in: Observers()) }

    @Test("L12 · a stream has only values that have changed", arguments: SameInput.all)
    func streams(input: SameInput) async throws { try await input.check(in: Streams()) }

    @Test("L12 · Observation is notified only of values that have changed", arguments: SameInput.all)
    func observation(input: SameInput) async throws { try await input.check(in: ObservationPlace()) }

    @Test("L12 · onChange(of:) follows only values that have changed", arguments: SameInput.all)
    func changes(input: SameInput) async throws { try await input.check(in: Changes()) }

    @Test(
        "L12 · an action that leaves the value as it is adds no step to undo, and keeps the steps to redo",
        arguments: SameInput.all)
    func undo(input: SameInput) async throws { try await input.check(in: Undo()) }

    @Test("L12 · an active command goes on while it stays the same", arguments: SameInput.all)
    func activeCommands(input: SameInput) async throws { try await input.check(in: Active()) }

    @Test("L12 · an effect is found by an id that stays the same", arguments: SameInput.all)
    func ids(input: SameInput) async throws { try await input.check(in: IDs()) }

    @Test("L12 · why returns the last message that changed the value", arguments: SameInput.all)
    func why(input: SameInput) async throws { try await input.check(in: Why()) }

    @Test("L12 · flows, events, changes of fields and routes compare their values", arguments: SameInput.all)
    func descriptions(input: SameInput) async throws { try await input.check(in: Descriptions()) }

    @Test("L12 · a replay of a history finds no difference", arguments: SameInput.all)
    func replays(input: SameInput) async throws { try await input.check(in: Replays()) }

    @Test("L12 · a replay of a history finds what == hides", arguments: SameInput.hidden)
    func lossesInReplays(input: SameInput) async throws { try await input.check(in: LossesInReplays()) }

    @Test("L12 · a price that becomes NaN is saved once") func savedOnce() async throws {
        try await withEngineFixture { fixture in
            var saved = 0
            fixture.engine.handle(Put.self) { _ in
                saved += 1
                if saved == 100 { throw CancellationError() }
            }
            let store = Store(Market.State(), Market(), on: fixture.engine)
            store.send(.set(.nan))
            #expect(saved == 1)
            store.send(.set(2))
            #expect(saved == 2)
        }
    }

    @Test("L12 · a command that contains NaN is started once") func startedOnce() async throws {
        try await withEngineFixture { fixture in
            var started = 0
            fixture.engine.handle(Query.self) { query in
                started += 1
                if started == 100 { throw CancellationError() }
                return query.ids.count
            }
            let store = Store(Finder.State(), Finder(), on: fixture.engine)
            store.send(.type("a"))
            #expect(started == 1 && store.state.found == 1)
        }
    }

    @Test("L12 · a change beside a NaN is no step") func noStep() async throws {
        try await withEngineFixture { fixture in
            let store = Store(Note.State(price: .nan), Note(), on: fixture.engine)
            store.send(.price(1))
            store.send(.price(2))
            store.send(.undo(.undo))
            store.send(.undo(.undo))
            #expect(store.state.document.price.isNaN && store.state.undo.future.count == 2)
            store.send(.rename("a"))
            #expect(!store.state.undo.canUndo && store.state.undo.future.count == 2)
            store.send(.undo(.redo))
            #expect(store.state.document.price == 1 && store.state.title == "a")
        }
    }

    @Test("L12 · a value is not the same because it hides its difference") func differences() {
        // With a NaN beside the difference, so that `==` does not decide.
        #expect(flow(Hiding(secret: 1)) != flow(Hiding(secret: 2)))
        #expect(flow([Double.nan], Object(1)) != flow([Double.nan], Object(2)))
        let object = Object(1)
        #expect(flow([Double.nan], object) == flow([Double.nan], object))
        #expect(flow(Double.nan) != flow(Double(nan: 1, signaling: false)))
        #expect(flow(Exact("\u{E9}")) != flow(Exact("e\u{301}")))
        #expect(flow(0.0) == flow(-0.0))
    }

    private func flow(_ parts: any Sendable...) -> Flow<LoggingReducer> { .post(Pieces(parts: parts)) }
}

// MARK: Places

private struct Observers: ComparisonPlace {
    final class Target<Value> {
        var changes = 0
        var value: Value? { didSet { changes += 1 } }
    }

    func check<Value: ComparedValue>(_ values: ComparedValues<Value>) async throws {
        try await withEngineFixture { fixture in
            let store = Store(Holder<Value>.State(values.fresh), Holder(), on: fixture.engine)
            var counts = [0, 0, 0]
            let target = Target<Value>()
            let subscriptions = [
                store.subscribe(to: \.value) { _ in counts[0] += 1 },
                store.subscribe(to: { [$0.value] }) { _ in counts[1] += 1 },
                store.scope(\.self, as: { $0 }).subscribe(to: \.value) { _ in counts[2] += 1 },
                store.bind(\.value, to: target, \.value),
            ]
            store.send(.set(values.fresh))
            store.send(.rename("a"))
            #expect(counts == [1, 1, 1] && target.changes == 1)
            store.send(.set(values.other))
            #expect(counts == [2, 2, 2] && target.changes == 2)
            for subscription in subscriptions { subscription.cancel() }
        }
    }
}

private struct Streams: ComparisonPlace {
    func check<Value: ComparedValue>(_ values: ComparedValues<Value>) async throws {
        try await withEngineFixture { fixture in
            var store: Store<Holder<Value>>? = Store(Holder<Value>.State(values.fresh), Holder(), on: fixture.engine)
            let stream = store!.values(of: \.value, buffering: .unbounded)
            store!.send(.set(values.fresh))
            store!.send(.set(values.other))
            store = nil
            var count = 0
            for await _ in stream { count += 1 }
            #expect(count == 2)
        }
    }
}

private struct ObservationPlace: ComparisonPlace {
    func check<Value: ComparedValue>(_ values: ComparedValues<Value>) async throws {
        try await withEngineFixture { fixture in
            let store = Store(Holder<Value>.State(values.fresh), Holder(), on: fixture.engine)
            let changes = Lock(0)
            withObservationTracking {
                _ = store.value
            } onChange: {
                changes.withLock { $0 += 1 }
            }
            store.send(.set(values.fresh))
            #expect(changes.withLock { $0 } == 0)
            store.send(.set(values.other))
            #expect(changes.withLock { $0 } == 1)
        }
    }
}

private struct Changes: ComparisonPlace {
    func check<Value: ComparedValue>(_ values: ComparedValues<Value>) {
        let reducer = Wrapped(Holder<Value>()).onChange(of: \.value) { _, _ in .send(.rename("changed")) }
        var state = Holder<Value>.State(values.fresh)
        #expect(reducer.reduceFeature(&state, .set(values.fresh)) == .none)
        #expect(reducer.reduceFeature(&state, .rename("a")) == .none)
        #expect(reducer.reduceFeature(&state, .set(values.other)) == .send(.rename("changed")))
    }
}

private struct Undo: ComparisonPlace {
    struct Editor<Value: ComparedValue>: ComposedReducer {
        struct State {
            var value: Value
            var title = ""
            var undo = UndoStack<Value>()
        }
        enum Action {
            case set(Value), rename(String), undo(UndoAction)
            var undo: UndoAction? { if case .undo(let it) = self { it } else { nil } }
        }

        var body: some ReducerBody<Self> {
            Reduce { state, action in
                switch action {
                case .set(let value): state.value = value
                case .rename(let title): state.title = title
                case .undo: break
                }
                return .none
            }
            .undoable(\.value, in: \.undo, action: .case(Action.undo, \.undo))
        }
    }

    func check<Value: ComparedValue>(_ values: ComparedValues<Value>) async throws {
        try await withEngineFixture { fixture in
            let store = Store(Editor<Value>.State(value: values.fresh), Editor(), on: fixture.engine)
            store.send(.set(values.other))
            store.send(.undo(.undo))
            #expect(!store.state.undo.canUndo && store.state.undo.canRedo)
            store.send(.rename("a"))
            store.send(.set(values.fresh))
            #expect(!store.state.undo.canUndo && store.state.undo.canRedo)
            store.send(.set(values.other))
            #expect(store.state.undo.past.count == 1 && !store.state.undo.canRedo)
        }
    }
}

private struct Active: ComparisonPlace {
    struct Watch<Value: ComparedValue>: Command, Equatable {
        typealias Output = Int
        var value: Value
    }
    struct WatchPlainly<Value: ComparedValue>: Command {
        typealias Output = Int
        var value: Value
    }
    struct Title: Command, Equatable { typealias Output = Int; var title: String }
    struct WatchByID: Command, Equatable { typealias Output = Int }

    struct Watcher<Value: ComparedValue>: Reducer {
        typealias State = Holder<Value>.State
        typealias Action = Holder<Value>.Action

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            _ = Holder<Value>().reduce(&state, action)
            return .none
        }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            let retry = Retry.times(1, factor: .nan)
            commands.execute(Watch(value: state.value), id: "equatable", retry: retry)
            // The commands after one that has changed are compared again by the engine.
            commands.execute(Title(title: state.title), id: "title")
            commands.execute(WatchPlainly(value: state.value), id: "plain")
            commands.execute(WatchByID(), id: state.value)
        }
    }

    func check<Value: ComparedValue>(_ values: ComparedValues<Value>) async throws {
        try await withEngineFixture { fixture in
            var started = [0, 0, 0, 0]
            var replies: [Any] = []
            fixture.engine.handle(Watch<Value>.self) {
                started[0] += 1; replies.append($1)
            }
            fixture.engine.handle(Title.self) {
                started[1] += 1; replies.append($1)
            }
            fixture.engine.handle(WatchPlainly<Value>.self) {
                started[2] += 1; replies.append($1)
            }
            fixture.engine.handle(WatchByID.self) {
                started[3] += 1; replies.append($1)
            }
            let store = Store(Watcher<Value>.State(values.fresh), Watcher(), on: fixture.engine)
            store.send(.set(values.fresh))
            #expect(started == [1, 1, 1, 1])
            store.send(.rename("a"))
            store.send(.set(values.fresh))
            #expect(started == [1, 2, 1, 1])
            store.send(.set(values.other))
            #expect(started == [2, 2, 2, 2])
        }
    }
}

private struct IDs: ComparisonPlace {
    struct Work: Command { typealias Output = Int }

    struct Worker<Value: ComparedValue>: Reducer {
        typealias State = Int
        enum Action { case start(Value), cancel(Value) }

        func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> {
            switch action {
            case .start(let id): .execute(Work(), id: id, policy: .latest)
            case .cancel(let id): .cancel(id)
            }
        }
    }

    func check<Value: ComparedValue>(_ values: ComparedValues<Value>) async throws {
        try await withEngineFixture { fixture in
            var replies: [Reply<Work>] = []
            fixture.engine.handle(Work.self) { replies.append($1) }
            let store = Store(0, Worker<Value>(), on: fixture.engine)
            store.send(.start(values.fresh))
            store.send(.start(values.other))
            #expect(fixture.engine.resources.effects == 2)
            store.send(.start(values.fresh))
            #expect(fixture.engine.resources.effects == 2)
            store.send(.cancel(values.fresh))
            store.send(.cancel(values.other))
            #expect(fixture.engine.resources.effects == 0)
            replies = []
        }
    }
}

private struct Why: ComparisonPlace {
    func check<Value: ComparedValue>(_ values: ComparedValues<Value>) async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let store = Store(Holder<Value>.State(values.other), Holder(), on: fixture.engine)
            store.send(.set(values.fresh))
            store.send(.set(values.fresh))
            store.send(.rename("a"))
            #expect(history.why(\.value, of: store).map(\.id) == [1])
        }
    }
}

private struct Replays: ComparisonPlace {
    func check<Value: ComparedValue>(_ values: ComparedValues<Value>) async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let store = Store(Holder<Value>.State(values.other), Holder(), on: fixture.engine)
            store.send(.set(values.fresh))
            store.send(.tell(values.fresh))
            #expect(history.replay() == nil)
            // A reducer that creates its values in each call.
            #expect(history.replay(store, through: Holder(replacing: values.fresh))?.mismatch == nil)
            #expect(history.replay(store, through: Holder(replacing: values.other))?.mismatch?.subject == .state)
        }
    }
}

private struct LossesInReplays: ComparisonPlace {
    func check<Value: ComparedValue>(_ values: ComparedValues<Value>) async throws {
        try await withEngineFixture { fixture in
            let actions: [(Holder<Value>.Action, ReplayMismatch.Subject)] = [
                (.tell(values.fresh), .flow), (.set(values.fresh), .state),
            ]
            for (action, subject) in actions {
                let history = fixture.record()
                let store = Store(Holder<Value>.State(values.fresh), Holder(), on: fixture.engine)
                store.send(action)
                #expect(history.replay() == nil)
                let mismatch = history.replay(store, through: Holder(replacing: values.other))?.mismatch
                #expect(mismatch?.subject == subject)
            }
        }
    }
}

private struct Descriptions: ComparisonPlace {
    struct Detail<Value: ComparedValue>: Module {
        struct State {}

        func state(for value: Value) -> State { State() }
        func reduce(_ state: inout State, _ action: Int) -> Flow<Self> { .none }
    }

    struct Ask<Value: ComparedValue>: Command {
        typealias Output = Value
        var value: Value
    }

    func check<Value: ComparedValue>(_ values: ComparedValues<Value>) {
        let flows: [(Value) -> Flow<Holder<Value>>] = [
            { .send(.set($0)) }, { .post(Told(value: $0)) }, { .execute(Ask(value: $0)) },
            { .execute(Ask(value: $0), onCancel: .set($0)) },
            { .cancel($0) }, { .after(.seconds(1), .send(.set($0)), id: $0) },
            { .send(.rename("a")).then(.send(.set($0))) },
        ]
        for flow in flows {
            #expect(flow(values.fresh) == flow(values.fresh) && flow(values.fresh) != flow(values.other))
        }
        let event = { (value: Value) in Event<Ask<Value>>.data(value) }
        #expect(event(values.fresh) == event(values.fresh) && event(values.fresh) != event(values.other))
        let change = { (value: Value) in FieldChange<Holder<Value>.State>.set(\.value, value) }
        #expect(change(values.fresh) == change(values.fresh) && change(values.fresh) != change(values.other))
        let route = { (value: Value) in RouteOperation.show(Detail<Value>(), with: value) }
        #expect(route(values.fresh) == route(values.fresh) && route(values.fresh) != route(values.other))
    }
}

// MARK: The rows of the report

private struct Put: Command, Equatable { typealias Output = Void; var price: Double }

private struct Market: ComposedReducer {
    struct State { var price = 1.0; var savedCount = 0 }
    enum Action { case set(Double), saved }

    var body: some ReducerBody<Self> {
        Reduce { state, action in
            switch action {
            case .set(let price): state.price = price
            case .saved: state.savedCount += 1
            }
            return .none
        }
        .onChange(of: \.price) { _, price in .execute(Put(price: price), as: { _ in .saved }) }
    }
}

private struct Query: Command, Equatable { typealias Output = Int; var ids: [Double] }

private struct Finder: Reducer {
    struct State { var text = ""; var found = 0 }
    enum Action { case type(String), received(Event<Query>) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .type(let text): state.text = text
        case .received(let event): state.found += event.output ?? 0
        }
        return .none
    }

    func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(Query(ids: [.nan]), as: Action.received, id: 1)
    }
}

private struct Note: ComposedReducer {
    struct Document: Equatable { var price: Double }
    struct State {
        var document: Document
        var title = ""
        var undo = UndoStack<Document>()

        init(price: Double) { document = Document(price: price) }
    }
    enum Action {
        case price(Double), rename(String), undo(UndoAction)
        var undo: UndoAction? { if case .undo(let it) = self { it } else { nil } }
    }

    var body: some ReducerBody<Self> {
        Reduce { state, action in
            switch action {
            case .price(let price): state.document.price = price
            case .rename(let title): state.title = title
            case .undo: break
            }
            return .none
        }
        .undoable(\.document, in: \.undo, action: .case(Action.undo, \.undo))
    }
}

// MARK: Values that hide a difference

private struct Pieces: Fact { let parts: [any Sendable] }

/// Its mirror hides its members.
private struct Hiding: Equatable, CustomReflectable {
    var price = Double.nan
    var names: [String]

    init(secret: Int) { names = ["\(secret)"] }

    var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

private final class Object: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

/// Compares more than `==` of its member.
private struct Exact: Equatable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (one: Exact, other: Exact) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }
}
