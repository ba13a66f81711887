import Millrace
import MillraceExtras

/// A feature with an interval.
struct Ticking: Reducer {
    struct State { var count = 0 }
    enum Action { case tick(Interval.Tick) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        if case .tick(let tick) = action { state.count &+= tick.periods }
        return .none
    }

    func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.every(.seconds(1), as: Action.tick, id: "clock")
    }
}

/// A scheduler with one timer. Each step advances the time to the timer.
final class StepScheduler: Scheduler {
    private(set) var now = Duration.zero
    private var timer: (delay: Duration, fire: () -> Void)?

    func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
        timer = (delay, fire)
        return { [weak self] in self?.timer = nil }
    }

    func step() {
        guard let (delay, fire) = timer else { return }
        timer = nil
        now += delay
        fire()
    }
}
