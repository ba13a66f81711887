import Millrace

// The build benchmark copies this feature: a state of a few fields, a few actions, a command and a child. The number of the copy
// replaces the N in each name.

struct LoadN: Command {
    typealias Output = [String]
    var page: Int
}

struct DetailN: Reducer {
    struct State: Equatable {
        var isExpanded = false
        var note = ""
    }
    enum Action { case toggle, write(String) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .toggle: state.isExpanded.toggle()
        case .write(let note): state.note = note
        }
        return .none
    }
}

struct FeatureN: Reducer {
    struct State: Equatable {
        var count = 0
        var title = ""
        var rows: [String] = []
        var isLoading = false
        var error: String?
        var detail = DetailN.State()
    }
    enum Action { case add(Int), rename(String), refresh, loaded(Event<LoadN>), detail(DetailN.Action) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .add(let number): state.count += number
        case .rename(let title): state.title = title
        case .refresh: return .execute(LoadN(page: state.count), as: Action.loaded)
        case .loaded(.progress): state.isLoading = true
        case .loaded(.data(let rows)): (state.rows, state.isLoading) = (rows, false)
        case .loaded(.failure(let error)): (state.error, state.isLoading) = ("\(error)", false)
        case .detail(let action): return DetailN().reduce(&state.detail, action).map(Action.detail, at: \.detail)
        }
        return .none
    }
}

@MainActor func runFeatureN(on engine: Engine) -> Int {
    engine.handle(LoadN.self) { command in ["row \(command.page)"] }
    let store = Store(FeatureN.State(), FeatureN(), on: engine)
    var shown = 0
    store.subscribe(to: \.title) { shown += $0.utf8.count }
    store.subscribe(to: \.detail.note) { shown += $0.utf8.count }
    store.send(.add(CommandLine.arguments.count))
    store.send(.rename("Feature N"))
    store.send(.refresh)
    store.send(.detail(.write("note")))
    return shown + store.state.count + store.state.rows.count
}
