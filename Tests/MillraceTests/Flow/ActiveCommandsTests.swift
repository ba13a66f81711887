import MillraceInspection
import Millrace
import Testing

@MainActor struct ActiveCommandsTests {
    /// Listens to the rooms that it is in.
    struct Chat: Reducer {
        struct State { var rooms: [String]; var heard: [String] = []; var loud = false }
        enum Action { case enter(String), leave(String), shout, heard(Event<Fetch>) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .enter(let room): state.rooms.append(room)
            case .leave(let room): state.rooms.removeAll { $0 == room }
            case .shout: state.loud = true
            case .heard(let event): if let text = event.output { state.heard.append(text) }
            }
            return .none
        }
        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            for room in state.rooms {
                commands.execute(Fetch(name: state.loud ? room.uppercased() : room), as: Action.heard, id: room)
            }
        }
    }
    struct Client: Reducer {
        struct State { var chat: Chat.State? }
        enum Action { case open, close, chat(Chat.Action) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .open: state.chat = Chat.State(rooms: ["lobby"])
            case .close: state.chat = nil
            case .chat(let action): return Chat().reduce(&state.chat, action).map(Action.chat, at: \.chat)
            }
            return .none
        }
        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            commands.add(Chat(), state.chat, as: Action.chat, at: \.chat)
        }
    }

    @Test("DESIGN 4 · active commands start and are cancelled by difference, and one that differs is started again")
    func byDifference() async throws {
        try await withEngineFixture { rig in
            let desk = FakeHandler<Fetch>(rig.engine)
            let store = Store(Chat.State(rooms: ["a"]), Chat(), on: rig.engine)
            // A loop that restarts it asks for it a hundred thousand times, too often to be compared and printed.
            try #require(desk.asked.count == 1 && desk.asked[0].name == "a")
            store.send(.enter("b"))
            #expect(desk.asked.map(\.name) == ["a", "b"] && desk.cancelled.isEmpty)
            store.send(.leave("a"))
            #expect(desk.cancelled == [0])
            store.send(.shout)
            #expect(desk.cancelled == [0, 1] && desk.asked.last?.name == "B")
            await desk.succeed(2, with: "hello")
            #expect(store.state.heard == ["hello"])
            try await store.send(.enter("c")).finishedInTime()
            #expect(desk.asked.map(\.name) == ["a", "b", "B", "C"])
        }
    }

    @Test("DESIGN 4 · a child's active commands are cancelled with the child, and no receipt waits for them")
    func ofChildren() async throws {
        try await withEngineFixture { rig in
            let desk = FakeHandler<Fetch>(rig.engine)
            var store: Store<Client>? = Store(Client.State(), Client(), on: rig.engine)
            try await store?.send(.open).finishedInTime()
            try #require(desk.asked.count == 1 && desk.asked[0].name == "lobby")
            store?.send(.close)
            #expect(desk.cancelled == [0])
            store?.send(.open)
            store = nil
            #expect(rig.engine.resources.effects == 0 && desk.cancelled == [0, 1])
        }
    }
}
