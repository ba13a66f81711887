import Millrace
import Testing

struct Book: Equatable, Sendable { var title: String }
struct FetchBooks: Command { typealias Output = [Book] }

struct Library: Reducer {
    struct State { var books: [Book] = []; var isLoading = false; var error: String? }
    enum Action { case refresh, fetched(Event<FetchBooks>) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .refresh: return .execute(FetchBooks(), as: Action.fetched, policy: .latest)
        case .fetched(.progress): state.isLoading = true
        case .fetched(.data(let books)): (state.books, state.isLoading) = (books, false)
        case .fetched(.failure(let error)): (state.error, state.isLoading) = ("\(error)", false)
        }
        return .none
    }
}

@MainActor @Test func smoke() async throws {
    let engine = Engine()
    engine.handle(FetchBooks.self) { _ in
        await Task.yield()
        return [Book(title: "Emma")]
    }
    let store = Store(Library.State(), Library(), on: engine)
    var heard: [[Book]] = []
    store.subscribe(to: \.books) { heard.append($0) }
    let receipt = store.send(.refresh)
    #expect(store.state.isLoading)
    try await receipt.finished()
    #expect(!store.isLoading)
    #expect(heard == [[], [Book(title: "Emma")]])
    #expect(engine.census.effects == 0 && engine.census.subscribers == 1)
}
