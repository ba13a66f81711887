import Millrace
package import MillraceModules
import MillraceExtras
package import MillraceWeb
package import SevenGUIsCore

extension Cells: Module {
    package func state(for _: Void) -> State { State() }
}

extension Cells: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        h1 { "Cells" }
        p { "Double-click a cell to edit it. Enter completes the edit, and Escape cancels it." }
        div {
            table {
                thead {
                    tr {
                        th { "" }
                        for column in 0..<26 { th { name(of: column) }.scope(.column) }
                    }
                }
                tbody {
                    each(equatable: (0..<100).map { Row($0, state) }, id: \.number, content: cells(of:))
                }
            }
        }.class("sheet")
    }

    /// The values that a row shows.
    private struct Row: Equatable {
        let number: Int
        var texts: [Int: String] = [:]
        var editing: Int?
        var input = ""

        init(_ number: Int, _ state: State) {
            self.number = number
            for column in 0..<26 {
                texts[column] = state.cells[Position(column: column, row: number)]?.display
            }
            guard let position = state.editing, position.row == number else { return }
            (editing, input) = (position.column, state.input)
        }
    }

    private func cells(of row: Row) -> HTML<Action> {
        tr {
            th { row.number }.scope(.row)
            for column in 0..<26 {
                td {
                    if column == row.editing { field(row, column) } else { row.texts[column] }
                }
                .onPointer(.doubleClick) { _ in .edit(Position(column: column, row: row.number)) }
            }
        }
    }

    private func field(_ row: Row, _ column: Int) -> HTML<Action> {
        textField("\(name(of: column))\(row.number)", value: row.input) { .field(.set(\.input, $0)) }
            .id("cell").autofocus().onSubmit(send: .commit).onKey("Escape", inFields: true, send: .cancel)
    }

    private func name(of column: Int) -> String { String(UnicodeScalar(UInt8(65 + column))) }

    package func title(_ state: State) -> String { "Cells" }
    package func path(_ state: State) -> String? { "cells" }
}
