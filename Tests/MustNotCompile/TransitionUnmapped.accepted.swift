import Millrace

struct Row: Reducer {
    enum Action { case tapped }
    enum Transition { case detail }

    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> { .transition(.detail) }
}

struct List: Reducer {
    enum Action { case row(Row.Action) }
    enum Transition { case row(Row.Transition) }

    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> {
        guard case .row(let action) = action else { return .none }
        return Row().reduce(&state, action).map(Action.row, transition: Transition.row)
    }
}
