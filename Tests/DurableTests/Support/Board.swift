#if SQLite || App
    import Millrace
    import MillraceDurable

    /// A feature whose children request durable work.
    struct Board: DurableParent {
        struct State: DurableState, Equatable {
            var rows: [Row.State] = []
            var header = Row.State(id: 0)
            static var rows: [DurableRows<State>] { [.elements("rows", \.rows)] }
        }

        enum Action: Codable, Equatable {
            case add(Int), remove(Int)
            case row(Int, Row.Action), header(Row.Action), undeclared(Row.Action), delayed(Row.Action)
        }

        static var durableChildren: [DurableChild<Board>] {
            [
                .elements("rows", Row.self, at: \.rows, Action.row),
                .child("header", Row.self, at: \.header, Action.header),
            ]
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Board> {
            switch action {
            case .add(let id): state.rows.append(Row.State(id: id))
            case .remove(let id): state.rows.removeAll { $0.id == id }
            case .row(let id, let action):
                return Row().reduce(&state.rows, id: id, action).map(Action.row, at: \.rows, id: id)
            case .header(let action): return Row().reduce(&state.header, action).map(Action.header, at: \.header)
            case .delayed(let action):
                let two = Flow<Row>.send(action).and(.send(action))
                return .after(.seconds(1), two.map(Action.undeclared))
            case .undeclared(let action): return Row().reduce(&state.header, action).map(Action.undeclared)
            }
            return .none
        }
    }

    struct Row: Reducer {
        struct State: Codable, Equatable, Identifiable {
            let id: Int
            var log: [String] = []
        }

        enum Action: Codable, Equatable {
            case charge, charged(Int?), remind, note(String)
        }

        /// An id that is neither a text nor a number.
        enum Name: Codable, Hashable { case charge }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Row> {
            switch action {
            case .charge:
                return .execute(
                    RowCharge(row: state.id), id: Name.charge, policy: .latest, onCancel: .note("cancelled"))
            case .charged(let attempt): state.log.append(attempt.map { "charged \($0)" } ?? "refused")
            case .remind: return .after(.seconds(60), .send(.note("reminded")), id: "remind")
            case .note(let text): state.log.append(text)
            }
            return .none
        }
    }

    /// A command of a row. Its events become actions of the row.
    struct RowCharge: DurableCommand, Equatable {
        typealias Output = Int
        typealias Failure = Refused
        static let durableName = "row charge"
        static var interruption: Interruption<RowCharge> { .runAgain(starts: 3) }
        let row: Int

        func response(to event: Event<RowCharge>) -> Row.Action { .charged(event.output) }
    }

    /// A command whose outside is asked after a restart.
    struct Transfer: DurableCommand, Equatable {
        typealias Output = Int
        typealias Failure = Refused
        static let durableName = "transfer"
        static var interruption: Interruption<Transfer> { .ask(starts: 3) }
        let order: Int

        func response(to event: Event<Transfer>) -> Shop.Action {
            event.output.map { .note("transferred \($0)") } ?? .note("not transferred")
        }
    }
#endif
