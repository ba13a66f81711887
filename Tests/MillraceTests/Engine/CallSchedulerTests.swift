import MillraceHistory
import MillraceExtras
import Millrace
import TestSupport
import Testing

/// Lets storage delay the start of a command until the turn that requested it is stored.
@MainActor struct CallSchedulerTests {
    final class DelayingRunner: CallScheduler {
        var waiting: [(turn: UInt64, start: () -> Void)] = []
        var isOpen = false

        func run(_ start: @escaping () -> Void, of effect: EffectHandle, askedBy turn: UInt64) {
            if isOpen { start() } else { waiting.append((turn, start)) }
        }

        func release() {
            let all = waiting
            waiting = []
            for one in all { one.start() }
        }
    }

    @Test("L6 · a runner delays a start: the command is in flight, and its handler is called when the turn is stored")
    func delays() async throws {
        try await withEngineFixture { fixture in
            let runner = DelayingRunner()
            fixture.engine.callScheduler = runner
            var called: [String] = []
            fixture.engine.handle(Fetch.self) {
                called.append($0.name)
                return $0.name
            }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.fetch("a").and(.fetch("b", id: "b")).and(.note("free"))))
            #expect(called.isEmpty && store.state.log == ["free"] && fixture.engine.resources.effects == 2)
            #expect(runner.waiting.map(\.turn) == [1, 1])
            // A command that is cancelled before its turn is stored never starts.
            store.send(.do(.cancel("b")))
            runner.release()
            #expect(called == ["a"] && store.state.log == ["free", "a"] && fixture.engine.resources.effects == 0)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            runner.isOpen = true
            try await store.send(.do(.fetch("c"))).finishedInTime()
            #expect(store.state.log == ["free", "a", "c"])
            fixture.engine.callScheduler = nil
        }
    }
}
