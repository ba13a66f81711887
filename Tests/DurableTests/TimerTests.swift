#if SQLite || App
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Delays after a restart.
    @MainActor @Suite("Timers") struct TimerTests {
        @Test("Durable 6 · a delay keeps its deadline, and what follows it", arguments: [false, true])
        func delays(charges: Bool) async throws {
            let bank = Bank(.memory())
            try await bank.start()
            bank.store?.send(.remind("call", milliseconds: 60_000, thenCharge: charges))
            try await bank.engine?.stored()
            bank.scheduler.advance(by: .seconds(10))
            bank.time += 10
            bank.kill()
            bank.time += 20
            try await bank.start()
            bank.scheduler.advance(by: .milliseconds(29_999))
            #expect(bank.store?.state.notes == [])
            bank.scheduler.advance(by: .milliseconds(1))
            #expect(bank.store?.state.notes == ["call"])
            if charges { await bank.called(1) }
            try await bank.engine?.stored()
            bank.kill()
            try await bank.start()
            bank.scheduler.advance(by: .seconds(1_000))
            #expect(bank.store?.state.notes == ["call"])
            if charges { await bank.called(2) }
            bank.kill()
        }

        @Test(
            "Hangfire#1591 · after a day, a delay fires once or not at all, as declared; a clock that was set back prolongs nothing",
            arguments: [DurableTimers.deadline, .deadlineOrDrop, .restart, .drop], [86_400.0, -86_400])
        func downtime(_ timers: DurableTimers, _ seconds: Double) async throws {
            let bank = Bank(.memory(), timers: timers)
            try await bank.start()
            bank.store?.send(.remind("tick", milliseconds: 600_000, thenCharge: false))
            try await bank.engine?.stored()
            bank.kill()
            bank.time += seconds
            try await bank.start()
            let isLate = seconds > 0
            bank.scheduler.advance(by: .zero)
            #expect(bank.store?.state.notes == (timers == .deadline && isLate ? ["tick"] : []))
            bank.scheduler.advance(by: .seconds(600))
            let never = timers == .drop || timers == .deadlineOrDrop && isLate
            #expect(bank.store?.state.notes == (never ? [] : ["tick"]))
            try await bank.engine?.stored()
            bank.kill()
            try await bank.start()
            bank.scheduler.advance(by: .seconds(10_000))
            #expect(bank.store?.state.notes == (never ? [] : ["tick"]))
            bank.kill()
        }

        @Test("Hangfire#1591 · a timer every 10 minutes fires once after a day of downtime, and then on its schedule")
        func schedule() async throws {
            let bank = Bank(.memory())
            try await bank.start()
            bank.store?.send(.repeat(milliseconds: 600_000))
            bank.scheduler.advance(by: .seconds(600))
            try await bank.engine?.stored()
            #expect(bank.store?.state.notes == ["tick"])
            bank.kill()
            bank.time += 86_400
            try await bank.start()
            bank.scheduler.advance(by: .zero)
            #expect(bank.store?.state.notes == ["tick", "tick"])
            bank.scheduler.advance(by: .milliseconds(599_999))
            #expect(bank.store?.state.notes.count == 2)
            bank.scheduler.advance(by: .milliseconds(1))
            #expect(bank.store?.state.notes.count == 3)
            bank.kill()
        }

        @Test("Durable 6 · a delay with its remaining time goes on where the last stored turn left it") func remaining()
            async throws
        {
            let bank = Bank(.memory(), timers: .remaining)
            try await bank.start()
            bank.store?.send(.remind("call", milliseconds: 60_000, thenCharge: false))
            try await bank.engine?.stored()
            bank.scheduler.advance(by: .seconds(20))
            bank.store?.send(.note("a"))
            try await bank.engine?.stored()
            bank.kill()
            // Neither the time without a process nor the clock of the day counts.
            bank.scheduler.advance(by: .seconds(1_000))
            bank.time -= 5_000
            try await bank.start()
            bank.scheduler.advance(by: .seconds(39))
            #expect(bank.store?.state.notes == ["a"])
            bank.scheduler.advance(by: .seconds(1))
            #expect(bank.store?.state.notes == ["a", "call"])
            bank.kill()
        }

        @Test("Durable 6 · a delay that was cancelled does not fire after a restart") func cancelledDelay() async throws
        {
            let bank = Bank(.memory())
            try await bank.start()
            bank.store?.send(.remind("call", milliseconds: 1_000, thenCharge: false))
            try await bank.engine?.stored()
            bank.store?.send(.cancelReminder("call"))
            try await bank.engine?.stored()
            bank.kill()
            try await bank.start()
            bank.scheduler.advance(by: .seconds(10))
            #expect(bank.store?.state.notes == [])
            bank.kill()
        }
    }
#endif
