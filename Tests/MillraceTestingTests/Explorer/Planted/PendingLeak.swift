#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// Chat rooms. The user can be in one room at a time, and receives its messages until leaving it.
    ///
    /// The bug: leaving a room does not cancel its command. The application still receives the room's messages. The fixed
    /// version declares an active command, which the engine starts and cancels.
    struct Rooms: Reducer {
        struct Listen: Command, Equatable { typealias Output = String; let room: String }

        struct State: Hashable {
            var room: String?
            var last = ""
        }

        enum Action { case enter(String), leave, received(Event<Listen>) }

        /// Whether the bug is present: the reducer starts the command itself, and does not cancel it.
        var isCareless = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .enter(let room):
                (state.room, state.last) = (room, "")
                if isCareless {
                    return .execute(Listen(room: room), as: Action.received, id: "listening", policy: .latest)
                }
            case .leave: state.room = nil
            case .received(.data(let text)): state.last = text
            case .received: break
            }
            return .none
        }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            guard let room = state.room, !isCareless else { return }
            commands.execute(Listen(room: room), as: Action.received, id: "listening")
        }

        static func explorer(careless: Bool) -> Explorer<Self> {
            Explorer(State(), Self(isCareless: careless), called: "Rooms.explorer(careless: \(careless))")
                .actions { state in
                    ["Tea", "Chess"].filter { $0 != state.room }.map(Action.enter) + (state.room == nil ? [] : [.leave])
                }
                .outcomes(of: Listen.self) { [.data("Hello from \($0.room)")] }
                .restart { State(room: $0.room) }
                .always("only the room is listened to") { systemState in
                    systemState.pending(Listen.self).allSatisfy { $0.room == systemState.state.room }
                }
        }
    }

    struct PendingLeakTests {
        @Test("Planted bug · a leak of a pending command")
        func isFound() throws {
            try expectFound(
                "only the room is listened to", by: ["store.send(.enter(\"Tea\"))", "store.send(.leave)"],
                fixed: Rooms.explorer(careless: false), planted: Rooms.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “only the room is listened to” is violated. Its condition is false in this state.

                    The state is:
                    Rooms.State(
                      room: nil,
                      last: ""
                    )

                    These commands are pending:
                    Listen(room: "Tea")

                To fix this, fix the feature.
                """))
        struct Printed {
            @Test @MainActor func onlyTheRoomIsListenedTo() {
                let store = Rooms.explorer(careless: true).testStore()
                store.send(.enter("Tea"))
                store.send(.leave)
                Rooms.explorer(careless: true).check("only the room is listened to", in: store)
            }
        }
    }
#endif
