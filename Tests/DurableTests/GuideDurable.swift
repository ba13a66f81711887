#if SQLite || App
    import Foundation
    import Millrace
    import MillraceDurable
    import MillraceTesting
    import Testing

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

    // MARK: Children

    struct Basket: DurableParent {
        struct State: DurableState {
            var lines: [Line.State] = []
            static var rows: [DurableRows<State>] { [.elements("lines", \.lines)] }
        }

        enum Action: Codable { case line(Int, Line.Action) }

        static var durableChildren: [DurableChild<Basket>] {
            [.elements("lines", Line.self, at: \.lines, Action.line)]
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Basket> {
            switch action {
            case .line(let id, let action):
                Line().reduce(&state.lines, id: id, action).map(Action.line, at: \.lines, id: id)
            }
        }
    }

    /// A line of a basket, which is reserved for a minute.
    struct Line: Reducer {
        struct State: Codable, Equatable, Identifiable {
            let id: Int
            var isReserved = false
        }

        enum Action: Codable { case reserve, release }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Line> {
            state.isReserved = action == .reserve
            return action == .reserve ? .after(.seconds(60), .send(.release)) : .none
        }
    }

    // MARK: Changes of a program

    struct OldOrder: Decodable {
        let id: Int
        let receipt: String?
    }

    let receipts = DurableMigration("receipts begin with a hash") { changes in
        try changes.elements(of: "orders", "orders", from: OldOrder.self) { old in
            Orders.Order(id: old.id, receipt: old.receipt.map { "#" + $0 })
        }
    }

    func openMigrated(_ file: String) async throws -> DurableStorage {
        try await DurableStorage(sqlite: file, migrations: [receipts])
    }

    @Suite struct Storages {
        @Test func shop() async throws {
            for file in DurableCheck.requested {
                var check = DurableCheck(file, engine: "shop")
                check.store("orders", Orders())
                let answer = try await check.run()
                #expect(answer.isSame, "\(answer)")
            }
        }
    }

    // MARK: Tests

    @MainActor func exploreOrders() async throws {
        try await Explorer(Orders.State(), Orders())
            .actions { $0.orders.isEmpty ? [.place(1)] : [] }
            .outcomes(of: ChargeCard.self) { _ in [.complete("receipt")] }
            .eventually("a receipt", from: { !$0.state.orders.isEmpty }) {
                $0.state.orders.allSatisfy { $0.receipt != nil }
            }
            .checkRestarts()
    }
#endif
