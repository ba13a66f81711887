import MillraceHistory

#if canImport(Combine) || OpenCombine || App
    import Millrace
    @_exported import TestSupport
    import Testing

    /// Runs `body` with an engine whose time the test controls.
    ///
    /// Expects that only handlers are left alive, that the faults have these kinds, and that nothing is alive after a shutdown.
    @MainActor func withEngine(
        faults: [Fault.Kind] = [], sourceLocation: SourceLocation = #_sourceLocation,
        _ body: @escaping (Engine, Time) async throws -> Void
    ) async throws {
        let time = Time()
        let engine = Engine(scheduler: time)
        var received: [Fault] = []
        engine.onFault = { received.append($0) }
        try await withDeadlineForTest(sourceLocation: sourceLocation) { try await body(engine, time) }
        var resources = engine.resources
        resources.handlers = 0
        #expect(resources.isEmpty, "left alive: \(resources)", sourceLocation: sourceLocation)
        #expect(received.map(\.kind) == faults, "\(received)", sourceLocation: sourceLocation)
        engine.shutdown()
        #expect(engine.resources.isEmpty, "alive after shutdown: \(engine.resources)", sourceLocation: sourceLocation)
    }

    /// A clock that advances only when the test does.
    final class Time: Millrace.Scheduler {
        private(set) var now: Duration = .zero
        private var timers: [(number: Int, deadline: Duration, fire: () -> Void)] = []
        private var lastNumber = 0

        func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
            lastNumber += 1
            timers.append((lastNumber, now + delay, fire))
            return { [weak self, lastNumber] in self?.timers.removeAll { $0.number == lastNumber } }
        }

        /// Advances by `duration`, and fires the timers that are due.
        func advance(by duration: Duration) {
            now += duration
            while let due = timers.firstIndex(where: { $0.deadline <= now }) { timers.remove(at: due).fire() }
        }
    }

    /// Counts, sends texts as outputs, and stores the events of its command.
    struct CountingReducer: Reducer {
        struct State: Equatable {
            var count = 0
            var title = ""
            var received: [Event<Fetch>] = []
        }
        enum Action {
            case add(Int), rename(String), say(String), cancel
            case fetch(Retry = .never, Timeout<any Error>? = nil)
            case received(Event<Fetch>)
        }
        typealias Output = String

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .add(let number): state.count += number
            case .rename(let title): state.title = title
            case .say(let text): return .output(text)
            case .fetch(let retry, let timeout):
                return .execute(Fetch(), as: Action.received, id: "fetch", retry: retry, timeout: timeout)
            case .cancel: return .cancel("fetch")
            case .received(let event): state.received.append(event)
            }
            return .none
        }
    }

    struct Fetch: Command { typealias Output = String }
    struct Oops: Error, Equatable { var number = 0 }

    extension Store<CountingReducer> {
        convenience init(on engine: Engine) { self.init(CountingReducer.State(), CountingReducer(), on: engine) }
    }
#endif
