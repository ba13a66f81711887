import Millrace
import TestSupport
import Testing

/// A command's type can declare the response to its events.
@MainActor struct RespondingCommandTests {
    struct Save: RespondingCommand, Equatable {
        typealias Output = Int
        let text: String
        func response(to event: Event<Save>) -> Draft.Action { .saved(event.output ?? -1, text) }
    }

    struct Draft: Reducer {
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

    @Test("A command whose type declares its response has options, also in children, and can be compared")
    func options() async throws {
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

extension RespondingCommandTests.Draft {
    fileprivate static var sample: State {
        get { State() }
        set {}
    }
}
