#if SQLite || App
    import Millrace
    import MillraceDurable

    /// The feature that the tests restart.
    struct Shop: Reducer {
        struct Order: Codable, Equatable, Identifiable, Sendable {
            let id: Int
            var isPaid = false
            var attempts: [Int] = []
        }

        struct State: DurableState, Equatable {
            var orders: [Order] = []
            var totals: [String: Int] = [:]
            var notes: [String] = []
            static var rows: [DurableRows<State>] { [.elements("orders", \.orders), .values("totals", \.totals)] }
        }

        enum Action: Codable, Equatable, Sendable {
            case place(Int)
            case transfer(Int), transferPatiently(Int)
            case paid(Int, attempt: Int)
            case refused(Int)
            case note(String)
            case remind(String, milliseconds: Int, thenCharge: Bool)
            case `repeat`(milliseconds: Int), tick(milliseconds: Int)
            case cancelReminder(String)
            case cancelCharge(Int)
            case sort
            case run(Work)
        }

        /// Work of several kinds.
        enum Work: String, Codable, Sendable {
            case closure, plain, timeout, sequence, throttle, badID, fails, cancels, queue
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Shop> {
            switch action {
            case .place(let id):
                state.orders.append(Order(id: id))
                state.totals["all", default: 0] += 1
                return .execute(Charge(order: id), id: id, onCancel: .note("cancelled \(id)"))
            case .transfer(let id): return .execute(Transfer(order: id))
            case .transferPatiently(let id):
                return .execute(Transfer(order: id), retry: .times(2, delay: .seconds(1)))
            case .paid(let id, let attempt):
                for index in state.orders.indices where state.orders[index].id == id {
                    state.orders[index].isPaid = true
                    state.orders[index].attempts.append(attempt)
                }
            case .refused(let id): state.notes.append("refused \(id)")
            case .note(let text): state.notes.append(text)
            case .remind(let text, let time, let charges):
                let note = Flow<Shop>.send(.note(text))
                return .after(
                    .milliseconds(time), charges ? note.and(.execute(Charge(order: 7))) : note, id: text)
            case .repeat(let time): return .after(.milliseconds(time), .send(.tick(milliseconds: time)), id: "tick")
            case .tick(let time):
                state.notes.append("tick")
                return .send(.repeat(milliseconds: time))
            case .cancelReminder(let text): return .cancel(text)
            case .cancelCharge(let id): return .cancel(id)
            case .sort: state.orders.sort { $0.id < $1.id }
            case .run(let work): return flow(work)
            }
            return .none
        }

        private func flow(_ work: Work) -> Flow<Shop> {
            switch work {
            case .closure: .execute(Charge(order: 1), as: { _ in .note("closure") })
            case .plain: .execute(Ping(), as: { _ in .note("plain") })
            case .timeout:
                .execute(Charge(order: 1), timeout: .after(.seconds(1), failingWith: Refused()))
            case .sequence: .execute(Charge(order: 1)).then(.send(.note("then")))
            case .throttle: .throttle(.seconds(1), id: "throttle", .send(.note("throttle")))
            case .badID: .execute(Charge(order: 1), id: 1.5)
            case .fails: .execute(Fails())
            case .cancels: .execute(Cancels(), onCancel: .note("interrupted"))
            case .queue:
                .merge((1...3).map { .execute(Charge(order: $0), id: "queue", policy: .queue) })
            }
        }
    }

    struct Refused: Error, Codable, Equatable {}

    struct Charge: DurableCommand, Equatable {
        typealias Output = Int
        typealias Failure = Refused
        static let durableName = "charge"
        static var interruption: Interruption<Charge> { .runAgain(starts: 3) }
        let order: Int

        func response(to event: Event<Charge>) -> Shop.Action {
            switch event {
            case .data(let attempt): .paid(order, attempt: attempt)
            case .failure, .progress: .refused(order)
            }
        }
    }

    /// A command that fails if its process ends.
    struct Fails: DurableCommand, Equatable {
        typealias Output = Int
        typealias Failure = Refused
        static let durableName = "fails"
        static var interruption: Interruption<Fails> { .fail(Refused()) }

        func response(to event: Event<Fails>) -> Shop.Action { event.output == nil ? .note("failed") : .note("done") }
    }

    /// A command that is cancelled if its process ends.
    struct Cancels: DurableCommand, Equatable {
        typealias Output = Int
        typealias Failure = Refused
        static let durableName = "cancels"
        static var interruption: Interruption<Cancels> { .cancel }

        func response(to event: Event<Cancels>) -> Shop.Action { .note("answered") }
    }

    /// A command that cannot be stored.
    struct Ping: Command, Equatable { typealias Output = Int }
#endif
