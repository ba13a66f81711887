import MillraceKit

/// A list with many rows, of which one changes.
struct List: Reducer {
    struct Row: Identifiable, Equatable {
        let id: Int
        var title = "Emma"
        var count = 0
    }
    struct State {
        var rows: [Row]

        init(rows: Int) { self.rows = (0..<rows).map { Row(id: $0) } }
    }
    enum Action { case row(Int, RowAction) }
    enum RowAction { case count(Int) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .row(let index, .count(let number)): state.rows[index].count &+= number
        }
        return .none
    }
}
