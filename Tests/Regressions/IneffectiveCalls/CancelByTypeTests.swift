import MillraceHistory
import Millrace
import Testing

// Symptom: `.cancel(Ask.self)` skipped commands with an id, and those with the policy `.concurrent`. In a parent, it skipped the
// commands of its children without a way to include them.
// Cause: the type was only the id that a command without an id has for its policy.
// Correct: it cancels all commands of the type that the feature executed, whatever their ids and policies, and no others.
private let second = Duration.seconds(1)

@MainActor struct CancelByTypeTests {
    private struct Other: Command { typealias Output = Int }

    /// The ways to execute a command that `.cancel(Fetch.self)` cancels.
    enum Kind: CaseIterable {
        case plain, withID, latest, first, queue, waiting, limit, waitingWithID
        case group, link, race, retry, delayed, throttled

        /// The flows that execute commands, which are cancelled in the order of their names.
        var flows: [Flow<ParentReducer>] {
            switch self {
            case .plain: [.ask("a"), .ask("b")]
            case .withID: [ask("a", id: 1), ask("b", id: "two")]
            case .latest: [ask("a", policy: .latest)]
            case .first: [ask("a", policy: .first)]
            case .queue: [ask("a", policy: .queue)]
            case .waiting: [ask("a", policy: .queue), ask("b", policy: .queue), ask("c", policy: .queue)]
            case .limit: [ask("a", policy: .limit(2)), ask("b", policy: .limit(2)), ask("c", policy: .limit(2))]
            case .waitingWithID: [ask("a", id: 1, policy: .queue), ask("b", id: 1, policy: .queue), .ask("c")]
            case .group: [.ask("a").and(.ask("b")).id("g")]
            case .link: [.post(News()).then(.ask("a"))]
            case .race: [.race([.ask("a"), .execute(Other())])]
            case .retry: [.execute(Fetch(name: "a"), retry: .times(1, delay: second), onCancel: .note("a"))]
            case .delayed: [.after(.zero, .ask("a"))]
            case .throttled: [.throttle(second, id: "t", .ask("a"))]
            }
        }

        var cancelled: [String] {
            switch self {
            case .plain, .withID, .group: ["a", "b"]
            case .waiting, .limit, .waitingWithID: ["a", "b", "c"]
            case .latest, .first, .queue, .link, .race, .retry, .delayed, .throttled: ["a"]
            }
        }

        private func ask(_ name: String, policy: Policy) -> Flow<ParentReducer> {
            .execute(Fetch(name: name), policy: policy, onCancel: .note(name))
        }

        private func ask(_ name: String, id: AnyHashable, policy: Policy = .concurrent) -> Flow<ParentReducer> {
            .execute(Fetch(name: name), id: id, policy: policy, onCancel: .note(name))
        }
    }

    @Test("L8 · cancel with a type cancels every command of the type, oldest first", arguments: Kind.allCases)
    func kinds(kind: Kind) async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            var others: [Reply<Other>] = []
            engine.handle(Other.self) { (_: Other, reply: Reply<Other>) in others.append(reply) }
            let store = Store(ParentReducer.State(), ParentReducer(), on: engine)
            for flow in kind.flows { store.send(.do(flow)) }
            time.advance(by: .zero)
            // The command then waits for its retry.
            if kind == .retry { holder.replies[0].fail(Oops()) }
            let started = holder.replies.count
            store.send(.do(.cancel(Fetch.self)))
            #expect(store.state.log == kind.cancelled)
            // No waiting command was started.
            #expect(holder.replies.count == started && holder.replies.allSatisfy(\.isClosed))
        }
    }

    @Test("L8 · cancel with a type cancels a command that was requested in the same turn, before its handler is called")
    func sameTurn() async throws {
        try await withEngine { engine in
            var calls = 0
            engine.handle(Fetch.self) { _ in
                calls += 1
                return ""
            }
            let store = Store(ParentReducer.State(), ParentReducer(), on: engine)
            store.send(.do(.ask("a").and(.execute(Fetch(), as: { _ in .note("data") })).and(.cancel(Fetch.self))))
            #expect(calls == 0 && store.state.log == ["a"])
        }
    }

    /// The commands that are in flight: one of the parent, one of each child, and one of another store.
    enum Canceller: CaseIterable {
        case parent, parentWithChildren, child

        var flow: ParentReducer.Action {
            switch self {
            case .parent: .do(.cancel(Fetch.self))
            case .parentWithChildren: .do(.cancel(Fetch.self, includingChildren: true))
            case .child: .child(.do(.cancel(Fetch.self)))
            }
        }

        var cancelled: [String] {
            switch self {
            case .parent: ["parent"]
            case .parentWithChildren: ["parent", "child a", "sibling b"]
            case .child: ["child a"]
            }
        }
    }

    @Test(
        "L8 · cancel with a type concerns the own commands and, if it says so, the children's",
        arguments: Canceller.allCases)
    func features(canceller: Canceller) async throws {
        try await withEngine { engine in
            let holder = ReplyHolder(engine)
            let store = Store(ParentReducer.State(), ParentReducer(), on: engine)
            let other = Store(ParentReducer.State(), ParentReducer(), on: engine)
            store.send(.do(.ask("parent")))
            store.send(.child(.do(.ask("a"))))
            store.send(.sibling(.do(.ask("b").id("id", policy: .queue))))
            other.send(.do(.ask("other")))
            store.send(canceller.flow)
            #expect(store.state.log == canceller.cancelled && other.state.log == [])
            #expect(holder.replies.filter(\.isClosed).count == canceller.cancelled.count)
        }
    }

    @Test("L6 · cancel with a type leaves other types, delayed flows and active commands alone")
    func others() async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            var others: [Reply<Other>] = []
            engine.handle(Other.self) { (_: Other, reply: Reply<Other>) in others.append(reply) }
            let store = Store(ParentReducer.State(), ParentReducer(), on: engine)
            store.send(.activate)
            store.send(.do(.execute(Other(), onCancel: .note("other")).and(.after(.seconds(1), .ask("later")))))
            store.send(.do(.cancel(Fetch.self)))
            #expect(store.state.log == [] && !others[0].isClosed)
            // The state still declares the active command.
            #expect(holder.names == ["active"] && !holder.replies[0].isClosed)
            time.advance(by: .seconds(1))
            #expect(holder.names == ["active", "later"])
        }
    }
}
