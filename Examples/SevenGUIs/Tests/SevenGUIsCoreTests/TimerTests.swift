import MillraceExtras
import MillraceTesting
import Testing

@testable import SevenGUIsCore

@MainActor struct TimerTests {
    @Test("Timer · time elapses until the duration, and goes on if the duration is extended")
    func elapses() {
        let store = TestStore(Timer.State(duration: .milliseconds(200)), Timer())
        store.clock.advance(by: .seconds(1))
        store.receive(.tick(.init())) { $0.elapsed = .milliseconds(100) }
        store.receive(.tick(.init())) { $0.elapsed = .milliseconds(200) }
        store.send(.setDuration(.milliseconds(250))) { $0.duration = .milliseconds(250) }
        store.clock.advance(by: .seconds(1))
        store.receive(.tick(.init())) { $0.elapsed = .milliseconds(250) }
        store.finish()
    }

    @Test("Timer · a reset starts again, and missed ticks count")
    func resets() {
        let store = TestStore(Timer.State(duration: .seconds(1)), Timer())
        store.send(.tick(.init(missed: 4))) { $0.elapsed = .milliseconds(500) }
        store.send(.reset) { $0.elapsed = .zero }
        store.send(.setDuration(.zero)) { $0.duration = .zero }
        store.clock.advance(by: .seconds(1))
        store.finish()
    }

    @Test("Timer · time never passes the duration, in any order of ticks, changes and resets")
    func races() {
        let exploration = Explorer(Timer.State(duration: .milliseconds(200)), Timer())
            .actions { _ in
                [.reset, .setDuration(.zero), .setDuration(.milliseconds(200)), .setDuration(.milliseconds(300))]
            }
            .always("it ticks only until the duration") { system in
                system.pending(Interval.self).isEmpty == (system.state.elapsed >= system.state.duration)
            }
            .never("time passes the longest duration") { $0.state.elapsed > .milliseconds(300) }
            .sometimes("the longest duration elapses") { $0.state.elapsed == .milliseconds(300) }
            .sometimes("the duration is shorter than the elapsed time") { $0.state.elapsed > $0.state.duration }
            .check()
        #expect(exploration.isComplete)
    }
}
