import MillraceExtras
import Millrace
import TestSupport
import Testing

@MainActor struct Law8NothingInSilenceTests {
    @Test("L8 · a command without a handler is a fault, an event, and an error for the awaiting caller")
    func noHandler() async throws {
        try await withEngineFixture(faults: [.noHandler, .noHandler]) { fixture in
            struct Strict: Command { typealias Output = Void; typealias Failure = Oops }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            await #expect(throws: Fault.self) { try await store.send(.do(.fetch())).finishedInTime() }
            #expect(
                store.state.log.count == 1 && store.state.log[0].hasPrefix("failed: The command Fetch was")
            )
            await #expect(throws: Fault.self) { try await fixture.engine.execute(Strict()).finishedInTime() }
            #expect(
                fixture.faults[0].description
                    == "The command Fetch was executed, but the engine has no handler for Fetch. A command "
                    + "without a handler cannot run, so it failed at once. Call engine.handle(Fetch.self) { … } first, or make "
                    + "the command an ExecutableCommand.")
            #expect(
                fixture.faults[1].cause == "A command without a handler cannot run, so it was cancelled at once.")
        }
    }

    @Test("L8 · a second handler replaces the first and is a fault; the first one's token does not remove the second")
    func handlerReplaced() async throws {
        try await withEngineFixture(faults: [.handlerReplaced]) { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let first = fixture.engine.handle(Fetch.self) { _ in "first" }
            fixture.engine.handle(Fetch.self) { _ in "second" }
            first.cancel()
            store.send(.do(.fetch()))
            #expect(store.state.log == ["second"])
            #expect(fixture.faults[0].problem.contains("Law8NothingInSilenceTests.swift"))
        }
    }

    @Test("L8 · a failure without a listener is a fault; one that is reduced, listened to or awaited is not")
    func unhandledFailure() async throws {
        try await withEngineFixture(faults: [.unhandledFailure, .unhandledFailure, .unhandledFailure]) { fixture in
            fixture.engine.handle(Fetch.self) { _ in throw Oops() }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.execute(Fetch())))
            fixture.engine.execute(Fetch())
            fixture.engine.execute(Fetch(), listener: EventListener(onData: { _ in }))
            await nextJob()
            #expect(fixture.faults.count == 3)
            store.send(.do(.fetch()))
            await #expect(throws: Oops()) { try await store.send(.do(.execute(Fetch()))).finished() }
            await #expect(throws: Oops()) { try await fixture.engine.execute(Fetch()).finishedInTime() }
            fixture.engine.execute(Fetch(), listener: EventListener(onFailure: { _ in }))
            let listener = fixture.engine.listen(to: Fetch.self) { _ in }
            store.send(.do(.execute(Fetch())))
            listener.cancel()
            fixture.engine.middleware = [.onError { _, _ in }]
            store.send(.do(.execute(Fetch())))
        }
    }

    @Test("L8 · a failure that is already one fault is not reported as another")
    func oneFault() async throws {
        try await withEngineFixture(faults: [.noHandler, .noHandler]) { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.execute(Fetch())))
            fixture.engine.execute(Fetch())
        }
    }

    @Test("L8 · a fact without listeners is not a fault")
    func factWithoutListeners() async throws {
        try await withEngineFixture { fixture in try await fixture.engine.post(News(text: "n")).finishedInTime() }
    }

    @Test("L8 · a loop that never ends is a fault with its chain of causes; it yields the actor and drops nothing")
    func runaway() async throws {
        struct PingPong: Reducer {
            enum Action { case ping, pong, stop }
            func reduce(_ state: inout (turns: Int, stopped: Bool), _ action: Action) -> Flow<Self> {
                state.turns += 1
                if action == .stop { state.stopped = true }
                if state.stopped { return .none }
                return .send(action == .ping ? .pong : .ping)
            }
        }
        try await withEngineFixture(faults: [.runaway]) { fixture in
            fixture.engine.turnsPerSlice = 1_000
            let store = Store((turns: 0, stopped: false), PingPong(), on: fixture.engine)
            let receipt = store.send(.ping)
            #expect(store.state.turns == 1_000 && !store.state.stopped)
            let name = "Law8NothingInSilenceTests.PingPong.Action"
            #expect(fixture.faults[0].problem.contains("\(name).pong → \(name).ping → …"))
            // The actor is free between slices. This task runs, and its action waits behind the pending ones.
            await Task { @MainActor in _ = store.send(.stop) }.value
            try await receipt.finishedInTime()
            #expect(store.state.stopped && store.state.turns > 1_000)
        }
    }

    @Test("L8 · an action for a missing child is a fault that names the place")
    func missingChild() async throws {
        try await withEngineFixture(faults: [.missingChild]) { fixture in
            let store = Store(Desktop.State(), Desktop(), on: fixture.engine)
            await #expect(throws: Fault.self) { try await store.send(.sheet(.add(1))).finishedInTime() }
            // The line that reduces the child.
            #expect(fixture.faults[0].problem.contains("(at MillraceTests/Desktop.swift:"))
        }
    }

    @Test("L8 · releasing an unfinished reply ends its command and is a fault")
    func droppedReply() async throws {
        try await withEngineFixture(faults: [.replyDropped]) { fixture in
            fixture.engine.handle(Fetch.self) { _, _ in }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            await #expect(throws: CancellationError.self) { try await store.send(.do(.fetch())).finishedInTime() }
        }
    }

    @Test("L8 · a reducer can report a fault of its own")
    func reported() async throws {
        let fault = Fault.custom(
            "The sum is negative.", cause: "A larger number was subtracted.", fix: "Add before you subtract.")
        try await withEngineFixture(faults: [.custom]) { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            await #expect(throws: fault) { try await store.send(.do(.fault(fault))).finishedInTime() }
        }
    }
}
