import Millrace
import MillraceExtras

/// A parent with an optional child, children in a dictionary and children in an array.
struct Desktop: Reducer {
    struct Window: Identifiable, Equatable { let id: Int; var page = LoggingReducer.State() }
    struct State: Equatable {
        var sheet: LoggingReducer.State?
        var rows: [String: LoggingReducer.State] = [:]
        var windows: [Window] = []
        var outputs: [String] = []
    }

    enum Action {
        case open, close
        case put(row: String), take(row: String)
        case show(window: Int), hide(window: Int)
        case sheet(LoggingReducer.Action), row(String, LoggingReducer.Action), window(Int, WindowReducer.Action)
        case output(String)
    }

    struct WindowReducer: Reducer {
        func reduce(_ window: inout Window, _ action: LoggingReducer.Action) -> Flow<Self> {
            LoggingReducer().reduce(&window.page, action).map({ $0 }, output: LoggingReducer.Action.note, at: \.page)
        }
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .open: state.sheet = LoggingReducer.State()
        case .close: state.sheet = nil
        case .put(let row): state.rows[row] = LoggingReducer.State()
        case .take(let row): state.rows[row] = nil
        case .show(let id): state.windows[id: id] = Window(id: id)
        case .hide(let id): state.windows[id: id] = nil
        case .output(let text): state.outputs.append(text)
        case .sheet(let action):
            return LoggingReducer().reduce(&state.sheet, action).map(Action.sheet, output: Action.output, at: \.sheet)
        case .row(let key, let action):
            return LoggingReducer().reduce(&state.rows, id: key, action)
                .map(Action.row, output: { .output($1) }, at: \.rows, id: key)
        case .window(let id, let action):
            return WindowReducer().reduce(&state.windows[id: id], action)
                .map({ .window(id, $0) }, at: \.windows[id: id])
        }
        return .none
    }
}
