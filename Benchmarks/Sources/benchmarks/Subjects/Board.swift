import MillraceKit

/// Ten properties that can be observed separately, and a count.
struct Board: Reducer {
    struct State {
        var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0
        var count = 0
    }
    enum Action { case count(Int) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        if case .count(let number) = action { state.count &+= number }
        return .none
    }

    static var parts: [KeyPath<State, Int>] { [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j] }
}
