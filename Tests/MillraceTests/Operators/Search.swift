import Millrace
import MillraceExtras

struct Find: Command, Equatable {
    typealias Output = [String]
    var query: String
}

/// Searches when the query has changed, whatever changed it.
struct Search: ComposedReducer {
    struct State: Equatable {
        var query = ""
        var results: [String] = []
        var page = 0
    }
    enum Action { case type(String), clear, turnPage, found(Event<Find>) }

    var body: some ReducerBody<Self> {
        Reduce { state, action in
            switch action {
            case .type(let text): state.query = text
            case .clear: state.query = ""
            case .turnPage: state.page += 1
            case .found(let event): state.results = event.output ?? []
            }
            return .none
        }
        .onChange(of: \.query) { _, query in
            query.isEmpty ? .cancel(Find.self) : find(query)
        }
        .onChange(of: \.results.count) { old, new, state in
            state.page = 0
            return .post(News(text: "\(old) → \(new)"))
        }
    }

    func find(_ query: String) -> Flow<Self> {
        .execute(Find(query: query), as: Action.found, policy: .latest)
    }
}
