import MillraceKit

/// A reducer with a child.
struct Level<Child: Reducer>: Reducer where Child.Output == Never, Child.Transition == Never {
    struct State {
        var child: Child.State
        var count = 0
    }
    enum Action {
        case child(Child.Action)
        case count(Int)
    }

    let child: Child

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .child(let action): return child.reduce(&state.child, action).map(Action.child)
        case .count(let number): state.count &+= number
        }
        return .none
    }
}

typealias TwoLevels<Child: Reducer> = Level<Level<Child>> where Child.Output == Never, Child.Transition == Never
typealias EightLevels = TwoLevels<TwoLevels<TwoLevels<TwoLevels<Counter>>>>

extension EightLevels {
    static func make() -> EightLevels {
        .init(
            child: .init(
                child: .init(
                    child: .init(child: .init(child: .init(child: .init(child: .init(child: Counter()))))))))
    }

    /// Returns the initial state of eight levels.
    static func start() -> EightLevels.State {
        .init(
            child: .init(
                child: .init(
                    child: .init(child: .init(child: .init(child: .init(child: .init(child: 0))))))))
    }

    /// Returns an action that passes all levels.
    @inline(__always)
    static func route(_ action: Counter.Action) -> EightLevels.Action {
        .child(.child(.child(.child(.child(.child(.child(.child(action))))))))
    }
}
