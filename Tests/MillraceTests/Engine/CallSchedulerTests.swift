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

        var delivered: [() -> Void] = []
        func whenStored(_ deliver: @escaping () -> Void) { delivered.append(deliver) }
        func stored(isolation: isolated (any Actor)) async -> Bool { true }
        var oldestAge: Duration? { nil }
        var logBytes: Int? { nil }

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

    @Test("L2 · a paused engine takes nothing from its queue, and goes on in order") func pause() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.setPaused(true)
            let first = store.send(.do(.note("a")))
            let second = store.send(.do(.note("b").and(.note("c"))))
            #expect(store.state.log == [] && fixture.engine.queuedCount == 2)
            fixture.engine.setPaused(false)
            #expect(store.state.log == ["a", "b", "c"])
            try await first.finishedInTime()
            try await second.finishedInTime()
            // What waits at the end is discarded, as other pending messages are.
            fixture.engine.setPaused(true)
            let third = store.send(.do(.note("d")))
            fixture.engine.shutdown()
            await #expect(throws: EngineShutDown.self) { try await third.finishedInTime() }
            #expect(store.state.log == ["a", "b", "c"])
        }
    }

    /// A reducer whose actions are its outputs.
    private struct Speaker: Reducer {
        typealias Output = String
        func reduce(_ state: inout Int, _ action: String) -> Flow<Speaker> {
            state += 1
            return .output(action)
        }
    }

    @Test("L6 · observers of outputs are called when the output may leave the engine") func outputs() async throws {
        try await withEngineFixture { fixture in
            let runner = DelayingRunner()
            let store = Store(0, Speaker(), on: fixture.engine)
            var heard: [String] = []
            let subscription = store.onOutput { heard.append($0) }
            store.send("a")
            fixture.engine.callScheduler = runner
            store.send("b")
            store.send("c")
            #expect(heard == ["a"] && store.state == 3)
            for deliver in runner.delivered { deliver() }
            #expect(heard == ["a", "b", "c"])
            subscription.cancel()
            fixture.engine.callScheduler = nil
        }
    }
}
