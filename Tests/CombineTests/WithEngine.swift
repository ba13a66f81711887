import MillraceInspection

#if canImport(Combine) || OpenCombine
    import Millrace
    @_exported import TestSupport
    import Testing

    /// Runs `body` with an engine whose time is the test's, and demands that it leaves nothing alive but handlers, that
    /// it had no fault but those of these kinds, and that shutting down leaves nothing at all.
    @MainActor func withEngine(
        faults: [Fault.Kind] = [], sourceLocation: SourceLocation = #_sourceLocation,
        _ body: @escaping (Engine, Time) async throws -> Void
    ) async throws {
        let time = Time()
        let engine = Engine(scheduler: time)
        var heard: [Fault] = []
        engine.onFault = { heard.append($0) }
        try await withDeadlineForTest(sourceLocation: sourceLocation) { try await body(engine, time) }
        var resources = engine.resources
        resources.handlers = 0
        #expect(resources.isEmpty, "left alive: \(resources)", sourceLocation: sourceLocation)
        #expect(heard.map(\.kind) == faults, "\(heard)", sourceLocation: sourceLocation)
        engine.shutdown()
        #expect(engine.resources.isEmpty, "alive after shutdown: \(engine.resources)", sourceLocation: sourceLocation)
    }

    /// A time that stands still until it is told to go on.
    final class Time: Millrace.Scheduler {
        private(set) var now: Duration = .zero
        private var alarms: [(number: Int, deadline: Duration, fire: () -> Void)] = []
        private var lastNumber = 0

        func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
            lastNumber += 1
            alarms.append((lastNumber, now + delay, fire))
            return { [weak self, lastNumber] in self?.alarms.removeAll { $0.number == lastNumber } }
        }

        /// Lets `duration` pass, and fires what is due then.
        func advance(by duration: Duration) {
            now += duration
            while let due = alarms.firstIndex(where: { $0.deadline <= now }) { alarms.remove(at: due).fire() }
        }
    }

    /// Counts, says each count it is told to, and keeps what it hears of its command.
    struct Teller: Reducer {
        struct State: Equatable {
            var count = 0
            var title = ""
            var heard: [Event<Fetch>] = []
        }
        enum Action {
            case add(Int), rename(String), say(String), cancel
            case fetch(Retry = .never, Timeout<any Error>? = nil)
            case heard(Event<Fetch>)
        }
        typealias Output = String

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .add(let number): state.count += number
            case .rename(let title): state.title = title
            case .say(let text): return .output(text)
            case .fetch(let retry, let timeout):
                return .execute(Fetch(), as: Action.heard, id: "fetch", retry: retry, timeout: timeout)
            case .cancel: return .cancel("fetch")
            case .heard(let event): state.heard.append(event)
            }
            return .none
        }
    }

    struct Fetch: Command { typealias Output = String }
    struct Oops: Error, Equatable { var number = 0 }

    extension Store<Teller> {
        convenience init(on engine: Engine) { self.init(Teller.State(), Teller(), on: engine) }
    }
#endif
