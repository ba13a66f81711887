#if Hummingbird || App
    import Foundation
    import Millrace
    import MillraceInspector
    import MillraceJournal

    @testable import WebTestSupport

    /// Charges an amount.
    struct Charge: Command, Codable, Hashable {
        typealias Output = String
        struct Failure: Error, Codable, Hashable { var reason: String }
        var amount: Int
    }

    /// A shop whose orders are charged.
    struct Till: Reducer {
        struct Item: Codable, Hashable, Identifiable {
            var id: Int
            var name: String
            var price: Int
        }

        struct State: Codable, Equatable {
            var items: [Item] = []
            var total = 0
            var receipt: String?
            var problem: String?
        }

        enum Action: Codable, Equatable {
            case add(Item)
            case remove(Int)
            case pay
            case charged(Event<Charge>)
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .add(let item):
                state.items.append(item)
                state.total += item.price
            case .remove(let id):
                // The fault that the tests look for: the total stays.
                state.items.removeAll { $0.id == id }
            case .pay: return .execute(Charge(amount: state.total), as: Action.charged)
            case .charged(.data(let receipt)): state.receipt = receipt
            case .charged(.failure(let failure)): state.problem = failure.reason
            case .charged(.progress): break
            }
            return .none
        }
    }

    /// A program with a recorder and an inspector.
    @MainActor final class InspectorFixture {
        let engine: Engine
        let store: Store<Till>
        let recorder: Recorder
        let server: InspectorServer
        private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

        private init() throws {
            engine = Engine()
            store = Store(Till.State(), Till(), on: engine)
            engine.handle(Charge.self) { (command: Charge) async throws(Charge.Failure) -> String in
                if command.amount > 100 { throw Charge.Failure(reason: "limit") }
                return "paid \(command.amount)"
            }
            recorder = try Recorder(engine, folder: folder)
            server = InspectorServer(Inspector(recorder))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        static func run(_ body: (InspectorFixture, _ link: String) async throws -> Void) async throws {
            let fixture = try InspectorFixture()
            let running = Task { [server = fixture.server] in try await server.run() }
            let link = try await fixture.server.link
            do { try await body(fixture, link) } catch {
                await fixture.server.shutDown()
                throw error
            }
            await fixture.server.shutDown()
            try await running.value
            await fixture.recorder.end()
        }

        /// Buys two items, removes one, and pays.
        func shop() {
            store.send(.add(.init(id: 1, name: "tea", price: 30)))
            store.send(.add(.init(id: 2, name: "cake", price: 90)))
            store.send(.remove(2))
            store.send(.pay)
        }
    }
#endif
