import Millrace
import TestSupport
import Testing

/// Timers are scheduled when the loop ends. Most commands with a timeout have ended by then.
@MainActor struct NewTimersTests {
    /// Counts the scheduled timers. No timer fires.
    final class CountingScheduler: Scheduler {
        let now = Duration.zero
        private(set) var scheduled: [Duration] = []
        private(set) var cancelledCount = 0

        func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
            scheduled.append(delay)
            return { self.cancelledCount += 1 }
        }
    }

    @Test("L9 · a command with a timeout that is answered at once schedules no timer")
    func answeredAtOnce() async throws {
        let time = CountingScheduler()
        let engine = Engine(scheduler: time)
        engine.handle(Fetch.self) { $0.name }
        let store = Store(LoggingReducer.State(), LoggingReducer(), on: engine)
        for usesFastPath in [true, false] {
            engine.usesFastPath = usesFastPath
            try await store.send(.do(Self.timed(5))).finishedInTime()
            try await store.send(.do(Self.timed(5).and(Self.timed(6)))).finishedInTime()
        }
        #expect(time.scheduled == [] && store.state.log.count == 6)
    }

    @Test("L9 · a delay that is cancelled in its own turn schedules no timer")
    func cancelledAtOnce() async throws {
        let time = CountingScheduler()
        let store = Store(LoggingReducer.State(), LoggingReducer(), on: Engine(scheduler: time))
        let receipt = store.send(.do(.after(.seconds(1), .note("never"), id: "later").and(.cancel("later"))))
        await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        #expect(time.scheduled == [])
    }

    @Test("L9 · effects that have not ended when the loop ends schedule their timers in order")
    func scheduledInOrder() async throws {
        let time = CountingScheduler()
        let engine = Engine(scheduler: time)
        let fake = FakeHandler<Fetch>(engine)
        let store = Store(LoggingReducer.State(), LoggingReducer(), on: engine)
        let receipt = store.send(
            .do(.after(.seconds(1), .note("never"), id: "later").and(Self.timed(5)).and(Self.timed(6))))
        #expect(time.scheduled == [.seconds(1), .seconds(5), .seconds(6)])
        await fake.succeed(0, with: "x")
        await fake.succeed(1, with: "y")
        store.send(.do(.cancel("later")))
        await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        #expect(time.cancelledCount == 3)
    }

    private static func timed(_ seconds: Int) -> Flow<LoggingReducer> {
        .execute(Fetch(), as: LoggingReducer.Action.received, timeout: .after(.seconds(seconds)))
    }
}
