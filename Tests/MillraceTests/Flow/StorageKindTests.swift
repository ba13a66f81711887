import MillraceDurable
import Millrace
import TestSupport
import Testing

/// A reducer declares where its effects are stored. A command's type can declare the response to its events.
@MainActor struct StorageKindTests {
    struct Save: DurableCommand, Equatable {
        typealias Output = Int
        let text: String
        static var resumption: Resumption { .restart }
        func response(to event: Event<Save>) -> Draft.Action { .saved(event.output ?? -1, text) }
    }

    struct Draft: Reducer {
        typealias Storage = Durable
        struct State { var saved: [String] = [] }
        enum Action { case save(String), saved(Int, String) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .save(let text): return .execute(Save(text: text), policy: .latest)
            case .saved(let number, let text): state.saved.append("\(number) \(text)")
            }
            return .none
        }
    }

    struct Editor: Reducer {
        typealias Storage = Durable
        struct State { var draft = Draft.State() }
        enum Action { case draft(Draft.Action) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .draft(let action): Draft().reduce(&state.draft, action).map(Action.draft, at: \.draft)
            }
        }
    }

    struct Ask: RespondingCommand {
        typealias Output = Int
        func response(to event: Event<Ask>) -> Asker.Action { .answered(event.output) }
    }

    struct Asker: Reducer {
        enum Action { case ask, answered(Int?) }

        func reduce(_ answers: inout [Int?], _ action: Action) -> Flow<Self> {
            switch action {
            case .ask: return .execute(Ask())
            case .answered(let answer): answers.append(answer)
            }
            return .none
        }
    }

    @Test("A durable reducer executes durable commands, whose types declare their responses, also in children")
    func durable() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Save.self) { $0.text.count }
            let store = Store(Editor.State(), Editor(), on: fixture.engine)
            try await store.send(.draft(.save("abc"))).finishedInTime()
            #expect(store.state.draft.saved == ["3 abc"])
            #expect(Draft().reduce(&Draft.sample, .save("x")) == .execute(Save(text: "x"), policy: .latest))
        }
    }

    @Test("A command whose type declares its response needs no closure where it is executed")
    func responding() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Ask.self) { _ in 42 }
            let store = Store([], Asker(), on: fixture.engine)
            try await store.send(.ask).finishedInTime()
            #expect(store.state == [42])
        }
    }
}

extension StorageKindTests.Draft {
    fileprivate static var sample: State {
        get { State() }
        set {}
    }
}
