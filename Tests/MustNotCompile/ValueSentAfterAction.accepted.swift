import Millrace

final class Pen { var ink = 3 }

struct Desk: Reducer {
    enum Action { case put(Pen) }

    func reduce(_ pens: inout [Pen], _ action: Action) -> Flow<Self> {
        switch action {
        case .put(let pen): pens.append(pen)
        }
        return .none
    }
}

// A value that was sent to a store belongs to the store's actor.
@MainActor func launch(pen: sending Pen) {
    let desk = Store([], Desk(), on: Engine())
    desk.send(.put(Pen()))
    Task.detached {
        pen.ink = 9
    }
}
