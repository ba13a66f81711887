#if Testing || App
    import GuideBlocks
    import Millrace
    import MillraceExtras
    import MillraceTesting
    import Testing

    struct Steep: Command, Equatable {
        typealias Output = String
        typealias Progress = Never
        var name: String
        var minutes: Int
    }

    struct Cold: Error {}

    struct Kitchen: Reducer {
        struct State: Equatable {
            var notes: [String] = []
            var isRunning = false
            var seconds = 0
            var eyes = 0
        }
        enum Action: Equatable {
            case start, confirm, confirmed, steep(Steep), insist(Steep), steeped(Event<Steep>), tick(Interval.Tick)
            case roll, rolled(Event<RandomNumber>)
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .start: state.isRunning = true
            case .confirm: break
            case .confirmed: state.isRunning = false
            case .steep(let tea): return .execute(tea, as: Action.steeped)
            case .insist(let tea):
                let retry = Retry.times(5, delay: .milliseconds(100), factor: 2, upTo: .seconds(10), jitter: 0.5)
                return .execute(tea, as: Action.steeped, retry: retry)
            case .steeped(.data(let note)): state.notes.append(note)
            case .steeped(.failure(let error)): state.notes.append("\(error)")
            case .tick(let tick): state.seconds += tick.periods
            case .roll: return .execute(RandomNumber(in: 1...6), as: Action.rolled)
            case .rolled(.data(let eyes)): state.eyes = eyes
            }
            return .none
        }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            if state.isRunning { commands.every(.seconds(1), as: Action.tick, id: "clock") }
        }
    }

    /// Ticks that need no value.
    struct Blinker: Reducer {
        enum Action: Equatable { case blink }
        func reduce(_ isOn: inout Bool, _ action: Action) -> Flow<Self> {
            isOn.toggle()
            return .none
        }
        func activeCommands(for state: Bool, _ commands: inout ActiveCommands<Self>) {
            commands.every(.milliseconds(500), as: Action.blink, id: "blink")
        }
    }

    @MainActor @Suite("Guides · time and waiting")
    struct TimeGuideTests {
        @Test("Guides · the code of the guide to time is compiled and run")
        func blocks() throws {
            let guide = try Guide(at: "Sources/Millrace/Millrace.docc/Time.md")
            #expect(!guide.blocks.isEmpty)
            #expect(try guide.strays(in: "Tests/TimeTests") == [])
        }

        @Test("Guides · sleeping, and publishing an event")
        func steeping() async {
            let store = TestStore(Kitchen.State(), Kitchen()) { engine in
                let clock = engine.clock
                engine.handle(Steep.self) { tea in
                    try await clock.sleep(for: .seconds(tea.minutes * 60))
                    return "Your \(tea.name) is ready."
                }
            }
            store.send(.steep(Steep(name: "Assam", minutes: 4)))
            await store.advance(by: .seconds(240))
            store.receive(.steeped(.data("Your Assam is ready."))) { $0.notes = ["Your Assam is ready."] }
            let engine = store.engine
            store.store.listen(to: Steep.self, as: Kitchen.Action.steeped)
            engine.publish(Event<Steep>.data("Your Darjeeling is ready."))
            store.receive(.steeped(.data("Your Darjeeling is ready."))) { $0.notes.append("Your Darjeeling is ready.") }
            await store.finish()
        }

        @Test("Guides · sleeping with the clock of a reply")
        func replying() async {
            let store = TestStore(Kitchen.State(), Kitchen()) { engine in
                engine.handle(Steep.self) { tea, reply in
                    try await reply.clock.sleep(for: .seconds(tea.minutes * 60))
                    reply.finish(with: "Your \(tea.name) is ready.")
                }
            }
            store.send(.steep(Steep(name: "Assam", minutes: 4)))
            await store.advance(by: .seconds(240))
            store.receive(.steeped(.data("Your Assam is ready."))) { $0.notes = ["Your Assam is ready."] }
            await store.finish()
        }

        @Test("Guides · pauses before retries")
        func retrying() {
            let store = TestStore(Kitchen.State(), Kitchen())
            store.send(.insist(Steep(name: "Assam", minutes: 4)))
            store.engine.jitter = { 0.5 }
            store.fail(Steep(name: "Assam", minutes: 4), with: Cold())
            #expect(store.clock.next == .milliseconds(75))
            store.clock.advance(by: .milliseconds(75))
            store.complete(Steep(name: "Assam", minutes: 4), with: "Ready.") { $0.notes = ["Ready."] }
            store.finish()
        }

        @Test("Guides · ticks, and waiting for a state and for an action")
        func waiting() async throws {
            let time = TestClock()
            let engine = Engine(scheduler: time)
            let store = Store(Kitchen.State(), Kitchen(), on: engine)
            store.work { [messages = store.messages] action, _ in
                guard action == .start else { return .none }
                try await messages.first(within: .seconds(30)) { $0 == .confirm }
                return .send(.confirmed)
            }
            let started = store.send(.start)
            await engine.restInTime { time.waiting == 2 }
            let reached = Task {
                let state = try await store.next(where: { $0.seconds >= 2 }, within: .seconds(5))
                return state.seconds
            }
            await engine.restInTime { time.waiting == 3 }
            time.advance(by: .seconds(3))
            #expect(try await reached.valueInTime() == 2)
            store.send(.confirm)
            try await started.finishedInTime()
            #expect(!store.state.isRunning && time.waiting == 0 && store.state.seconds == 3)
        }

        @Test("Guides · ticks without a value")
        func blinking() {
            let store = TestStore(false, Blinker())
            store.clock.advance(by: .seconds(1))
            store.receive(.blink) { $0 = true }
            store.receive(.blink) { $0 = false }
            store.exhaustivity = .off
            store.finish()
        }
    }
#endif
