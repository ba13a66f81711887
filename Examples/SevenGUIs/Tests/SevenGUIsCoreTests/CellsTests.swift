import MillraceExtras
import MillraceTesting
import Testing

@testable import SevenGUIsCore

@MainActor struct CellsTests {
    private func sheet(_ cells: KeyValuePairs<String, String>) -> Cells.State {
        var state = Cells.State()
        for (name, text) in cells { state.set(position(name), to: text) }
        return state
    }

    private func position(_ name: String) -> Position {
        Position(column: Int(name.utf8.first!) - 65, row: Int(name.dropFirst())!)
    }

    @Test("Cells · a cell is edited, and the edit is committed or cancelled")
    func edits() {
        let store = TestStore(sheet(["B2": "7"]), Cells())
        store.send(.edit(position("B2"))) { ($0.editing, $0.input) = (position("B2"), "7") }
        store.send(.field(.set(\.input, "8"))) { $0.input = "8" }
        store.send(.cancel) { $0.editing = nil }
        store.send(.commit)
        store.send(.edit(position("A0"))) { ($0.editing, $0.input) = (position("A0"), "") }
        store.send(.field(.set(\.input, "=add(B2, 3)"))) { $0.input = "=add(B2, 3)" }
        store.send(.commit) {
            $0.set(position("A0"), to: "=add(B2, 3)")
            $0.editing = nil
        }
        #expect(store.state.cells[position("A0")]?.display == "10")
        store.finish()
    }

    @Test(
        "Cells · formulas have numbers, cells, ranges and functions",
        arguments: [
            ("=5.5", "5.5"), ("=B1", "2"), ("=sum(B1:C2)", "10"), ("=div(sum(B1:C2), 4)", "2.5"),
            ("=prod(B1, B2, C1)", "24"),
            ("=sub(1, mul(2, -3))", "7"), ("=mod(7, C1)", "3"), ("=sum(B1:B9)", "5"), ("five", "five"), ("", nil),
            ("=", "#ERROR"), ("=B", "#ERROR"), ("=B100", "#ERROR"), ("=sum(", "#ERROR"), ("=add(1)", "#ERROR"),
            ("=C1:B1", "#ERROR"), ("=B1:B2", "#ERROR"), ("=D1", "#ERROR"), ("=E1", "#ERROR"), ("=root(4)", "#ERROR"),
        ] as [(String, String?)])
    func formulas(text: String, display: String?) {
        var state = sheet(["B1": "2", "B2": "3", "C1": "=mul(B1, 2)", "C2": "1", "D1": "text", "E1": "=D1"])
        state.set(position("A1"), to: text)
        #expect(state.cells[position("A1")]?.display == display)
    }

    @Test("Cells · a change updates all cells that depend on it, each once and after those that it depends on")
    func propagates() {
        var state = sheet(["A1": "1", "B1": "=A1", "C1": "=add(A1, B1)", "D1": "=add(B1, C1)"])
        func values() -> [String?] { ["B1", "C1", "D1"].map { state.cells[position($0)]?.display } }
        #expect(values() == ["1", "2", "3"])
        state.set(position("A1"), to: "10")
        #expect(values() == ["10", "20", "30"])
        state.set(position("B1"), to: "=5")
        state.set(position("A1"), to: "")
        #expect(values() == ["5", "5", "10"])
    }

    @Test("Cells · cells in a cycle have no value until the cycle is broken")
    func cycles() {
        var state = sheet(["A1": "=B1", "B1": "=C1", "C1": "=A1", "D1": "=add(C1, 1)"])
        for name in ["A1", "B1", "C1", "D1"] { #expect(state.cells[position(name)]?.display == "#ERROR") }
        state.set(position("B1"), to: "2")
        #expect(["A1", "C1", "D1"].map { state.cells[position($0)]?.display } == ["2", "2", "3"])
        state.set(position("B1"), to: "=B1")
        #expect(state.cells[position("D1")]?.display == "#ERROR")
    }
}
