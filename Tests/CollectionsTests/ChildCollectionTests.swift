import Millrace
import MillraceCollections
import MillraceHistory
import OrderedCollections
import Testing

/// Children in each kind of collection: the same actions give the same states, effects and faults.
@Suite("Children in collections", .serialized)
struct ChildCollectionTests {
    struct Load: Command { typealias Output = Int }

    struct Row: Reducer {
        struct State: Identifiable {
            let id: Int
            var count = 0
        }
        enum Action { case load, loaded(Event<Load>) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .load: return .execute(Load(), as: Action.loaded)
            case .loaded(.data(let number)): state.count += number
            case .loaded: break
            }
            return .none
        }
    }

    struct List<Rows: ChildCollection>: Reducer where Rows.ChildID == Int, Rows.ChildState == Row.State {
        struct State { var rows: Rows }
        enum Action { case row(Int, Row.Action), set(Rows) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .row(let id, let action):
                return Row().reduce(&state.rows, id: id, action).map(Action.row, at: \.rows, id: id)
            case .set(let rows):
                state.rows = rows
                return .none
            }
        }
    }

    @MainActor
    func check<Rows: ChildCollection>(_ make: ([Row.State]) -> Rows) async throws
    where Rows.ChildID == Int, Rows.ChildState == Row.State {
        let engine = Engine()
        var replies: [Reply<Load>] = []
        var faults: [Fault.Kind] = []
        engine.onFault = { faults.append($0.kind) }
        engine.handle(Load.self) { _, reply in replies.append(reply) }
        let store = Store(List<Rows>.State(rows: make([1, 2].map { Row.State(id: $0) })), List<Rows>(), on: engine)
        func count(_ id: Int) -> Int? {
            store.state.rows.childIndex(id: id).map { store.state.rows[childAt: $0].count }
        }

        store.send(.row(1, .load))
        store.send(.row(2, .load))
        try #require(replies.count == 2)
        replies[1].finish(with: 5)
        engine.processPending()
        #expect([count(1), count(2)] == [0, 5])

        store.send(.set(make([Row.State(id: 2, count: 5)])))
        #expect(replies[0].isClosed, "the effect of the removed child is cancelled")
        store.send(.row(1, .load))
        #expect(faults == [.missingChild])
        #expect([count(1), count(2)] == [nil, 5])
    }

    @Test(
        "A child is reduced in place, and its effect is cancelled when it is removed",
        arguments: ["array", "dictionary", "identified", "ordered"])
    @MainActor func kinds(_ kind: String) async throws {
        switch kind {
        case "array": try await check { $0 }
        case "dictionary": try await check { Dictionary(uniqueKeysWithValues: $0.map { ($0.id, $0) }) }
        case "identified": try await check { IdentifiedArray(uniqueElements: $0) }
        default: try await check { OrderedDictionary(uniqueKeysWithValues: $0.map { ($0.id, $0) }) }
        }
    }
}
