import MillraceHistory
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

    /// Executes a command for each name, all with the same id.
    private struct Radio: Reducer {
        struct State { var names: [String]; var received: [String] = [] }
        indirect enum Action { case play([String]), stop(Flow<Radio>), received(Event<Fetch>) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .play(let names): state.names = names
            case .stop(let flow): return flow
            case .received(let event): if let text = event.output { state.received.append(text) }
            }
            return .none
        }
        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            for name in state.names { commands.execute(Fetch(name: name), as: Action.received, id: "radio") }
        }
    }

    @Test("L6 · of active commands with equal ids only the first runs, and the next one when the first is not declared")
    func equalIDs() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Radio.State(names: ["a", "b"]), Radio(), on: fixture.engine)
            #expect(fake.asked.map(\.name) == ["a"])
            // The first one continues, with and without another one.
            store.send(.play(["a"]))
            store.send(.play(["a", "b", "c"]))
            #expect(fake.asked.map(\.name) == ["a"] && fake.cancelled == [])
            store.send(.play(["b", "a"]))
            #expect(fake.asked.map(\.name) == ["a", "b"] && fake.cancelled == [0])
            await fake.succeed(1, with: "to b")
            // It has ended by itself, so neither it nor the other one starts while it is declared first.
            store.send(.play(["b"]))
            store.send(.play(["b", "a"]))
            #expect(fake.asked.map(\.name) == ["a", "b"] && store.state.received == ["to b"])
            store.send(.play(["a", "b"]))
            store.send(.play([]))
            #expect(fake.asked.map(\.name) == ["a", "b", "a"] && fake.cancelled == [0, 2])
            #expect(fixture.engine.resources.effects == 0)
        }
    }

    /// Has two chats.
    private struct Pair: Reducer {
        struct State { var left: Chat.State?; var right: Chat.State? }
        enum Action { case left(Chat.Action), right(Chat.Action), closeLeft }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .left(let action): return Chat().reduce(&state.left, action).map(Action.left, at: \.left)
            case .right(let action): return Chat().reduce(&state.right, action).map(Action.right, at: \.right)
            case .closeLeft: state.left = nil
            }
            return .none
        }
        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            commands.add(Chat(), state.left, as: Action.left, at: \.left)
            commands.add(Chat(), state.right, as: Action.right, at: \.right)
        }
    }

    @Test("L6 · active commands of two children with equal ids run and end apart")
    func equalIDsOfChildren() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let lobby = Chat.State(rooms: ["lobby"])
            let store = Store(Pair.State(left: lobby, right: lobby), Pair(), on: fixture.engine)
            #expect(fake.asked.map(\.name) == ["lobby", "lobby"])
            await fake.succeed(1, with: "to the right one")
            #expect(store.state.left?.received == [] && store.state.right?.received == ["to the right one"])
            store.send(.right(.shout))
            #expect(fake.asked.map(\.name) == ["lobby", "lobby", "LOBBY"] && fake.cancelled == [])
            store.send(.closeLeft)
            #expect(fake.cancelled == [0])
            await fake.succeed(2, with: "louder")
            #expect(store.state.right?.received == ["to the right one", "louder"])
        }
    }

    @Test(
        "L6 · neither its id nor its type in a flow cancels an active command, and it has no part in a command's queue")
    func notByFlows() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Radio.State(names: ["a"]), Radio(), on: fixture.engine)
            store.send(.stop(.cancel("radio")))
            store.send(.stop(.cancel(Fetch.self)))
            #expect(fake.cancelled == [] && fixture.engine.resources.effects == 1)
            for name in ["b", "c"] {
                store.send(
                    .stop(.execute(Fetch(name: name), as: Radio.Action.received, id: "radio", policy: .latest)))
            }
            #expect(fake.asked.map(\.name) == ["a", "b", "c"] && fake.cancelled == [1])
            await fake.succeed(2, with: "to c")
            await fake.succeed(0, with: "to a")
            #expect(store.state.received == ["to c", "to a"])
        }
    }
}
