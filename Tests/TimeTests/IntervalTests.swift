#if Testing || App
    import Millrace
    import MillraceExtras
    import MillraceHistory
    import MillraceTesting
    import Testing

    /// A timer that can be started, stopped and made faster.
    struct Stopwatch: Reducer {
        struct State: Hashable {
            var isRunning = false
            var period = Duration.seconds(1)
            var count = 0
            var missed = 0
        }
        enum Action: Hashable { case start, stop, faster, tick(Interval.Tick) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .start: state.isRunning = true
            case .stop: state.isRunning = false
            case .faster: state.period = .milliseconds(250)
            case .tick(let tick): (state.count, state.missed) = (state.count + 1, state.missed + tick.missed)
            }
            return .none
        }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            if state.isRunning { commands.every(state.period, as: Action.tick, id: "clock") }
        }
    }

    /// A scheduler whose actor was busy: time passes, and then what is due comes late.
    private final class BusyScheduler: Scheduler {
        var now = Duration.zero
        private var due: [(number: Int, time: Duration, fire: () -> Void)] = []
        private var last = 0

        var waiting: Int { due.count }
        var next: Duration? { due.first?.time }

        func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
            last += 1
            due.append((last, now + delay, fire))
            return { [weak self, last] in self?.due.removeAll { $0.number == last } }
        }

        /// Lets time pass at once; each timer that is due then fires once.
        func jump(to time: Duration) {
            now = time
            let all = due.filter { $0.time <= time }
            due.removeAll { $0.time <= time }
            for timer in all { timer.fire() }
        }
    }

    @MainActor @Suite("Intervals")
    struct IntervalTests {
        @Test("Time · Ticks come at their times, exactly, as long as the state requests them")
        func exact() {
            let store = TestStore(Stopwatch.State(), Stopwatch())
            store.send(.start) { $0.isRunning = true }
            store.clock.advance(by: .milliseconds(999))
            store.clock.advance(by: .milliseconds(1))
            store.receive(.tick(.init())) { $0.count = 1 }
            store.clock.advance(by: .seconds(19))
            for number in 2...20 { store.receive(.tick(.init())) { $0.count = number } }
            #expect(store.clock.next == .seconds(1))
            store.send(.stop) { $0.isRunning = false }
            #expect(store.clock.waiting == 0)
            store.finish()
        }

        @Test("Time · Another period begins a new interval")
        func period() {
            let store = TestStore(Stopwatch.State(isRunning: true), Stopwatch())
            store.clock.advance(by: .milliseconds(900))
            store.send(.faster) { $0.period = .milliseconds(250) }
            store.clock.advance(by: .milliseconds(500))
            store.receive(.tick(.init())) { $0.count = 1 }
            store.receive(.tick(.init())) { $0.count = 2 }
            store.send(.stop) { $0.isRunning = false }
            store.finish()
        }

        @Test(
            "Time · Ticks of a busy actor come as one that reports how many were missed, and the next one is on time"
        )
        func missed() {
            let time = BusyScheduler()
            let engine = Engine(scheduler: time)
            let store = Store(Stopwatch.State(isRunning: true), Stopwatch(), on: engine)
            time.jump(to: .milliseconds(1_700))
            #expect(store.state.count == 1 && store.state.missed == 0 && time.next == .seconds(2))
            time.jump(to: .milliseconds(5_300))
            #expect(store.state.count == 2 && store.state.missed == 3 && time.next == .seconds(6))
            time.jump(to: .seconds(6))
            #expect(store.state.count == 3 && store.state.missed == 3 && time.next == .seconds(7))
            store.send(.stop)
            #expect(time.waiting == 0)
        }

        @Test("Time · An interval ends with its store and with its engine")
        func release() {
            let time = ManualScheduler()
            let engine = Engine(scheduler: time)
            var store: Store<Stopwatch>? = Store(Stopwatch.State(isRunning: true), Stopwatch(), on: engine)
            time.advance(by: .seconds(2))
            #expect(store?.state.count == 2)
            store = nil
            engine.processPending()
            #expect(time.waiting == 0)
            let other = Store(Stopwatch.State(isRunning: true), Stopwatch(), on: engine)
            #expect(time.waiting == 1)
            engine.shutdown()
            #expect(time.waiting == 0 && engine.resources.effects == 0 && other.state.count == 0)
        }

        @Test("Time · A test can send a tick itself, and a handler can take the place of the clock")
        func byHand() {
            let store = TestStore(Stopwatch.State(isRunning: true), Stopwatch())
            store.answer(Interval(every: .seconds(1)), with: .data(.init(missed: 2))) { ($0.count, $0.missed) = (1, 2) }
            store.send(.stop) { $0.isRunning = false }
            store.finish()

            let engine = Engine(scheduler: TestClock())
            var replies: [Reply<Interval>] = []
            engine.handle(Interval.self) { replies.append($1) }
            let watch = Store(Stopwatch.State(isRunning: true), Stopwatch(), on: engine)
            replies.first?.data(.init())
            engine.processPending()
            #expect(watch.state.count == 1)
            watch.send(.stop)
            replies = []
        }

        @Test("Time · A search tries a tick at any moment, and its counterexample runs on a test store")
        func explored() throws {
            let explorer = Explorer(Stopwatch.State(), Stopwatch())
                .actions { $0.isRunning ? [.stop] : [.start] }
                .never("a second tick") { $0.state.count == 2 }
            let exploration = explorer.explore()
            #expect(exploration.undeclared == [])
            let example = try #require(exploration.violations.first)
            #expect(example.length == 3)
            let store = explorer.play(example)
            #expect(store.store.state.count == 2)
            let stopped = Explorer(Stopwatch.State(), Stopwatch())
                .actions { $0.isRunning ? [.stop] : [.start] }
                .limit(depth: 6)
                .never("a tick after a stop") { !$0.state.isRunning && !$0.pending.isEmpty }
                .explore()
            #expect(stopped.violations.isEmpty && stopped.states > 6)
            let late = Explorer(Stopwatch.State(), Stopwatch())
                .actions { $0.isRunning ? [.stop] : [.start] }
                .never("a missed tick") { $0.state.missed == 1 }
                .explore()
            #expect(late.violations.first?.steps.count == 2)
            #expect(late.violations.first?.steps.last?.hasSuffix("Tick(missed: 1)))") == true)
        }
    }
#endif
