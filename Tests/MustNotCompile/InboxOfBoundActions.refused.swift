import MillraceExtras
import Millrace

final class Pen { var ink = 3 }

struct Desk: Reducer {
    enum Action { case put(Pen) }

    func reduce(_ pens: inout Int, _ action: Action) -> Flow<Self> {
        pens += 1
        return .none
    }
}

@MainActor func launch() {
    let store = Store(0, Desk(), on: Engine())
    _ = store.inbox  // refused: does not conform to the 'Sendable' protocol
}
