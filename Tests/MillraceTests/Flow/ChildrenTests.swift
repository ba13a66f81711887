import MillraceHistory
import MillraceExtras
import Millrace
import Testing

@MainActor struct ChildrenTests {
    @Test("Q3 · a parent delegates to optional, keyed and listed children, and receives their outputs as its actions")
    func delegation() async throws {
        try await withEngineFixture { fixture in
            let store = Store(Desktop.State(), Desktop(), on: fixture.engine)
            for action: Desktop.Action in [.open, .put(row: "a"), .show(window: 1), .show(window: 2)] {
                store.send(action)
            }
            store.send(.sheet(.add(1)))
            store.send(.row("a", .do(.send(.add(2)))))
            store.send(.window(2, .do(.output("hello"))))
            store.send(.sheet(.do(.output("from the sheet"))))
            #expect(store.state.sheet?.count == 1 && store.state.rows["a"]?.count == 2)
            #expect(
                store.state.windows.map(\.page.log) == [[], ["hello"]] && store.state.outputs == ["from the sheet"])
        }
    }

    @Test("L7 · removing a child cancels its effects, and not those of its siblings")
    func childRemoved() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Desktop.State(), Desktop(), on: fixture.engine)
            let setUp: [Desktop.Action] = [.open, .put(row: "a"), .put(row: "b"), .show(window: 1), .show(window: 2)]
            for action in setUp { store.send(action) }
            let work = LoggingReducer.Action.do(.fetch(policy: .latest).and(.after(.seconds(9), .note("late"))))
            let actions: [Desktop.Action] = [
                .sheet(work), .row("a", work), .row("b", work), .window(1, work), .window(2, work),
            ]
            let receipts = actions.map { store.send($0) }
            #expect(fixture.engine.resources.effects == 10 && fake.cancelled.isEmpty)
            for (index, action) in [Desktop.Action.close, .take(row: "a"), .hide(window: 1)].enumerated() {
                store.send(action)
                #expect(fixture.engine.resources.effects == 8 - 2 * index)
            }
            #expect(fake.cancelled == [0, 1, 3])
            await #expect(throws: CancellationError.self) { try await receipts[0].finishedInTime() }
            await fake.succeed(2, with: "b's answer")
            #expect(store.state.rows["b"]?.log == ["progress", "b's answer"])
            receipts[2].cancel()
            receipts[4].cancel()
        }
    }

    @Test("L7 · replacing a child by another one at the same path in one turn cancels the effects of the old child")
    func childReplaced() async throws {
        struct Page: Reducer {
            struct State: Identifiable { let id: Int; var text = "" }
            enum Action { case load, loaded(Event<Fetch>) }
            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .load: return .execute(Fetch(), as: Action.loaded)
                case .loaded(let event): state.text = event.output ?? state.text
                }
                return .none
            }
        }
        struct Book: Reducer {
            struct State { var page: Page.State?; var other = Page.State(id: 0) }
            enum Action { case turn(to: Int), page(Page.Action) }
            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .turn(let id): state.page = Page.State(id: id)
                case .page(let action): return Page().reduce(&state.page, action).map(Action.page, at: \.page)
                }
                return .none
            }
        }
        struct Shelf: Reducer {
            struct State { var book = Book.State() }
            enum Action { case book(Book.Action) }
            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .book(let action): Book().reduce(&state.book, action).map(Action.book, at: \.book)
                }
            }
        }
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Shelf.State(), Shelf(), on: fixture.engine)
            store.send(.book(.turn(to: 1)))
            let receipt = store.send(.book(.page(.load)))
            store.send(.book(.turn(to: 2)))
            #expect(fake.cancelled == [0] && fixture.engine.resources.effects == 0)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }

    @Test("L8 · mapping a grandchild's effects without the child's path is a fault, and the effects continue")
    func missingPath() async throws {
        struct WithoutPath: Reducer {
            struct State { var desktop = Desktop.State(sheet: LoggingReducer.State()) }
            func reduce(_ state: inout State, _ action: Desktop.Action) -> Flow<Self> {
                Desktop().reduce(&state.desktop, action).map { $0 }
            }
        }
        try await withEngineFixture(faults: [.missingChildPath]) { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            let store = Store(WithoutPath.State(), WithoutPath(), on: fixture.engine)
            store.send(.sheet(.do(.fetch())))
            #expect(store.state.desktop.sheet?.log == ["a"])
        }
    }

    /// A dialog with a page. Confirming it executes a command of the page, and closes the page.
    private struct Dialog: Reducer {
        struct State { var page: LoggingReducer.State? = LoggingReducer.State() }
        enum Action { case confirm(closesFirst: Bool), page(LoggingReducer.Action), output(String), close }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .confirm(let closesFirst):
                let fetch = page(&state, .do(.fetch()))
                return closesFirst ? .send(.close).and(fetch) : fetch.and(.send(.close))
            case .page(let action): return page(&state, action)
            case .close: state.page = nil
            case .output: break
            }
            return .none
        }

        private func page(_ state: inout State, _ action: LoggingReducer.Action) -> Flow<Self> {
            LoggingReducer().reduce(&state.page, action).map(Action.page, output: Action.output, at: \.page)
        }
    }

    @Test(
        "L6 · if a flow executes a synchronous command of a child and removes the child, the event is discarded and counted",
        arguments: [false, true])
    func removedByItsFlow(isRecorded: Bool) async throws {
        try await withEngineFixture { fixture in
            if isRecorded { _ = fixture.record() }
            var called = 0
            fixture.engine.handle(Fetch.self) { _ in
                called += 1
                return "late"
            }
            let store = Store(Dialog.State(), Dialog(), on: fixture.engine)
            let receipt = store.send(.confirm(closesFirst: false))
            #expect(called == 1 && store.state.page == nil && fixture.engine.discardedResultCount == 1)
            await expectCancelled(receipt)
        }
    }

    @Test(
        "L6 · if a flow removes a child and executes a command of it after that, the handler is not called",
        arguments: [false, true])
    func removedBefore(isRecorded: Bool) async throws {
        try await withEngineFixture { fixture in
            if isRecorded { _ = fixture.record() }
            fixture.engine.handle(Fetch.self) { _ in
                Issue.record("The handler was called.")
                return "late"
            }
            let store = Store(Dialog.State(), Dialog(), on: fixture.engine)
            let receipt = store.send(.confirm(closesFirst: true))
            #expect(store.state.page == nil && fixture.engine.discardedResultCount == 0)
            await expectCancelled(receipt)
        }
    }
}
