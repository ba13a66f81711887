import MillraceHistory
import MillraceExtras
import Millrace
import TestSupport
import Testing

// Bugs of the history. Each test failed before its fix.
@MainActor struct HistoryBugTests {
    private func recorded(_ engine: Engine, records: Int = 100) -> (History, Store<LoggingReducer>) {
        let history = History(records: records)
        engine.history = history
        return (history, Store([], LoggingReducer(), on: engine))
    }

    // Symptom: such a store was not restored, or was restored to a state within another branch.
    // Cause: if a store had reduced only in earlier branches, its state was searched only in later records.
    @Test("a store that reduced only in other branches is restored to its state before them")
    func otherBranches() async throws {
        try await withEngine { engine in
            let (history, a) = recorded(engine)
            let b = Store([], LoggingReducer(), on: engine)
            b.send(.note("1"))
            try history.rewind(to: 0)
            a.send(.note("2"))
            try history.rewind(to: 1)
            #expect(a.state.isEmpty && b.state == ["1"])
            b.send(.note("3"))
            // A rewind is a turn too. The second note was turn 3, and the third note was turn 5.
            try history.rewind(to: 3)
            #expect(a.state == ["2"] && b.state.isEmpty)
            try history.rewind(to: 5)
            #expect(a.state.isEmpty && b.state == ["1", "3"])
        }
    }

    // Symptom: a failure that resulted from a middleware's error was reduced, but not recorded.
    @Test("a failure that middleware makes of an event is recorded")
    func failureOfAnEvent() async throws {
        try await withEngine { engine in
            engine.handle(Fetch.self) { $0.name }
            let (history, store) = recorded(engine)
            engine.middleware = [.fail(with: Oops()) { $0.kind == .event }]
            store.send(.do(.fetch()))
            #expect(store.state == ["failed"] && history.records.last?.stores == [store.id])
            try history.rewind(to: history.position)
            #expect(store.state == ["failed"] && history.replay(store)?.state == ["failed"])
        }
    }

    // Symptom: such commands were recorded as pending forever.
    @Test(
        "a command that middleware replaced, or whose engine it shut down, is recorded as ended",
        arguments: [true, false])
    func ended(isShutDown: Bool) async throws {
        struct Other: Command { typealias Output = String }
        try await withEngine { engine in
            engine.handle(Fetch.self) { $0.name }
            engine.handle(Other.self) { _ in "other" }
            let (history, store) = recorded(engine)
            engine.middleware = [
                Interceptor { [unowned engine] message in
                    guard message.payload is Fetch else { return .pass }
                    if isShutDown { engine.shutdown() }
                    return isShutDown ? .pass : .change(to: Other())
                }
            ]
            store.send(.do(.fetch()))
            #expect(history.records.count > 1 && history.records.allSatisfy { $0.end != nil })
        }
    }

    // Symptom: such an event was recorded as done, and not counted as discarded.
    @Test("an event whose command is cancelled while the event is held is not reduced")
    func heldTooLong() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let (history, store) = recorded(engine)
            let held = MessageHolder { $0.kind == .event }
            engine.middleware = [held]
            store.send(.do(.fetch(id: 1)))
            for text in ["x", "y"] { holder.replies[0].data(text) }
            #expect(engine.resources.effects == 3)
            store.send(.do(.cancel(1)))
            held.resumeAll(on: engine)
            #expect(store.state.isEmpty)
            let events = history.records.filter { $0.kind == .event }
            #expect(events.count == 2)
            for event in events { if case .done = event.outcome { Issue.record("\(event)") } }
        }
    }

    // Symptom: the chain of causes was incomplete.
    // Cause: the turn in which a held message continues has no record.
    @Test("a message that is caused by a held message names it as its cause")
    func causesOfTheHeld() async throws {
        try await withEngine { engine in
            let (history, store) = recorded(engine)
            let held = MessageHolder { if case .do? = $0.payload as? LoggingReducer.Action { true } else { false } }
            engine.middleware = [held]
            store.send(.do(.note("late")))
            store.send(.note("free"))
            held.resumeAll(on: engine)
            #expect(store.state == ["free", "late"])
            #expect(history.records.last?.root == 1 && history.why(\.count, of: store).map(\.id).first == 1)
        }
    }

    // Symptom: a rewind did not cancel effects that were started from outside. A rewind to the beginning cancelled effects that
    // are older than all records.
    // Cause: effects from outside counted as older than everything.
    @Test("rewinding cancels the effects that started later, also from outside, and no earlier ones")
    func laterEffects() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let (history, store) = recorded(engine, records: 3)
            let early = store.send(.do(.fetch("early")))
            for text in ["1", "2", "3"] { store.send(.note(text)) }
            let late = store.perform(.after(.seconds(1_000), .note("late")))
            try history.rewind(to: 0)
            #expect(store.state.isEmpty && !holder.replies[0].isClosed)
            await #expect(throws: CancellationError.self) { try await late.finishedInTime() }
            holder.replies[0].finish(with: "x")
            try await early.finishedInTime()
            #expect(store.state == ["x"])
        }
    }

    // Symptom: the late answer of a command that the rewind itself had cancelled turned the future into a branch.
    @Test("a late answer after a rewind does not change the future")
    func lateAnswer() async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let (history, store) = recorded(engine)
            store.send(.note("1"))
            store.send(.do(.fetch()))
            try history.rewind(to: 1)
            holder.replies[0].finish(with: "late")
            #expect(engine.resources.messages == 0 && engine.discardedResultCount == 1)
            #expect(history.future.count == 2 && history.branches.isEmpty)
        }
    }

    // Symptom: the payload size was measured only for messages that passed middleware.
    @Test("the payload size of an action is measured with middleware and without")
    func measured() async throws {
        try await withEngine { engine in
            let history = History(records: 100, bytes: 1_000_000)
            engine.history = history
            var measured = 0
            history.payloadSize = { _ in
                measured += 1
                return 0
            }
            let store = Store([], LoggingReducer(), on: engine)
            store.send(.note("1"))
            engine.middleware = [.log { _ in }]
            store.send(.note("2"))
            #expect(measured == 2)
        }
    }

    // Symptom: a rewind changed a store of the other engine.
    // Cause: the record numbers of one engine were used for the other.
    @Test("a history that moves to another engine starts again")
    func moved() async throws {
        try await withEngine { one in
            try await withEngine { two in
                let (history, first) = recorded(one)
                first.send(.note("1"))
                two.history = history
                let second = Store([], LoggingReducer(), on: two)
                second.send(.note("2"))
                #expect(one.history == nil && history.records.count == 1)
                try history.rewind(to: 0)
                #expect(first.state == ["1"] && second.state.isEmpty)
            }
        }
    }
}
