package import Millrace
package import MillraceExtras

/// Task 4: time that elapses until a duration that can be changed at any time.
package struct Timer: Reducer {
    package struct State: Hashable {
        package var elapsed = Duration.zero, duration: Duration
        package init(duration: Duration = .seconds(15)) { self.duration = duration }
    }
    package enum Action { case tick(Interval.Tick), setDuration(Duration), reset }
    static let period = Duration.milliseconds(100)
    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .tick(let tick): state.elapsed = min(state.elapsed + Self.period * tick.periods, state.duration)
        case .setDuration(let duration): state.duration = duration
        case .reset: state.elapsed = .zero
        }
        return .none
    }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        if state.elapsed < state.duration { commands.every(Self.period, as: Action.tick, id: "tick") }
    }
}
