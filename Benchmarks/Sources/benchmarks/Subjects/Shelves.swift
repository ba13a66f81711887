import MillraceKit

/// A feature with concurrent commands, arrays and dictionaries.
struct Shelves: Reducer {
    struct Load: Command, Hashable {
        struct Failure: Error, Hashable {}
        typealias Output = Int
        typealias Progress = Int
        var shelf: Int
    }

    struct State: Hashable {
        var books: [Int: [Int]] = [:]
        var loading: [Int] = []
        var failed: [Int] = []
    }

    enum Action: Equatable {
        case load(Int)
        case loaded(Int, Event<Load>)
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .load(let shelf):
            state.loading = (state.loading + [shelf]).sorted()
            return .execute(Load(shelf: shelf), as: { .loaded(shelf, $0) })
        case .loaded(let shelf, .data(let book)):
            state.loading.removeAll { $0 == shelf }
            state.books[shelf, default: []].append(book)
        case .loaded(let shelf, .failure):
            state.loading.removeAll { $0 == shelf }
            state.failed = (state.failed + [shelf]).sorted()
        case .loaded: break
        }
        return .none
    }

    @Sendable static func actions(_ state: State) -> [Action] {
        (0..<5).filter { shelf in
            !state.loading.contains(shelf) && !state.failed.contains(shelf) && state.books[shelf, default: []].count < 2
        }.map { .load($0) }
    }
}
