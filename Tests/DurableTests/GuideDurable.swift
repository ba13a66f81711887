#if SQLite || App
    import Millrace
    import MillraceDurable

    // The code of the guide “Durable”.

    struct ChargeCard: DurableCommand {
        typealias Output = String
        static let durableName = "charge"
        static var interruption: Interruption<ChargeCard> { .runAgain() }
        let order: Int

        func response(to event: Event<ChargeCard>) -> Orders.Action { .charged(order, event.output) }
    }

    struct Orders: Reducer {
        struct Order: Codable, Equatable, Identifiable {
            let id: Int
            var receipt: String?
        }

        struct State: DurableState {
            var orders: [Order] = []
            static var rows: [DurableRows<State>] { [.elements("orders", \.orders)] }
        }

        enum Action: Codable {
            case place(Int)
            case charged(Int, String?)
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Orders> {
            switch action {
            case .place(let id):
                state.orders.append(Order(id: id))
                return .execute(ChargeCard(order: id), id: id, retry: .times(5, delay: .seconds(1)))
            case .charged(let id, let receipt):
                for index in state.orders.indices where state.orders[index].id == id {
                    state.orders[index].receipt = receipt
                }
                return .none
            }
        }
    }

    @MainActor func openShop(_ file: String, _ bank: CardBank) async throws -> (DurableEngine, Store<Orders>) {
        let storage = try await DurableStorage(sqlite: file)
        let engine = try await storage.engine("shop")
        engine.handle(ChargeCard.self) { command, call in try await bank.charge(command.order, key: call.key) }
        let orders = try engine.store("orders", Orders.State(), Orders())
        try await engine.resume()
        return (engine, orders)
    }

    @MainActor func place(_ order: Int, _ request: String, _ orders: Store<Orders>) async throws {
        try await orders.send(.place(order), id: request).stored()
    }

    /// The bank of the guide.
    actor CardBank {
        private(set) var charges: [String: Int] = [:]

        func charge(_ order: Int, key: String) async throws -> String {
            charges[key] = order
            return "receipt \(order)"
        }
    }
#endif
