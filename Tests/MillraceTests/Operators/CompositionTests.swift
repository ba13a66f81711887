import Millrace
import MillraceHistory
import MillraceExtras
import Testing

@MainActor struct CompositionTests {
    /// The actions of each child that may go, and what removes it.
    nonisolated static let children:
        [(@Sendable (LoggingReducer.Action) -> House.Action, @Sendable (inout House.State) -> Void)] = [
            ({ .visitor($0) }, { $0.visitor = nil }),
            ({ .left($0) }, { $0.left = .cellar(.init()) }),
            ({ .right($0) }, { $0.right = .empty }),
            ({ .row("b", $0) }, { $0.rows["b"] = nil }),
            ({ .guest(id: 2, .page($0)) }, { $0.guests.removeLast() }),
        ]

    @Test("Composition · the parts of a body reduce an action in order, and their flows follow in the same order")
    func order() {
        struct Doubling: Reducer {
            func reduce(_ state: inout Tally.State, _ action: Tally.Action) -> Flow<Self> {
                state.count *= 2
                return .send(.add(0))
            }
        }
        struct Tally: ComposedReducer {
            struct State: Equatable { var count = 0, log: [Int] = [] }
            enum Action: Equatable { case add(Int) }
            var body: some ReducerBody<Self> {
                Reduce(add)
                Doubling()
                Reduce { state, _ in
                    state.log.append(state.count)
                    return .cancel("nothing")
                }
            }
            func add(_ state: inout State, _ action: Action) -> Flow<Self> {
                if case .add(let number) = action { state.count += number }
                return .post(News(text: "added"))
            }
        }
        var state = Tally.State(count: 1)
        let flow = Tally().reduce(&state, .add(2))
        #expect(state == Tally.State(count: 6, log: [6]))
        #expect(flow == .merge([.post(News(text: "added")), .send(.add(0)), .cancel("nothing")]))
    }

    @Test("Composition · an operator applies to a group of parts")
    func group() {
        struct Group: ComposedReducer {
            struct State { var count = 0 }
            enum Action: Equatable { case add, changed(Int) }
            var body: some ReducerBody<Self> {
                CombineReducers {
                    Reduce { state, _ in
                        state.count += 1
                        return .none
                    }
                    Reduce { state, _ in
                        state.count += 1
                        return .none
                    }
                }
                .onChange(of: \.count) { old, new in .send(.changed(new - old)) }
            }
        }
        var state = Group.State()
        #expect(Group().reduce(&state, .add) == .send(.changed(2)))
    }

    @Test(
        "Composition · children of every kind reduce their actions before the parent, and their outputs are its actions"
    )
    func delegation() async throws {
        try await withEngineFixture { fixture in
            let store = Store(House.State.full, House(), on: fixture.engine)
            store.send(.hall(.do(.output("from the hall"))))
            for (embed, _) in Self.children {
                store.send(embed(.add(2)))
                store.send(embed(.do(.send(.note("sent")))))
                store.send(embed(.do(.output("hello"))))
            }
            let child = LoggingReducer.State(log: ["sent"], count: 2)
            var expected = House.State(
                visitor: child, left: .kitchen(child), right: .kitchen(child), rows: ["a": .init(), "b": child],
                guests: [.init(id: 1), .init(id: 2, page: child)])
            expected.said = ["from the hall", "hello", "hello", "hello", "b: hello", "2: hello"]
            // The action and the output of the last child are those of the guest, whose output is one more action.
            expected.seen = 1 + 4 * 5 + 1
            #expect(store.state == expected)
        }
    }

    @Test(
        "L7 · a child of every kind takes its effects with it, and leaves those of its siblings",
        arguments: children.indices)
    func childGoes(index: Int) async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(House.State.full, House(), on: fixture.engine)
            let work = LoggingReducer.Action.do(
                .fetch(id: "same", policy: .latest).and(.after(.seconds(9), .note("late"), id: "delay")))
            let receipts = Self.children.map { store.send($0.0(work)) }
            let sibling = [
                store.send(.row("a", work)), store.send(.guest(id: 1, .page(work))), store.send(.hall(work)),
            ]
            #expect(fixture.engine.resources.effects == 16 && fake.cancelled.isEmpty)
            store.send(.change(Self.children[index].1))
            #expect(fixture.engine.resources.effects == 14 && fake.cancelled == [index])
            await #expect(throws: CancellationError.self) { try await receipts[index].finishedInTime() }
            // A cancel in one child finds the work of that child only.
            store.send(.hall(.do(.cancel("same").and(.cancel("delay")))))
            #expect(fixture.engine.resources.effects == 12 && fake.cancelled == [index, 7])
            for receipt in receipts + sibling { receipt.cancel() }
        }
    }

    @Test("L7 · what a child requests in the turn in which it goes does not run", arguments: children.indices)
    func goesInItsTurn(index: Int) async throws {
        struct Leaving: ComposedReducer {
            let remove: (inout House.State) -> Void
            var body: some ReducerBody<Self> {
                House()
                Reduce { state, action in
                    if case .change = action { return .none }
                    remove(&state)
                    return .none
                }
            }
            typealias State = House.State
            typealias Action = House.Action
        }
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let (embed, remove) = Self.children[index]
            let store = Store(House.State.full, Leaving(remove: remove), on: fixture.engine)
            let receipt = store.send(embed(.do(.fetch())))
            #expect(fake.asked.isEmpty && fixture.engine.resources.effects == 0)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }

    @Test(
        "L8 · an action for a child that is not there is a fault at the line of the operator",
        arguments: children.indices)
    func missing(index: Int) async throws {
        try await withEngineFixture(faults: [.missingChild]) { fixture in
            let (embed, remove) = Self.children[index]
            var state = House.State.full
            remove(&state)
            let before = state
            let store = Store(state, House(), on: fixture.engine)
            store.send(embed(.add(1)))
            var after = store.state
            #expect(after.seen == 1)
            after.seen = 0
            #expect(after == before)
            #expect(fixture.faults.first?.description.contains("House.swift:") == true, "\(fixture.faults)")
        }
    }

    @Test("L4 · the same state and action give the same state and an equal flow", arguments: children.indices)
    func equal(index: Int) {
        let (embed, _) = Self.children[index]
        var (one, other) = (House.State.full, House.State.full)
        let action = embed(.do(.fetch(id: "a")))
        let (first, second) = (House().reduce(&one, action), House().reduce(&other, action))
        #expect(first == second && one == other)
        #expect(first.description == "execute(Fetch(name: \"a\"), id: a)")
        for (position, child) in Self.children.enumerated() where position != index {
            var state = House.State.full
            #expect(House().reduce(&state, child.0(.do(.fetch(id: "a")))) != first)
        }
    }

    @Test("Composition · transitions of a child become those of the parent, and durable parents have durable children")
    func transitions() {
        struct Going: Reducer {
            struct State: Identifiable { var id = 0 }
            enum Action { case go, say }
            typealias Output = Int
            typealias Transition = String
            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .go: .transition("there")
                case .say: .output(state.id)
                }
            }
        }
        struct Owner: ComposedReducer {
            enum Place {
                case nowhere, going(Going.State)
                var going: Going.State? { if case .going(let it) = self { it } else { nil } }
            }
            struct State {
                var one = Going.State(id: 1); var two: Going.State? = .init(id: 2);
                var three = Place.going(.init(id: 3)); var rows = [4: Going.State(id: 4)]
            }
            enum Action: Equatable {
                case one(Going.Action), two(Going.Action), three(Going.Action), row(Int, Going.Action), said(Int)
                var one: Going.Action? { if case .one(let it) = self { it } else { nil } }
                var two: Going.Action? { if case .two(let it) = self { it } else { nil } }
                var three: Going.Action? { if case .three(let it) = self { it } else { nil } }
                var row: (Int, Going.Action)? { if case .row(let id, let it) = self { (id, it) } else { nil } }
            }
            enum Transition: Equatable { case one(String), two(String), three(String), row(Int, String) }
            var body: some ReducerBody<Self> {
                Scope(\.one, action: .case(Action.one, \.one, output: Action.said, transition: Transition.one)) {
                    Going()
                }
                Reduce { _, _ in .none }
                    .ifLet(\.two, action: .case(Action.two, \.two, output: Action.said, transition: Transition.two)) {
                        Going()
                    }
                    .ifCase(
                        \.three, Place.going, \.going,
                        action: .case(Action.three, \.three, output: Action.said, transition: Transition.three)
                    ) { Going() }
                    .forEach(
                        \.rows,
                        action: .case(
                            Action.row, \.row, output: { .said($1) }, transition: Transition.row)
                    ) { Going() }
            }
        }
        var state = Owner.State()
        #expect(Owner().reduce(&state, .one(.go)) == .transition(.one("there")))
        #expect(Owner().reduce(&state, .two(.go)) == .transition(.two("there")))
        #expect(Owner().reduce(&state, .three(.go)) == .transition(.three("there")))
        #expect(Owner().reduce(&state, .row(4, .go)) == .transition(.row(4, "there")))
        let flow: Flow<Owner> = Going().reduce(&state.rows, id: 4, .go)
            .map(Owner.Action.row, output: { .said($1) }, transition: Owner.Transition.row, at: \.rows, id: 4)
        #expect(flow == .transition(.row(4, "there")))
        for action in [Owner.Action.one(.say), .two(.say), .three(.say), .row(4, .say)] {
            guard case .send(.said) = Owner().reduce(&state, action).content else {
                Issue.record("The output of \(action) is no action.")
                continue
            }
        }
    }
}
