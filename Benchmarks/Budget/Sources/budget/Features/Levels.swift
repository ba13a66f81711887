import Millrace

// Eight features, each the child of the previous one.

struct Level1: Reducer {
    struct State {
        var own = 0
        var child = Level2.State()
    }
    enum Action { case own, child(Level2.Action) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .own:
            state.own += 1
            return .none
        case .child(let action): return Level2().reduce(&state.child, action).map(Action.child, at: \.child)
        }
    }
}

struct Level2: Reducer {
    struct State {
        var own = 0
        var child = Level3.State()
    }
    enum Action { case own, child(Level3.Action) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .own:
            state.own += 1
            return .none
        case .child(let action): return Level3().reduce(&state.child, action).map(Action.child, at: \.child)
        }
    }
}

struct Level3: Reducer {
    struct State {
        var own = 0
        var child = Level4.State()
    }
    enum Action { case own, child(Level4.Action) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .own:
            state.own += 1
            return .none
        case .child(let action): return Level4().reduce(&state.child, action).map(Action.child, at: \.child)
        }
    }
}

struct Level4: Reducer {
    struct State {
        var own = 0
        var child = Level5.State()
    }
    enum Action { case own, child(Level5.Action) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .own:
            state.own += 1
            return .none
        case .child(let action): return Level5().reduce(&state.child, action).map(Action.child, at: \.child)
        }
    }
}

struct Level5: Reducer {
    struct State {
        var own = 0
        var child = Level6.State()
    }
    enum Action { case own, child(Level6.Action) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .own:
            state.own += 1
            return .none
        case .child(let action): return Level6().reduce(&state.child, action).map(Action.child, at: \.child)
        }
    }
}

struct Level6: Reducer {
    struct State {
        var own = 0
        var child = Level7.State()
    }
    enum Action { case own, child(Level7.Action) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .own:
            state.own += 1
            return .none
        case .child(let action): return Level7().reduce(&state.child, action).map(Action.child, at: \.child)
        }
    }
}

struct Level7: Reducer {
    struct State {
        var own = 0
        var child = Level8.State()
    }
    enum Action { case own, child(Level8.Action) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .own:
            state.own += 1
            return .none
        case .child(let action): return Level8().reduce(&state.child, action).map(Action.child, at: \.child)
        }
    }
}

struct Level8: Reducer {
    struct State {
        var own = 0
        var other = 0
    }
    enum Action { case own, other }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .own: state.own += 1
        case .other: state.other += 1
        }
        return .none
    }
}
