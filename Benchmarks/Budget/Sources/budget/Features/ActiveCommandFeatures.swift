import Millrace

/// A feature with one command that is always active.
struct OneActive: Reducer {
    struct State { var number = 0 }
    enum Action { case tick, ticked(Event<Tick>) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        if case .tick = action { state.number &+= 1 }
        return .none
    }

    func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(Tick(number: 0), as: Action.ticked, id: "socket")
    }
}

/// A feature with ten commands that are always active.
struct TenActive: Reducer {
    struct State { var number = 0 }
    enum Action { case tick, ticked(Event<Tick>) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        if case .tick = action { state.number &+= 1 }
        return .none
    }

    func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        for number in 0..<10 { commands.execute(Tick(number: number), as: Action.ticked, id: number) }
    }
}
