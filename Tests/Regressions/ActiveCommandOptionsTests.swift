import Millrace
import Testing

// Symptom: an active command went on with its old retries after the state had requested other ones, and it sent no actions
// after the state had begun to request them. Cause: while a reducer declared its commands, only the command and its id were
// compared. Correct: a command whose retries or response differ is cancelled and started again, as one whose value differs.
@MainActor struct ActiveCommandOptionsTests {
    private struct Listen: Command, Equatable { typealias Output = Int }

    private struct Room: Reducer {
        struct State {
            var retries = 0
            var receives = true
            var received = 0
        }
        enum Action {
            case retry(Int), receive(Bool), received(Event<Listen>)
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .retry(let number): state.retries = number
            case .receive(let receives): state.receives = receives
            case .received: state.received += 1
            }
            return .none
        }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            if state.receives {
                commands.execute(Listen(), as: Action.received, id: "room", retry: .times(state.retries))
            } else {
                commands.execute(Listen(), id: "room", retry: .times(state.retries))
            }
        }
    }

    @Test("L4 · an active command whose retries or response change is started again, and no other one")
    func options() async throws {
        try await withEngine { engine in
            var replies: [Reply<Listen>] = []
            engine.handle(Listen.self) { (_: Listen, reply: Reply<Listen>) in replies.append(reply) }
            let store = Store(Room.State(), Room(), on: engine)
            #expect(replies.count == 1)
            store.send(.retry(0))
            #expect(replies.count == 1)
            store.send(.retry(2))
            #expect(replies.map(\.isClosed) == [true, false])
            store.send(.receive(false))
            #expect(replies.map(\.isClosed) == [true, true, false])
            store.send(.receive(true))
            replies[3].data(1)
            store.send(.retry(2))
            #expect(store.state.received == 1)
            #expect(replies.count == 4)
        }
    }
}
