import MillraceExtras
import MillraceTesting
import Testing

@testable import SevenGUIsCore

@MainActor struct CircleDrawerTests {
    private let first = Circle.State(id: 1, center: Point(x: 0, y: 0))
    private let second = Circle.State(id: 2, center: Point(x: 30, y: 0))

    @Test("Circle drawer · a click outside of all circles draws one, and the pointer selects the nearest")
    func draws() {
        let store = TestStore(CircleDrawer.State(), CircleDrawer())
        store.send(.click(Point(x: 0, y: 0))) {
            $0.circles = [first]
            $0.undo.record([])
        }
        store.send(.click(Point(x: 20, y: 0)))
        store.send(.click(Point(x: 30, y: 0))) {
            $0.circles = [first, second]
            $0.undo.record([first])
        }
        store.send(.move(Point(x: 14, y: 0))) { $0.selection = 1 }
        store.send(.move(Point(x: 16, y: 0))) { $0.selection = 2 }
        store.send(.move(Point(x: 90, y: 0))) { $0.selection = nil }
        store.finish()
    }

    @Test("Circle drawer · all diameters until the dialog is closed are one step")
    func adjusts() {
        var state = CircleDrawer.State()
        (state.circles, state.selection) = ([first], 1)
        let store = TestStore(state, CircleDrawer())
        store.exhaustivity = .off
        for diameter in [50.0, 60, 80, 90] {
            if diameter == 50 || diameter == 80 { store.send(.openDialog) { $0.adjusted = 1 } }
            store.send(.circle(1, .set(\.diameter, diameter))) { $0.circles[0].diameter = diameter }
            if diameter == 60 || diameter == 90 { store.send(.closeDialog) { $0.adjusted = nil } }
        }
        #expect(store.state.undo.past.map { $0[0].diameter } == [40, 60])
        store.send(.undo(.undo)) { $0.circles[0].diameter = 60 }
        store.send(.undo(.undo)) { $0.circles[0].diameter = 40 }
        store.send(.undo(.undo))
        #expect(store.state.selection == nil && !store.state.undo.canUndo)
        store.send(.undo(.redo)) { $0.circles[0].diameter = 60 }
        store.send(.click(Point(x: 90, y: 90)))
        #expect(store.state.circles.count == 2 && !store.state.undo.canRedo)
        store.finish()
    }
}
