import Millrace
import MillraceHistory
import MillraceExtras
import Testing

@MainActor struct ActiveChildrenTests {
    typealias Chat = ActiveCommandsTests.Chat

    struct Member: Identifiable { let id: Int; var chat: Chat.State }
    struct MemberReducer: ComposedReducer {
        typealias State = Member
        enum Action {
            case chat(Chat.Action)
            var chat: Chat.Action? {
                switch self {
                case .chat(let it): it
                }
            }
        }
        var body: some ReducerBody<Self> {
            Scope(\.chat, action: .case(Action.chat, \.chat)) { Chat() }
        }
    }
    /// Listens in every child.
    struct Club: ComposedReducer {
        enum Room {
            case closed, open(Chat.State)
            var open: Chat.State? { if case .open(let it) = self { it } else { nil } }
        }
        struct State {
            var door = Chat.State(rooms: ["door"])
            var bar: Chat.State?
            var room = Room.closed
            var tables: [String: Chat.State] = [:]
            var members: [Member] = []
            var count = 0
        }
        enum Action {
            case change((inout State) -> Void)
            case door(Chat.Action), bar(Chat.Action), room(Chat.Action), table(String, Chat.Action)
            case member(Int, MemberReducer.Action)
            var door: Chat.Action? { if case .door(let it) = self { it } else { nil } }
            var bar: Chat.Action? { if case .bar(let it) = self { it } else { nil } }
            var room: Chat.Action? { if case .room(let it) = self { it } else { nil } }
            var table: (String, Chat.Action)? { if case .table(let key, let it) = self { (key, it) } else { nil } }
            var member: (Int, MemberReducer.Action)? {
                if case .member(let id, let it) = self { (id, it) } else { nil }
            }
        }
        var body: some ReducerBody<Self> {
            Scope(\.door, action: .case(Action.door, \.door)) { Chat() }
            Reduce { state, action in
                if case .change(let change) = action { change(&state) }
                return .none
            }
            .ifLet(\.bar, action: .case(Action.bar, \.bar)) { Chat() }
            .ifCase(\.room, Room.open, \.open, action: .case(Action.room, \.room)) { Chat() }
            .forEach(\.tables, action: .case(Action.table, \.table)) { Chat() }
            .forEach(\.members, action: .case(Action.member, \.member)) { MemberReducer() }
            .onChange(of: \.count) { _, _ in .none }
        }
    }

    @Test("Composition · active commands of children of every kind run as long as the children are there")
    func children() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Club.State(), Club(), on: fixture.engine)
            #expect(fake.asked.map(\.name) == ["door"])
            let additions: [(String, (inout Club.State) -> Void)] = [
                ("bar", { $0.bar = .init(rooms: ["bar"]) }),
                ("room", { $0.room = .open(.init(rooms: ["room"])) }),
                ("table", { $0.tables["a"] = .init(rooms: ["table"]) }),
                ("member", { $0.members = [.init(id: 1, chat: .init(rooms: ["member"]))] }),
            ]
            for (name, add) in additions {
                store.send(.change(add))
                #expect(fake.asked.last?.name == name)
            }
            #expect(fake.asked.count == 5 && fake.cancelled.isEmpty)
            for number in 0..<5 { await fake.succeed(number, with: "to \(number)") }
            let state = store.state
            #expect(state.door.received == ["to 0"] && state.bar?.received == ["to 1"])
            #expect(state.room.open?.received == ["to 2"])
            #expect(state.tables["a"]?.received == ["to 3"] && state.members.first?.chat.received == ["to 4"])

            let actions: [Club.Action] = [
                .door(.shout), .bar(.shout), .room(.shout), .table("a", .shout), .member(1, .chat(.shout)),
            ]
            for action in actions { store.send(action) }
            #expect(fake.asked.dropFirst(5).map(\.name) == ["DOOR", "BAR", "ROOM", "TABLE", "MEMBER"])
            let removals: [(inout Club.State) -> Void] = [
                { $0.bar = nil }, { $0.room = .closed }, { $0.tables = [:] }, { $0.members = [] },
            ]
            for (index, remove) in removals.enumerated() {
                store.send(.change(remove))
                #expect(fake.cancelled == Array(6...6 + index))
            }
        }
    }

    @Test("L9 · a combination of reducers without active commands declares none, and one with some is asked")
    func declared() {
        #expect(!Search().declaresActiveCommands(for: .init()))
        #expect(!Wrapped(LoggingReducer()).declaresActiveCommands(for: .init()))
        // A child that is not there may declare some.
        #expect(House().declaresActiveCommands(for: .init()))
        #expect(Club().declaresActiveCommands(for: .init()))
        #expect(Club().activeRequests(for: .init()).count == 1)
    }
}
