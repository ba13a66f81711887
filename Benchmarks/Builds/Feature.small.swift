import SmallStore

// The feature of Feature.millrace.swift, on the store of sixty lines.

struct LoadN {
    var page: Int
}

struct DetailN: SmallReducer {
    struct State: Equatable {
        var isExpanded = false
        var note = ""
    }
    enum Action { case toggle, write(String) }

    func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .toggle: state.isExpanded.toggle()
        case .write(let note): state.note = note
        }
        return .none
    }
}

struct FeatureN: SmallReducer {
    struct State: Equatable {
        var count = 0
        var title = ""
        var rows: [String] = []
        var isLoading = false
        var error: String?
        var detail = DetailN.State()
    }
    enum Action { case add(Int), rename(String), refresh, loaded(Result<[String], any Error>), detail(DetailN.Action) }

    let load: (LoadN) throws -> [String]

    func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .add(let number): state.count += number
        case .rename(let title): state.title = title
        case .refresh:
            state.isLoading = true
            let page = state.count
            return .run { .loaded(Result { try load(LoadN(page: page)) }) }
        case .loaded(.success(let rows)): (state.rows, state.isLoading) = (rows, false)
        case .loaded(.failure(let error)): (state.error, state.isLoading) = ("\(error)", false)
        case .detail(let action): return DetailN().reduce(&state.detail, action).map(Action.detail)
        }
        return .none
    }
}

@MainActor func runFeatureN() -> Int {
    let store = SmallStore(FeatureN.State(), FeatureN { command in ["row \(command.page)"] })
    var shown = 0
    store.subscribe(to: \.title) { shown += $0.utf8.count }
    store.subscribe(to: \.detail.note) { shown += $0.utf8.count }
    store.send(.add(CommandLine.arguments.count))
    store.send(.rename("Feature N"))
    store.send(.refresh)
    store.send(.detail(.write("note")))
    return shown + store.state.count + store.state.rows.count
}
