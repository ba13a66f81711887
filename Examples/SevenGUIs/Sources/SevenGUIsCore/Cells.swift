import Millrace
package import MillraceExtras

/// Task 7: a spreadsheet with formulas. A change computes only the cells that depend on it.
package struct Cells: ComposedReducer {
    package struct State: Hashable {
        package private(set) var cells: [Position: Cell] = [:]
        package var editing: Position?
        package var input = ""
        /// The cells whose formulas refer to a cell.
        private var dependents: [Position: Set<Position>] = [:]
        package init() {}

        mutating func set(_ position: Position, to text: String) {
            for reference in cells[position]?.references ?? [] { dependents[reference]?.remove(position) }
            cells[position] = text.isEmpty ? nil : Cell(text)
            for reference in cells[position]?.references ?? [] { dependents[reference, default: []].insert(position) }
            let affected = affected(by: position)
            for position in affected { cells[position]?.value = nil }
            for position in affected {
                let value = cells[position]?.formula?.value(in: self)
                cells[position]?.value = value
            }
        }

        /// The cell and those that depend on it, each after those that it depends on.
        private func affected(by position: Position) -> [Position] {
            var order: [Position] = [], seen: Set<Position> = []
            func visit(_ position: Position) {
                guard seen.insert(position).inserted else { return }
                dependents[position]?.forEach(visit)
                order.append(position)
            }
            visit(position)
            return order.reversed()
        }
    }
    package enum Action {
        case field(FieldChange<State>), edit(Position), commit, cancel
        var field: FieldChange<State>? { if case .field(let it) = self { it } else { nil } }
    }
    package init() {}

    package var body: some ReducerBody<Self> {
        FieldReducer(\.field)
        Reduce { state, action in
            switch action {
            case .field: break
            case .edit(let position): (state.editing, state.input) = (position, state.cells[position]?.text ?? "")
            case .commit:
                if let position = state.editing { state.set(position, to: state.input) }
                state.editing = nil
            case .cancel: state.editing = nil
            }
            return .none
        }
    }
}

/// A cell: a text, or a formula if its text begins with `=`.
package struct Cell: Hashable {
    package let text: String
    let formula: Formula?
    /// The value of the formula; `nil` if it has none.
    package fileprivate(set) var value: Double?
    var references: [Position] { formula?.references ?? [] }

    init(_ text: String) {
        (self.text, formula) = (text, text.first == "=" ? FormulaParser.parse(text.dropFirst()) : nil)
    }

    /// The text to show.
    package var display: String { text.first == "=" ? value?.text ?? "#ERROR" : text }
}
