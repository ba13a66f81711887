import MillraceInspection
import MillraceExtras
import MillraceHistory
import Millrace
import TestSupport
import Testing

// Stories of the history, each found by an adversarial reading and its random programs; every test failed on the kernel
// before the mends.
@MainActor struct HistoryStories {
    private func recorded(_ engine: Engine, records: Int = 100) -> (History, Store<Doer>) {
        let history = History(records: records)
        engine.history = history
        return (history, Store([], Doer(), on: engine))
    }

    // A store whose reduces all lay in a branch left before was looked for among the later numbers only, and so was left
    // as it was, or put to a state in the middle of another branch.
    @Test("a store that reduced in other branches only is as it was before them")
    func otherBranches() async throws {
        try await withEngine { engine in
            let (history, a) = recorded(engine)
            let b = Store([], Doer(), on: engine)
            b.send(.note("1"))
            try history.rewind(to: 0)
            a.send(.note("2"))
            try history.rewind(to: 1)
            #expect(a.state.isEmpty && b.state == ["1"])
            b.send(.note("3"))
            // Going back is a turn too: the second note was the third turn, and the third note the fifth.
            try history.rewind(to: 3)
            #expect(a.state == ["2"] && b.state.isEmpty)
            try history.rewind(to: 5)
            #expect(a.state.isEmpty && b.state == ["1", "3"])
        }
    }

    // The failure that a middleware's error became was reduced, and not noted.
    @Test("a failure that middleware makes of an event is in the record")
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

    // They were pending for ever.
    @Test(
        "a command that gave way to another, or was shut down while it was asked, has ended", arguments: [true, false])
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

    // It was recorded as done, and not counted.
    @Test("an event whose command is cancelled while it is held is not reduced")
    func heldTooLong() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let (history, store) = recorded(engine)
            let held = MessageHolder { $0.kind == .event }
            engine.middleware = [held]
            store.send(.do(.fetch(id: 1)))
            for text in ["x", "y"] { shelf.replies[0].data(text) }
            #expect(engine.resources.effects == 3)
            store.send(.do(.cancel(1)))
            held.resumeAll(on: engine)
            #expect(store.state.isEmpty)
            let events = history.records.filter { $0.kind == .event }
            #expect(events.count == 2)
            for event in events { if case .done = event.outcome { Issue.record("\(event)") } }
        }
    }

    // The turn in which a held message went on is no record, so the chain of causes broke off there.
    @Test("what a held message causes names that message as its cause")
    func causesOfTheHeld() async throws {
        try await withEngine { engine in
            let (history, store) = recorded(engine)
            let held = MessageHolder { if case .do? = $0.payload as? Doer.Action { true } else { false } }
            engine.middleware = [held]
            store.send(.do(.note("late")))
            store.send(.note("free"))
            held.resumeAll(on: engine)
            #expect(store.state == ["free", "late"])
            #expect(history.records.last?.root == 1 && history.why(\.count, of: store).map(\.id).first == 1)
        }
    }

    // What was begun from outside counted as begun before everything, and was never cancelled; going to the beginning
    // cancelled what had been begun before all that is remembered.
    @Test("rewinding cancels what was begun since, from outside too, and nothing that was begun before")
    func workSince() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let (history, store) = recorded(engine, records: 3)
            let early = store.send(.do(.fetch("early")))
            for text in ["1", "2", "3"] { store.send(.note(text)) }
            let late = store.perform(.after(.seconds(1_000), .note("late")))
            try history.rewind(to: 0)
            #expect(store.state.isEmpty && !shelf.replies[0].isClosed)
            await #expect(throws: CancellationError.self) { try await late.finishedInTime() }
            shelf.replies[0].finish(with: "x")
            try await early.finishedInTime()
            #expect(store.state == ["x"])
        }
    }

    // The late answer of a command that the rewind itself had cancelled left the future as a branch.
    @Test("what comes late after a rewind leaves the future where it is")
    func lateAnswer() async throws {
        try await withEngine { engine in
            let shelf = Shelf(engine)
            let (history, store) = recorded(engine)
            store.send(.note("1"))
            store.send(.do(.fetch()))
            try history.rewind(to: 1)
            shelf.replies[0].finish(with: "late")
            #expect(engine.resources.messages == 0 && engine.discardedResultCount == 1)
            #expect(history.future.count == 2 && history.branches.isEmpty)
        }
    }

    // Only messages that passed middleware were weighed.
    @Test("an action is weighed for the budget, with middleware and without")
    func weighed() async throws {
        try await withEngine { engine in
            let history = History(records: 100, bytes: 1_000_000)
            engine.history = history
            var weighed = 0
            history.payloadSize = { _ in
                weighed += 1
                return 0
            }
            let store = Store([], Doer(), on: engine)
            store.send(.note("1"))
            engine.middleware = [.log { _ in }]
            store.send(.note("2"))
            #expect(weighed == 2)
        }
    }

    // Its numbers were taken for those of the first, and a rewind changed a store of the other engine.
    @Test("a history that is given to another engine begins anew")
    func moved() async throws {
        try await withEngine { one in
            try await withEngine { two in
                let (history, first) = recorded(one)
                first.send(.note("1"))
                two.history = history
                let second = Store([], Doer(), on: two)
                second.send(.note("2"))
                #expect(one.history == nil && history.records.count == 1)
                try history.rewind(to: 0)
                #expect(first.state == ["1"] && second.state.isEmpty)
            }
        }
    }
}
