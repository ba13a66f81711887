import MillraceHistory
import MillraceExtras
import Millrace
import Testing

@MainActor struct IdleTests {
    /// Stores the replies of a handler, so that a test can answer at any time.
    private final class ReplyHolder {
        var replies: [Reply<Fetch>] = []

        init(_ engine: Engine) { engine.handle(Fetch.self) { [unowned self] _, reply in replies.append(reply) } }
    }

    @Test("Idle · answers are reduced when processPending returns; within a turn it does nothing")
    func processPending() async throws {
        try await withEngineFixture { fixture in
            let holder = ReplyHolder(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.fetch().and(.fetch("b"))))
            holder.replies[0].data("x")
            #expect(store.state.log == [])
            fixture.engine.processPending()
            #expect(store.state.log == ["x"])
            var seen: [[String]] = []
            let subscription = store.subscribe(to: \.count) { [unowned store, engine = fixture.engine] count in
                guard count > 0 else { return }
                holder.replies[1].finish(with: "y")
                engine.processPending()
                seen.append(store.state.log)
            }
            store.send(.add(1))
            fixture.engine.processPending()
            subscription.cancel()
            #expect(seen == [["x"]] && store.state.log == ["x", "y"])
            holder.replies[0].finish()
            fixture.engine.processPending()
        }
    }

    @Test(
        "Idle · a wait ends when the engine is idle and the condition is true, which is checked whenever the engine becomes idle"
    )
    func condition() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var asked: [Int] = []
            let isReached = { [unowned store] in
                asked.append(store.state.count)
                return store.state.count > 2
            }
            let waiting = Task { @MainActor in
                await fixture.engine.waitUntilIdle(where: isReached)
                return store.state.count
            }
            await nextJob()
            store.send(.do(.send(.add(1)).and(.send(.add(1)))))
            #expect(asked == [0, 2])
            store.send(.add(5))
            #expect(asked == [0, 2, 7])
            store.send(.add(1))
            let count = try await waiting.valueInTime()
            #expect(count == 8)
            #expect(asked == [0, 2, 7])
            await fixture.engine.waitUntilIdle { true }
        }
    }

    @Test("Idle · a condition may read the resource counts, and is checked again if that ran turns")
    func resources() async throws {
        try await withEngineFixture { fixture in
            let holder = ReplyHolder(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.fetch()))
            #expect(fixture.engine.resources.runningEffects == 1 && fixture.engine.resources.effects == 1)
            let waiting = Task { @MainActor in
                await fixture.engine.waitUntilIdle { fixture.engine.resources.runningEffects == 0 }
            }
            await nextJob()
            holder.replies[0].finish(with: "x")
            try await waiting.valueInTime()
            #expect(store.state.log == ["x"])
        }
    }

    @Test("Idle · a condition is checked and stored on the actor, so it misses no answer from another thread")
    func otherThreads() async throws {
        try await withEngineFixture { fixture in
            let holder = ReplyHolder(fixture.engine)
            for _ in 0..<3_000 {
                let receipt = fixture.engine.execute(Fetch())
                let reply = holder.replies.removeLast()
                reply.data("x")
                Task.detached { reply.finish() }
                await fixture.engine.waitUntilIdle {
                    MainActor.preconditionIsolated()
                    return fixture.engine.resources.runningEffects == 0
                }
                #expect(fixture.engine.resources.effects == 0)
                try await receipt.finishedInTime()
            }
        }
    }

    @Test("Idle · a wait ends with its task and with the engine's shutdown")
    func ends() async throws {
        try await withEngineFixture { fixture in
            let never = Task { @MainActor in await fixture.engine.waitUntilIdle { false } }
            await nextJob()
            never.cancel()
            try await never.valueInTime()
            let cancelled = Task { @MainActor in
                withUnsafeCurrentTask { $0?.cancel() }
                await fixture.engine.waitUntilIdle { false }
            }
            try await cancelled.valueInTime()
            let closed = Task { @MainActor in await fixture.engine.waitUntilIdle { false } }
            await nextJob()
            fixture.engine.shutdown()
            try await closed.valueInTime()
            await fixture.engine.waitUntilIdle { false }
        }
    }

    @Test(
        "Idle · the resource counts distinguish running commands from those that wait for the clock, for others or for a retry"
    )
    func runningEffects() async throws {
        try await withEngineFixture { fixture in
            let holder = ReplyHolder(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.after(.seconds(1), .note("later"))))
            store.send(.do(.fetch(policy: .queue).and(.fetch("b", policy: .queue))))
            #expect(fixture.engine.resources.runningEffects == 1 && fixture.engine.resources.effects == 3)
            holder.replies[0].finish()
            fixture.engine.processPending()
            #expect(fixture.engine.resources.runningEffects == 1 && fixture.engine.resources.effects == 2)
            holder.replies[1].finish()
            store.send(.do(.execute(Fetch(), as: LoggingReducer.Action.received, retry: .times(1, delay: .seconds(1)))))
            #expect(holder.replies[2].attempt == 1)
            holder.replies[2].fail(Oops())
            #expect(fixture.engine.resources.runningEffects == 0 && fixture.engine.resources.effects == 2)
            fixture.time.advance(by: .seconds(1))
            try #require(holder.replies.count == 4)
            #expect(fixture.engine.resources.runningEffects == 1 && holder.replies[3].attempt == 2)
            #expect(holder.replies[3].turn == holder.replies[2].turn)
            holder.replies[3].finish()
            fixture.engine.processPending()
            let subscription = store.work { _, _ in .none }
            let receipt = store.send(.add(1))
            #expect(fixture.engine.resources.runningEffects == 1)
            try await receipt.finishedInTime()
            subscription.cancel()
            #expect(fixture.engine.resources.runningEffects == 0)
        }
    }

    @Test("L6 · a handler that cancels its reply ends its command as cancelled, once, and the receipt throws")
    func replyCancels() async throws {
        try await withEngineFixture { fixture in
            let (holder, history) = (ReplyHolder(fixture.engine), fixture.record())
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.fetch().then(.note("after"))))
            let reply = holder.replies[0]
            #expect(history[reply.turn]?.payload as? Fetch == Fetch())
            reply.cancel()
            #expect(reply.isClosed)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(store.state.log == [])
            guard case .cancelled? = history[reply.turn]?.outcome else { return #expect(Bool(false)) }
            reply.cancel()
            fixture.engine.processPending()
        }
    }

    @Test("Handlers · hasHandler returns whether a type has a handler")
    func hasHandler() async throws {
        try await withEngineFixture { fixture in
            #expect(!fixture.engine.hasHandler(for: Fetch.self))
            let handler = fixture.engine.handle(Fetch.self) { _ in "" }
            #expect(fixture.engine.hasHandler(for: Fetch.self))
            handler.cancel()
            #expect(!fixture.engine.hasHandler(for: Fetch.self))
        }
    }
}
