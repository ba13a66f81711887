import MillraceInspection
import Millrace
import Testing

@MainActor struct ActiveCommandsTests {
    /// Listens to the rooms that it is in.
    struct Chat: Reducer {
        struct State { var rooms: [String]; var received: [String] = []; var loud = false }
        enum Action { case enter(String), leave(String), shout, received(Event<Fetch>) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .enter(let room): state.rooms.append(room)
            case .leave(let room): state.rooms.removeAll { $0 == room }
            case .shout: state.loud = true
            case .received(let event): if let text = event.output { state.received.append(text) }
            }
            return .none
        }
        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            for room in state.rooms {
                commands.execute(Fetch(name: state.loud ? room.uppercased() : room), as: Action.received, id: room)
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

    @Test("Active commands · a new one starts, a removed one is cancelled, and a changed one is restarted")
    func byDifference() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Chat.State(rooms: ["a"]), Chat(), on: fixture.engine)
            // If a bug restarts the command forever, `asked` has 100,000 elements, too many to compare and print.
            try #require(fake.asked.count == 1 && fake.asked[0].name == "a")
            store.send(.enter("b"))
            #expect(fake.asked.map(\.name) == ["a", "b"] && fake.cancelled.isEmpty)
            store.send(.leave("a"))
            #expect(fake.cancelled == [0])
            store.send(.shout)
            #expect(fake.cancelled == [0, 1] && fake.asked.last?.name == "B")
            await fake.succeed(2, with: "hello")
            #expect(store.state.received == ["hello"])
            try await store.send(.enter("c")).finishedInTime()
            #expect(fake.asked.map(\.name) == ["a", "b", "B", "C"])
        }
    }

    @Test("Active commands · a child's active commands are cancelled with the child, and no receipt waits for them")
    func ofChildren() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            var store: Store<Client>? = Store(Client.State(), Client(), on: fixture.engine)
            try await store?.send(.open).finishedInTime()
            try #require(fake.asked.count == 1 && fake.asked[0].name == "lobby")
            store?.send(.close)
            #expect(fake.cancelled == [0])
            store?.send(.open)
            store = nil
            #expect(fixture.engine.resources.effects == 0 && fake.cancelled == [0, 1])
        }
    }
}
