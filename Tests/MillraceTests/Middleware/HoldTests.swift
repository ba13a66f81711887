import MillraceHistory
import MillraceExtras
import Millrace
import TestSupport
import Testing

// Messages that middleware holds, and how they are resumed or ended.
@MainActor struct HoldTests {
    private func isNote(_ message: Message) -> Bool {
        if case .note? = message.payload as? LoggingReducer.Action { true } else { false }
    }

    @Test("M11 · middleware holds a message for any time while everything else continues")
    func holds() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let held = MessageHolder {
                if case .note("held")? = $0.payload as? LoggingReducer.Action { true } else { false }
            }
            fixture.engine.middleware = [held]
            let receipt = store.send(.note("held"))
            store.send(.note("free"))
            #expect(store.state.log == ["free"] && fixture.engine.resources.effects == 1)
            held.resume(on: fixture.engine)
            #expect(store.state.log == ["free", "held"])
            try await receipt.finished()
            let refused = store.send(.note("held"))
            held.resume(on: fixture.engine, with: .cancel())
            await #expect(throws: CancellationError.self) { try await refused.finished() }
            let cancelled = store.send(.note("held"))
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.finished() }
            #expect(fixture.engine.resources.effects == 0)
        }
    }

    @Test("M11 · held messages are resumed in any order, and each is processed when it is resumed")
    func anyOrder() async throws {
        try await withEngineFixture { fixture in
            let held = MessageHolder(where: isNote)
            fixture.engine.middleware = [held]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipts = ["a", "b", "c", "d"].map { store.send(.note($0)) }
            let ids = held.messages.map(\.id)
            #expect(ids == [1, 2, 3, 4] && fixture.engine.resources.effects == 4)
            for index in [2, 0, 3] { fixture.engine.resume(ids[index]) }
            #expect(store.state.log == ["c", "a", "d"] && fixture.engine.resources.effects == 1)
            fixture.engine.resume(ids[1])
            #expect(store.state.log == ["c", "a", "d", "b"])
            for receipt in receipts { try await receipt.finished() }
        }
    }

    @Test("L2 · messages that are resumed in a turn are processed after it, in the order in which they were resumed")
    func resumedInATurn() async throws {
        try await withEngineFixture { fixture in
            let held = MessageHolder(where: isNote)
            fixture.engine.middleware = [
                held,
                Interceptor { [unowned engine = fixture.engine] message in
                    if case .add? = message.payload as? LoggingReducer.Action { held.resumeAll(on: engine) }
                    return .pass
                },
            ]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for text in ["a", "b"] { store.send(.note(text)) }
            var states: [LoggingReducer.State] = []
            store.subscribe { states.append($0) }
            store.send(.add(1))
            #expect(states.map(\.count) == [0, 1, 1, 1] && states.map(\.log) == [[], [], ["a"], ["a", "b"]])
        }
    }

    @Test("M11 · a resumed message continues at the middleware after the one that held it, changed or not")
    func continues() async throws {
        try await withEngineFixture { fixture in
            var seen: [String] = []
            let log = { (name: String) in
                Interceptor { message in
                    seen.append("\(name) \(message.id) \(message)")
                    return .pass
                }
            }
            let held = MessageHolder(where: isNote)
            fixture.engine.middleware = [log("before"), held, log("after")]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.note("a"))
            store.send(.add(1))
            held.resume(on: fixture.engine, with: .change(to: LoggingReducer.Action.note("b")))
            #expect(
                seen == [
                    "before 1 action note(\"a\")", "before 2 action add(1)", "after 2 action add(1)",
                    "after 1 action note(\"b\")",
                ])
            #expect(store.state == LoggingReducer.State(log: ["b"], count: 1))
        }
    }

    @Test("M11 · a message that two middlewares hold is processed when both have resumed it")
    func heldTwice() async throws {
        try await withEngineFixture { fixture in
            let (one, two) = (MessageHolder(where: isNote), MessageHolder(where: isNote))
            fixture.engine.middleware = [one, two]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.note("x"))
            #expect(one.messages.map(\.id) == [1] && two.messages.isEmpty)
            one.resume(on: fixture.engine)
            #expect(two.messages.map(\.id) == [1] && store.state.log.isEmpty && fixture.engine.resources.effects == 1)
            two.resume(on: fixture.engine)
            #expect(store.state.log == ["x"])
            try await receipt.finished()
        }
    }

    @Test("M11 · a held message can end with any decision, as if its middleware had returned it")
    func endings() async throws {
        try await withEngineFixture { fixture in
            let held = MessageHolder(where: {
                if case .add? = $0.payload as? LoggingReducer.Action { true } else { false }
            })
            var errors: [String] = []
            fixture.engine.middleware = [held, .onError { error, message in errors.append("\(error) \(message)") }]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            @MainActor func end(with decision: Decision) async throws {
                let receipt = store.send(.add(1))
                held.resume(on: fixture.engine, with: decision)
                try await receipt.finished()
            }
            await #expect(throws: Oops(number: 1)) { try await end(with: .cancel(because: Oops(number: 1))) }
            await #expect(throws: Oops(number: 2)) { try await end(with: .fail(with: Oops(number: 2))) }
            try await end(with: .drop)
            try await end(with: .redirect(to: Flow<LoggingReducer>.note("redirected")))
            try await end(with: .redirect(to: .note("there"), on: store))
            store.send(.add(1))
            let copy = try #require(held.messages.first).with(LoggingReducer.Action.note("copy"))
            held.resume(on: fixture.engine, with: .drop(copies: copy))
            #expect(store.state == LoggingReducer.State(log: ["redirected", "there", "copy"]))
            #expect(errors == ["Oops(number: 2) action add(1)"] && fixture.engine.resources.effects == 0)
        }
    }

    @Test("M11 · a held message that is resumed with another hold is held again")
    func heldAgain() async throws {
        try await withEngineFixture { fixture in
            let held = MessageHolder(where: isNote)
            fixture.engine.middleware = [held]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.note("x"))
            let id = try #require(held.messages.first?.id)
            fixture.engine.resume(id, with: .hold)
            #expect(store.state.log.isEmpty && fixture.engine.resources.effects == 1)
            fixture.engine.resume(id, with: .hold(for: .seconds(1)))
            fixture.time.advance(by: .seconds(1))
            #expect(store.state.log == ["x"])
        }
    }

    @Test("A11 · a hold with a duration or with a function can be resumed early, and then neither decides")
    func resumedEarly() async throws {
        try await withEngineFixture { fixture in
            var held: [UInt64] = []
            let gate = HoldGate()
            fixture.engine.middleware = [
                Interceptor { message in
                    held.append(message.id)
                    return held.count == 1 ? .hold(for: .seconds(1)) : .hold { try await gate.pass() }
                },
                MessageHolder(where: isNote),
            ]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipts = [store.send(.note("a")), store.send(.note("b"))]
            for id in held { fixture.engine.resume(id) }
            // The second middleware holds them now.
            #expect(fixture.time.waiting == 0 && gate.cancelled == 1 && fixture.engine.resources.effects == 2)
            fixture.time.advance(by: .seconds(1))
            await gate.open(with: .drop)
            #expect(store.state.log.isEmpty && fixture.engine.resources.effects == 2)
            for id in held.reversed() { fixture.engine.resume(id) }
            for receipt in receipts { try await receipt.finished() }
            #expect(store.state.log == ["b", "a"])
        }
    }

    @Test(
        "A11 · a hold with a function has the function's decision or error, and cancels the function when it is cancelled"
    )
    func functions() async throws {
        try await withEngineFixture { fixture in
            let gate = HoldGate()
            fixture.engine.middleware = [
                Interceptor { message in
                    if case .add? = message.payload as? LoggingReducer.Action {
                        .hold { try await gate.pass() }
                    } else {
                        .pass
                    }
                }
            ]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            @MainActor func send(_ number: Int, then decision: Decision) async throws {
                let receipt = store.send(.add(number))
                await gate.open(with: decision)
                try await receipt.finished()
            }
            try await send(1, then: .pass)
            try await send(10, then: .change(to: LoggingReducer.Action.add(20)))
            try await send(100, then: .drop)
            try await send(1_000, then: .redirect(to: Flow<LoggingReducer>.note("instead")))
            await #expect(throws: Oops()) { try await send(10_000, then: .fail(with: Oops())) }
            var outcomes: [String] = []
            for error in [Oops(), CancellationError()] as [any Error] {
                let receipt = store.send(.add(1))
                await gate.fail(with: error)
                do { try await receipt.finished() } catch { outcomes.append("\(type(of: error))") }
            }
            #expect(outcomes == ["Oops", "CancellationError"])
            let receipt = store.send(.add(1))
            receipt.cancel()
            await #expect(throws: CancellationError.self) { try await receipt.finished() }
            #expect(gate.cancelled == 1)
            await gate.open(with: .pass)
            #expect(store.state == LoggingReducer.State(log: ["instead"], count: 21))
        }
    }

    @Test("A11 · a hold accepts a decision that its function returns at once")
    func functionAtOnce() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.middleware = [Interceptor { _ in .hold { .change(to: LoggingReducer.Action.add(2)) } }]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for _ in 0..<3 { try await store.send(.add(1)).finished() }
            #expect(store.state.count == 6 && fixture.engine.resources.effects == 0)
        }
    }

    @Test("A12 · commands, facts, outputs and events are held and resumed like actions")
    func everyKind() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.listen(to: News.self, as: LoggingReducer.Action.news)
            var outputs: [String] = []
            store.onOutput { outputs.append($0) }
            let held = MessageHolder { $0.kind != .action }
            fixture.engine.middleware = [held]
            let receipt = store.send(.do(.fetch("f").and(.post(News(text: "n"))).and(.output("o"))))
            #expect(held.messages.map(\.kind) == [.command, .fact, .output] && fixture.engine.resources.effects == 4)
            held.resumeAll(on: fixture.engine)
            #expect(held.messages.map(\.kind) == [.event] && store.state.log == ["news: n"] && outputs == ["o"])
            held.resumeAll(on: fixture.engine)
            try await receipt.finished()
            #expect(store.state.log == ["news: n", "f"])
        }
    }

    @Test("L6 · the last event of a command waits behind the command's held events")
    func eventsInOrder() async throws {
        try await withEngineFixture { fixture in
            var replies: [Reply<Fetch>] = []
            fixture.engine.handle(Fetch.self) { (_: Fetch, reply: Reply<Fetch>) in replies.append(reply) }
            let held = MessageHolder { $0.kind == .event }
            fixture.engine.middleware = [held]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.fetch()))
            replies[0].data("first")
            replies[0].finish(with: "second")
            fixture.engine.processPending()
            #expect(held.messages.count == 2 && store.state.log.isEmpty)
            held.resumeAll(on: fixture.engine)
            try await receipt.finished()
            #expect(store.state.log == ["first", "second"])
        }
    }

    @Test("L8 · resuming a message that was never held, or was already resumed, is a fault and does nothing")
    func unknown() async throws {
        try await withEngineFixture(faults: [.unknownHeldMessage, .unknownHeldMessage, .unknownHeldMessage]) {
            fixture in
            let held = MessageHolder(where: isNote)
            fixture.engine.middleware = [held]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.resume(7)
            store.send(.add(1))
            fixture.engine.resume(1)
            store.send(.note("x"))
            for _ in 0..<2 { fixture.engine.resume(2) }
            #expect(store.state == LoggingReducer.State(log: ["x"], count: 1))
            #expect(fixture.faults.allSatisfy { $0.cause.hasSuffix(".") && $0.fix.hasSuffix(".") })
        }
    }

    @Test("L8 · a message that is resumed twice in one turn is processed once, and the second resumption is a fault")
    func twiceInATurn() async throws {
        try await withEngineFixture(faults: [.unknownHeldMessage]) { fixture in
            let held = MessageHolder(where: isNote)
            fixture.engine.middleware = [
                held,
                Interceptor { [unowned engine = fixture.engine] message in
                    if message.id == 2 { for _ in 0..<2 { engine.resume(1) } }
                    return .pass
                },
            ]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.note("x"))
            store.send(.add(1))
            #expect(store.state == LoggingReducer.State(log: ["x"], count: 1))
        }
    }

    @Test("L7 · resuming a message whose store, receipt or command ended while it was held does nothing")
    func ended() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let held = MessageHolder { $0.kind != .action || self.isNote($0) }
            fixture.engine.middleware = [held]
            var store: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let action = store?.send(.note("x"))
            let command = store?.send(.do(.fetch("f", id: 1)))
            let receipt = store?.send(.note("y"))
            receipt?.cancel()
            store?.send(.do(.cancel(1)))
            #expect(fixture.engine.resources.effects == 1)
            store = nil
            #expect(fixture.engine.resources.effects == 0)
            for receipt in [action, command, receipt] {
                await #expect(throws: CancellationError.self) { try await receipt?.finished() }
            }
            #expect(held.messages.count == 3 && fake.asked.isEmpty)
            held.resumeAll(on: fixture.engine)
        }
    }

    @Test("L8 · a message that is held at the engine's shutdown is a fault, and its receipt throws EngineShutDown")
    func shutDown() async throws {
        try await withEngineFixture(faults: [.heldAtShutdown, .heldAtShutdown, .heldAtShutdown]) { fixture in
            let gate = HoldGate()
            var decisions: [Decision] = [.hold, .hold(for: .seconds(1)), .hold { try await gate.pass() }]
            fixture.engine.middleware = [Interceptor { _ in decisions.removeFirst() }]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipts = [store.send(.note("a")), store.send(.note("b")), fixture.engine.post(News(text: "n"))]
            fixture.engine.shutdown()
            #expect(fixture.engine.resources.effects == 0 && fixture.time.waiting == 0 && gate.cancelled == 1)
            for receipt in receipts { await #expect(throws: EngineShutDown()) { try await receipt.finished() } }
            #expect(fixture.faults.map { $0.problem.contains("LoggingReducer.Action.note") } == [true, true, false])
            await gate.open(with: .pass)
            fixture.engine.resume(1)
            #expect(store.state.log.isEmpty)
        }
    }

    @Test("M11 · removed middleware keeps its held messages, which then pass the middleware that came after it")
    func removedMiddleware() async throws {
        try await withEngineFixture { fixture in
            var seen: [String] = []
            let held = MessageHolder(where: isNote)
            fixture.engine.middleware = [held, .log { seen.append($0) }]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.note("x"))
            fixture.engine.middleware = []
            held.resume(on: fixture.engine)
            try await receipt.finished()
            #expect(store.state.log == ["x"] && seen == ["1: action note(\"x\")"])
        }
    }
}

/// Suspends the functions that decide about held messages until the test continues them.
@MainActor private final class HoldGate {
    private var waiting: [CheckedContinuation<Void, any Error>] = []
    private var decision = Decision.pass
    private(set) var cancelled = 0

    func pass() async throws -> Decision {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting.append($0) }
        } onCancel: {
            MainActor.assumeIsolated { cancelled += 1 }
        }
        return decision
    }

    /// Returns `decision` from each suspended function, and lets the engine process it.
    func open(with decision: Decision) async {
        self.decision = decision
        await end(with: .success(()))
    }

    func fail(with error: any Error) async { await end(with: .failure(error)) }

    private func end(with result: Result<Void, any Error>) async {
        let waited = waiting
        waiting = []
        for one in waited { one.resume(with: result) }
        await nextJob()
    }
}
