import Millrace
package import MillraceModules
import MillraceExtras
package import MillraceWeb
package import SevenGUIsCore

extension CircleDrawer: Module {
    package func state(for _: Void) -> State { State() }
}

extension CircleDrawer: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        h1 { "Circle drawer" }
        div {
            button("Undo", send: .undo(.undo)).disabled(!state.undo.canUndo).shortcut("Control+z")
            button("Redo", send: .undo(.redo)).disabled(!state.undo.canRedo).shortcut("Control+y")
        }
        svg(width: 600, height: 300, description: "\(state.circles.count) circles") {
            each(state.circles) { it in
                circle(x: it.center.x, y: it.center.y, radius: it.diameter / 2)
                    .class("selected", if: it.id == state.selection)
            }
        }
        .id("canvas")
        .onPointer(.move) { .move(Point(x: $0.x, y: $0.y)) }
        .onPointer(.click) { .click(Point(x: $0.x, y: $0.y)) }
        .onPointer(.contextMenu) { _ in .openDialog }
        if let adjusted = state.circles.first(where: { $0.id == state.adjusted }) { diameter(of: adjusted) }
    }

    @HTMLBuilder<Action> private func diameter(of circle: Circle.State) -> HTML<Action> {
        dialog(isOpen: true, label: "Diameter", cancel: .closeDialog) {
            p { "Diameter of the circle at \(circle.center.x.rounded().text), \(circle.center.y.rounded().text)" }
            slider("Diameter", value: circle.diameter, in: 4...200) { .circle(circle.id, .set(\.diameter, $0)) }
            button("Close", send: .closeDialog)
        }
    }

    package func title(_ state: State) -> String { "Circle drawer" }
    package func path(_ state: State) -> String? { "circles" }
}
