#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A chat in which the user can undo a message for some seconds before it is sent.
    ///
    /// The bug: the user can undo the message until the answer arrives, but only the delay can be cancelled. If the
    /// request is already in flight, the message is sent and also restored in the text field.
    struct Chat: Reducer {
        struct Deliver: Command, Equatable { typealias Output = Void; typealias Failure = Offline; let text: String }
        struct Offline: Error, Equatable {}
        enum Phase: Hashable { case writing, held, sending }

        struct State: Hashable {
            var phase = Phase.writing
            var draft = "See you at six"
            var sent: [String] = []
        }

        enum Action { case send, takeBack, release, delivered(Event<Deliver>) }

        /// Whether the bug is present: a message in flight can be undone.
        var isCareless = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .send:
                state.phase = .held
                return .after(.seconds(5), .send(.release), id: "hold")
            case .takeBack:
                guard state.phase == .held || state.phase == .sending && isCareless else { return .none }
                state.phase = .writing
                return .cancel("hold")
            case .release:
                state.phase = .sending
                return .execute(Deliver(text: state.draft), as: Action.delivered)
            case .delivered(.data):
                state.sent.append(state.draft)
                if state.phase == .sending { (state.phase, state.draft) = (.writing, "") }
            case .delivered(.failure): state.phase = .writing
            case .delivered(.progress): break
            }
            return .none
        }

        static func explorer(careless: Bool) -> Explorer<Self> {
            Explorer(State(), Self(isCareless: careless), called: "Chat.explorer(careless: \(careless))")
                .actions { $0.phase == .writing ? ($0.draft.isEmpty ? [] : [.send]) : [.takeBack] }
                .outcomes(of: Deliver.self) { _ in [.complete(()), .fail(Offline())] }
                .never("a message is sent and in the field") { $0.state.sent.contains($0.state.draft) }
                .eventually("an end of sending", from: { $0.state.phase == .sending }) { $0.state.phase == .writing }
        }
    }

    struct LateCancelTests {
        @Test("Planted bug · a late cancellation")
        func isFound() throws {
            try expectFound(
                "a message is sent and in the field",
                by: [
                    "store.send(.send)",
                    "store.clock.advanceToNext()",
                    "store.send(.takeBack)",
                    "store.complete(Chat.Deliver.self, with: ())",
                ],
                fixed: Chat.explorer(careless: false), planted: Chat.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “a message is sent and in the field” is violated. Its condition is false in this state.

                    The state is:
                    Chat.State(
                      phase: .writing,
                      draft: "See you at six",
                      sent: [
                        [0]: "See you at six"
                      ]
                    )

                To fix this, fix the feature.
                """))
        struct Printed {
            @Test @MainActor func aMessageIsSentAndInTheField() {
                let store = Chat.explorer(careless: true).testStore()
                store.send(.send)
                store.clock.advanceToNext()
                store.send(.takeBack)
                store.complete(Chat.Deliver.self, with: ())
                Chat.explorer(careless: true).check("a message is sent and in the field", in: store)
            }
        }
    }
#endif
