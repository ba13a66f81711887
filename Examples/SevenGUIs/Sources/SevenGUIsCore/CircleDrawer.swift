import Millrace
package import MillraceExtras

/// Task 6: circles that are drawn with a click, and a dialog that changes the diameter of one, with undo and redo.
package struct CircleDrawer: ComposedReducer {
    package struct State: Hashable {
        package var circles: [Circle.State] = []
        package var undo = UndoStack<[Circle.State]>()
        /// The circle under the pointer.
        package var selection: Int?
        /// The circle that the dialog changes.
        package var adjusted: Int?
        package init() {}

        func circle(at point: Point) -> Int? {
            circles.filter { $0.center.distance(to: point) <= $0.diameter / 2 }
                .min { $0.center.distance(to: point) < $1.center.distance(to: point) }?.id
        }
    }
    package enum Action {
        case move(Point), click(Point), openDialog, closeDialog, circle(Int, Circle.Action), undo(UndoAction)
        var circle: (Int, Circle.Action)? { if case .circle(let id, let it) = self { (id, it) } else { nil } }
        var undo: UndoAction? { if case .undo(let it) = self { it } else { nil } }
    }
    package init() {}

    package var body: some ReducerBody<Self> {
        Reduce(draw)
            .forEach(\.circles, action: .case(Action.circle, \.circle)) { Circle() }
            .undoable(\.circles, in: \.undo, action: .case(Action.undo, \.undo)) {
                if case .circle(let id, _) = $0 { .group(id) } else { .separate }
            }
    }

    func draw(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .move(let point): state.selection = state.circle(at: point)
        case .click(let point) where state.circle(at: point) == nil:
            state.circles.append(.init(id: (state.circles.last?.id ?? 0) + 1, center: point))
        case .openDialog: state.adjusted = state.selection
        case .closeDialog:
            state.adjusted = nil
            return .send(.undo(.endGroup))
        case .undo(.undo), .undo(.redo): (state.selection, state.adjusted) = (nil, nil)
        case .click, .circle, .undo: break
        }
        return .none
    }
}

package struct Point: Hashable {
    package var x, y: Double
    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    func distance(to other: Point) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }
}

/// A circle, whose fields one action sets.
package struct Circle: ComposedReducer {
    package struct State: Hashable, Identifiable {
        package let id: Int
        package let center: Point
        package var diameter = 40.0
    }
    package typealias Action = FieldChange<State>
    package var body: some ReducerBody<Self> { FieldReducer { $0 } }
}
