#if Testing || App
    import MillraceExtras
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct ClockTests {
        private func shelf() -> TestStore<Shelf> { TestStore(Shelf.State(), Shelf()) }

        @Test("Clock · timers fire in the order of their deadlines, including the timers that they schedule")
        func order() {
            let clock = TestClock()
            var done: [String] = []
            func wait(_ seconds: Int, _ name: String) -> () -> Void {
                clock.schedule(after: .seconds(seconds)) { done.append("\(name) at \(clock.now)") }
            }
            _ = wait(3, "c")
            _ = wait(1, "a")
            let cancel = wait(2, "x")
            _ = clock.schedule(after: .seconds(1)) { _ = wait(1, "b") }
            _ = wait(-5, "now")
            cancel()
            cancel()
            #expect(clock.waiting == 4 && clock.next == .zero)
            clock.advance(by: .zero)
            #expect(done == ["now at 0.0 seconds"])
            clock.advance(by: .seconds(2))
            #expect(
                done == ["now at 0.0 seconds", "a at 1.0 seconds", "b at 2.0 seconds"] && clock.next == .seconds(1))
            clock.run()
            #expect(done.last == "c at 3.0 seconds" && clock.waiting == 0 && clock.next == nil)
            clock.run()
            clock.advance(by: .seconds(1))
            #expect(clock.now == .seconds(4))
        }

        @Test("Clock · delays, debounces and throttles use the test clock")
        func delays() {
            let found = issues {
                let store = shelf()
                store.send(.do(.after(.seconds(1), .send(.add(1)))))
                for number in 2...4 { store.send(.do(.debounce(.seconds(2), id: "d", .send(.add(number))))) }
                for number in 5...7 {
                    store.send(.do(.throttle(.seconds(3), id: "t", .send(.add(number)))))
                    if number == 5 { store.receive(.add(5)) { $0.count = 5 } }
                }
                store.clock.advance(by: .seconds(3))
                store.receive(.add(1)) { $0.count = 6 }
                store.receive(.add(4)) { $0.count = 10 }
                store.receive(.add(7)) { $0.count = 17 }
            }
            #expect(found == [])
        }

        @Test("Clock · timeouts and retry delays use the test clock")
        func timeouts() {
            let found = issues {
                let store = shelf()
                store.send(
                    .do(
                        .execute(
                            Search(text: "a"), as: Shelf.Action.found, retry: .times(9, delay: .seconds(4)),
                            timeout: .after(.seconds(10), failingWith: Unreachable(host: "slow")))))
                store.fail(Search.self, with: Unreachable())
                store.clock.advance(by: .seconds(4))
                store.fail(Search.self, with: Unreachable())
                store.clock.advance(by: .seconds(4))
                #expect(store.pending.count == 1)
                store.clock.advance(by: .seconds(2))
                store.receive(.found(.failure(Unreachable(host: "slow")))) { $0.error = "slow" }
                #expect(store.pending.isEmpty)
            }
            #expect(found == [])
        }

        @Test("Clock · run() fires all timers; a timer that repeats forever fails the test")
        func run() {
            let line: UInt = #line
            let found = issues {
                let store = TestStore(0, Ticking())
                store.send(.start(3))
                store.clock.run()
                for number in 1...3 { store.receive(.tick(3 - number)) { $0 = number } }
                store.exhaustivity = .off
                store.send(.start(.max))
                store.clock.run(limit: 5)
                #expect(store.clock.now == .seconds(8))
            }
            #expect(
                found == [
                    Issue(
                        line: line + 8,
                        text: """
                            clock.run() stopped at its limit: it fired 5 timers, and 1 timer is still scheduled. The time of the clock is 8.0 seconds.

                            To fix this, cancel the repeating timer in the reducer, advance by a shorter duration, or pass a greater limit.
                            """)
                ])
        }

        @Test("Clock · a negative duration fails the test, and so does a timer that repeats without a delay")
        func wrong() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.clock.advance(by: .seconds(-1))
                let clock = TestClock()
                func again() { _ = clock.schedule(after: .zero, again) }
                again()
                clock.advance(by: .seconds(1), limit: 7)
                #expect(store.clock.now == .zero && clock.now == .zero)
                clock.run(limit: 0)
                clock.run(limit: -1)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            clock.advance(by: -1.0 seconds) failed: the duration is negative. The clock did not change.

                            To fix this, pass a duration of zero or more.
                            """),
                    Issue(
                        line: line + 7,
                        text: """
                            clock.advance(by: 1.0 seconds) stopped at its limit: it fired 7 timers, and 1 timer is still scheduled. The time of the clock is 0.0 seconds.

                            To fix this, cancel the repeating timer in the reducer, advance by a shorter duration, or pass a greater limit.
                            """),
                    Issue(
                        line: line + 9,
                        text: """
                            clock.run() stopped at its limit: it fired 0 timers, and 1 timer is still scheduled. The time of the clock is 0.0 seconds.

                            To fix this, cancel the repeating timer in the reducer, advance by a shorter duration, or pass a greater limit.
                            """),
                    Issue(
                        line: line + 10,
                        text: """
                            clock.run() stopped at its limit: it fired 0 timers, and 1 timer is still scheduled. The time of the clock is 0.0 seconds.

                            To fix this, cancel the repeating timer in the reducer, advance by a shorter duration, or pass a greater limit.
                            """),
                ])
        }

        @Test("Clock · unasserted actions fail the test before the clock advances, and after it")
        func left() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.send(.twice(0))
                store.clock.advance(by: .seconds(1))
                store.send(.do(.after(.seconds(1), .send(.ignored))))
                store.clock.advance(by: .seconds(1))
            }
            #expect(found.map(\.line) == [line + 3, line + 6])
        }

        @Test("Clock · a clock without a test store is a scheduler; a clock can outlive its test store")
        func alone() {
            let clock = TestClock()
            let engine = Engine(scheduler: clock)
            let store = Store(Shelf.State(), Shelf(), on: engine)
            store.send(.do(.after(.seconds(1), .send(.add(1)))))
            clock.advance(by: .seconds(1))
            #expect(store.count == 1)
            var kept: TestClock?
            #expect(issues { kept = shelf().clock } == [])
            kept?.advance(by: .seconds(1))
            #expect(kept?.now == .seconds(1))
        }

        @Test("Clock · ten thousand timers are scheduled, cancelled and fired in order")
        func many() {
            let clock = TestClock()
            var done: [Int] = []
            let cancels = (0..<10_000).map { number in
                clock.schedule(after: .milliseconds((number * 7919) % 10_007)) { done.append(number) }
            }
            for number in stride(from: 0, to: 10_000, by: 2) { cancels[number]() }
            #expect(clock.waiting == 5_000)
            clock.run()
            #expect(done == (0..<10_000).filter { $0 % 2 == 1 }.sorted { ($0 * 7919) % 10_007 < ($1 * 7919) % 10_007 })
        }
    }

    /// Counts ticks. A tick takes a second.
    struct Ticking: Reducer {
        enum Action { case start(Int), tick(Int) }

        func reduce(_ ticks: inout Int, _ action: Action) -> Flow<Self> {
            let left: Int
            switch action {
            case .start(let count): left = count
            case .tick(let count):
                ticks += 1
                left = count
            }
            return left > 0 ? .after(.seconds(1), .send(.tick(left - 1))) : .none
        }
    }
#endif
