import MillraceHistory
import MillraceExtras
import Millrace
import TestSupport
import Testing

/// An id and a policy for a whole flow.
@MainActor struct FlowIDTests {
    typealias LogFlow = Flow<LoggingReducer>

    @Test(
        "Flows · an id and a policy around one command are those of the command",
        arguments: [Policy.concurrent, .latest, .first, .queue, .limit(2)])
    func oneCommand(_ policy: Policy) async throws {
        func log(_ flow: @escaping (String) -> LogFlow) async throws -> [String] {
            var log: [String] = []
            try await withLoggingStore { fixture, fake, store in
                let receipts = (1...4).map { store.send(.do(flow("\($0)"))) }
                log.append("\(fake.asked.map(\.name)) \(fake.cancelled)")
                for number in [1, 0, 2] { await fake.succeed(number, with: "\(number)") }
                log.append("\(fake.asked.map(\.name)) \(fake.cancelled)")
                store.send(.do(.cancel("id")))
                for receipt in receipts {
                    log.append(await (try? receipt.finishedInTime()) == nil ? "cancelled" : "done")
                }
                log += store.state.log
            }
            return log
        }
        let ofCommand = try await log { .fetch($0, id: "id", policy: policy) }
        let ofFlow = try await log { .fetch($0).id("id", policy: policy) }
        #expect(ofCommand == ofFlow)
    }

    @Test("Flows · a cancelled flow performs none of its later links, and its receipt throws CancellationError")
    func cancel() async throws {
        try await withLoggingStore { fixture, fake, store in
            let flow = LogFlow.fetch("1").and(.fetch("2")).then(.note("never"))
                .then(.note("nor this"), evenAfterFailure: true).id("sync")
            let receipt = store.send(.do(flow.then(.note("outside"), evenAfterFailure: true)))
            await fake.succeed(0, with: "one")
            store.send(.do(.cancel("sync")))
            await expectCancelled(receipt)
            #expect(fake.cancelled == [1] && store.state.log == ["progress", "progress", "one", "outside"])
            #expect(fixture.engine.resources.effects == 0)
        }
    }

    @Test("Flows · a flow is cancelled between its links too, while it waits for what a link has caused")
    func cancelBetweenLinks() async throws {
        try await withLoggingStore { fixture, fake, store in
            let receipt = store.send(.do(.send(.do(.fetch("caused"))).then(.note("never")).id("sync")))
            #expect(fake.asked.count == 1)
            store.send(.do(.cancel("sync")))
            // What a message caused does not belong to the flow.
            #expect(fake.cancelled.isEmpty)
            await fake.succeed(0, with: "ended")
            await expectCancelled(receipt)
            #expect(store.state.log == ["progress", "ended"] && fixture.engine.resources.effects == 0)
        }
    }

    @Test("Flows · latest replaces a whole sequence, first ignores one, queue performs one after the other")
    func policies() async throws {
        func sequence(_ name: String) -> LogFlow { .fetch(name).then(.fetch(name + "'")).then(.note("end \(name)")) }
        try await withLoggingStore { fixture, fake, store in
            let old = store.send(.do(sequence("1").id("a", policy: .latest)))
            await fake.succeed(0, with: "one")
            store.send(.do(sequence("2").id("a", policy: .latest)))
            #expect(fake.asked.map(\.name) == ["1", "1'", "2"] && fake.cancelled == [1])
            await expectCancelled(old)
            await expectCancelled(store.send(.do(sequence("3").id("a", policy: .first))))
            let queued = ["4", "5"].map { store.send(.do(sequence($0).id("a", policy: .queue))) }
            await fake.succeed(2, with: "two")
            await fake.succeed(3, with: "two'")
            #expect(fake.asked.map(\.name).suffix(3) == ["2", "2'", "4"])
            queued[0].cancel()
            #expect(fake.asked.map(\.name).last == "5")
            await fake.succeed(5, with: "five")
            await fake.succeed(6, with: "five'")
            try await queued[1].finishedInTime()
            #expect(store.state.log.filter { $0.hasPrefix("end") } == ["end 2", "end 5"])
        }
    }

    @Test("Flows · limit counts whole flows")
    func limit() async throws {
        try await withLoggingStore { _, fake, store in
            for name in ["1", "2", "3"] {
                store.send(.do(.fetch(name).and(.fetch(name + "'")).id("a", policy: .limit(2))))
            }
            #expect(fake.asked.map(\.name) == ["1", "1'", "2", "2'"])
            await fake.succeed(0, with: "")
            #expect(fake.asked.count == 4)
            await fake.succeed(1, with: "")
            #expect(fake.asked.map(\.name).suffix(2) == ["3", "3'"])
            store.send(.do(.cancel("a")))
        }
    }

    @Test("Flows · a flow has several ids, and a cancel of each cancels it", arguments: ["sync", "network"])
    func severalIDs(_ id: String) async throws {
        try await withLoggingStore { fixture, fake, store in
            let receipt = store.send(.do(.fetch().then(.note("never")).id("sync").id("network")))
            store.send(.do(.cancel(id)))
            await expectCancelled(receipt)
            #expect(fake.cancelled == [0] && fixture.engine.resources.effects == 0)
        }
    }

    @Test("Flows · a flow that ends frees its id before its last event is reduced, so it can request itself again")
    func polling() async throws {
        struct Poll: Reducer {
            let policy: Policy
            func reduce(_ count: inout Int, _ action: Int) -> Flow<Self> {
                count += 1
                return .after(.seconds(1), .send(action)).id("poll", policy: policy)
            }
        }
        for policy in [Policy.concurrent, .latest, .first, .queue, .limit(1)] {
            try await withEngineFixture { fixture in
                let store = Store(0, Poll(policy: policy), on: fixture.engine)
                store.send(0)
                fixture.time.advance(by: .seconds(20))
                #expect(store.state == 21, "\(policy)")
                #expect(fixture.engine.resources.effects == 2)
                withExtendedLifetime(store) {}
            }
        }
    }

    @Test("Flows · the policy of an effect ignores the flow with the same id that contains the effect")
    func sameIDWithin() async throws {
        for policy in [Policy.concurrent, .latest, .first, .queue, .limit(1)] {
            try await withLoggingStore { fixture, fake, store in
                let receipt = store.send(.do(.fetch("1", id: "a", policy: policy).then(.note("then")).id("a")))
                #expect(fake.asked.count == 1, "\(policy)")
                await fake.succeed(0, with: "one")
                try await receipt.finishedInTime()
                #expect(store.state.log == ["progress", "one", "then"])
            }
        }
        try await withLoggingStore { fixture, fake, store in
            store.send(.do(.fetch("1", id: "a")))
            // The inner latest cancels the others, but not the flow that contains it.
            store.send(.do(.fetch("2", id: "a", policy: .latest).then(.note("then")).id("a")))
            #expect(fake.cancelled == [0])
            await fake.succeed(1, with: "two")
            #expect(store.state.log.last == "then")
        }
    }

    @Test("Flows · a flow can cancel itself by its id")
    func ownCancel() async throws {
        try await withLoggingStore { fixture, fake, store in
            let flow = LogFlow.fetch().and(.after(.seconds(5), .cancel("a"))).then(.note("never")).id("a")
            let receipt = store.send(.do(flow))
            fixture.time.advance(by: .seconds(5))
            await expectCancelled(receipt)
            await expectCancelled(store.send(.do(LogFlow.cancel("b").and(.fetch("never")).id("b"))))
            #expect(fake.asked.count == 1 && fake.cancelled == [0] && fixture.engine.resources.effects == 0)
        }
    }

    @Test("Flows · delays, debounces and throttles belong to the flow")
    func delays() async throws {
        try await withLoggingStore { fixture, fake, store in
            store.send(.do(.throttle(.seconds(9), id: "t", .none)))
            let receipts: [Receipt] = [
                .after(.seconds(1), .fetch("1")), .debounce(.seconds(1), id: "d", .note("never")),
                .throttle(.seconds(9), id: "t", .note("never")),
            ].map { (flow: LogFlow) in store.send(.do(flow.id("a"))) }
            fixture.time.advance(by: .milliseconds(999))
            store.send(.do(.cancel("d")))
            fixture.time.advance(by: .seconds(1))
            #expect(fake.asked.count == 1)
            store.send(.do(.cancel("a")))
            #expect(fake.cancelled == [0])
            for receipt in receipts { await expectCancelled(receipt) }
            fixture.time.advance(by: .seconds(20))
            #expect(store.state.log == ["progress"])
        }
    }

    @Test(
        "Flows · a throttle's interval continues when the flow that waits for its end is cancelled",
        arguments: [true, false])
    func throttle(byReceipt: Bool) async throws {
        try await withLoggingStore { fixture, fake, store in
            func throttled(_ text: String) -> Receipt {
                store.send(.do(LogFlow.throttle(.seconds(1), id: "t", .note(text)).id("sync")))
            }
            try await throttled("first").finishedInTime()
            let waiting = throttled("cancelled")
            if byReceipt { waiting.cancel() } else { store.send(.do(.cancel("sync"))) }
            await expectCancelled(waiting)
            let last = throttled("last")
            #expect(store.state.log == ["first"])
            fixture.time.advance(by: .seconds(1))
            try await last.finishedInTime()
            #expect(store.state.log == ["first", "last"])
            fixture.time.advance(by: .seconds(1))
            #expect(fixture.engine.resources.effects == 0)
        }
    }

    private struct Save: Command { typealias Output = String }

    @Test("Flows · L2 · what middleware puts in place of a command belongs to the command's flow", arguments: 0...2)
    func replacedCommand(_ kind: Int) async throws {
        try await withLoggingStore { fixture, fake, store in
            let saves = FakeHandler<Save>(fixture.engine)
            fixture.engine.middleware = [
                .intercept { message in
                    guard let fetch = message.payload as? Fetch, fetch.name == "1" else { return .pass }
                    switch kind {
                    case 0: return .change(to: Save())
                    case 1: return .drop(copies: message.with(Save()))
                    default: return .redirect(to: LogFlow.fetch("2"))
                    }
                }
            ]
            let receipt = store.send(.do(LogFlow.fetch("1").then(.note("never")).id("sync")))
            #expect(saves.asked.count + fake.asked.count == 1)
            store.send(.do(.cancel("sync")))
            await expectCancelled(receipt)
            #expect(saves.cancelled.count + fake.cancelled.count == 1)
            #expect(!store.state.log.contains("never") && fixture.engine.resources.effects == 0)
        }
    }

    @Test("Flows · what other code starts while the flow is performed does not belong to the flow")
    func otherCode() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let onFault = fixture.engine.onFault
            fixture.engine.onFault = { [weak store] fault in
                guard fault.kind == .custom else { return onFault(fault) }
                _ = store?.perform(.fetch("other"))
            }
            store.send(.do(.fault(.custom("A.", cause: "B.", fix: "C.")).and(.fetch("own")).id("a")))
            store.send(.do(.cancel("a")))
            #expect(fake.asked.map(\.name) == ["other", "own"] && fake.cancelled == [1])
            await fake.succeed(0, with: "")
        }
    }

    @Test("Flows · an empty flow with the policy latest cancels, and other empty flows do nothing")
    func empty() async throws {
        #expect(LogFlow.none.id("a").isNone && !LogFlow.none.id("a", policy: .latest).isNone)
        try await withLoggingStore { fixture, fake, store in
            store.send(.do(.fetch().id("a")))
            store.send(.do(LogFlow.none.id("a", policy: .latest)))
            #expect(fake.cancelled == [0] && fixture.engine.resources.effects == 0)
        }
    }

    // MARK: Children

    /// A parent that cancels its children's effects.
    struct Parent: Reducer {
        struct State { var child: LoggingReducer.State? = LoggingReducer.State(); var log = LoggingReducer.State() }
        enum Action { case child(LoggingReducer.Action), own(LoggingReducer.Action), remove, cancel(Bool) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .child(let action):
                return LoggingReducer().reduce(&state.child, action)
                    .map(Action.child, output: { .child(.note($0)) }, at: \.child)
            case .own(let action):
                return LoggingReducer().reduce(&state.log, action).map(Action.own, output: { .own(.note($0)) })
            case .remove: state.child = nil
            case .cancel(let all): return .cancel("sync", includingChildren: all)
            }
            return .none
        }
    }

    @Test("Flows · a cancel that includes children cancels their effects with the id, and others do not")
    func includingChildren() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Parent.State(), Parent(), on: fixture.engine)
            store.send(.own(.do(.fetch("0", id: "sync"))))
            store.send(.child(.do(.fetch("1", id: "sync"))))
            store.send(.child(.do(.fetch("2").then(.note("never")).id("sync"))))
            store.send(.child(.do(.fetch("3", id: "other"))))
            store.send(.child(.do(.after(.seconds(1), .note("never"), id: "sync"))))
            store.send(.cancel(false))
            #expect(fake.cancelled == [0])
            store.send(.cancel(true))
            #expect(fake.cancelled == [0, 1, 2])
            await fake.succeed(3, with: "three")
            #expect(store.state.child?.log.last == "three" && fixture.engine.resources.effects == 0)
        }
    }

    @Test("Flows · a child's flow with an id ends with the child, running or waiting")
    func removedChild() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Parent.State(), Parent(), on: fixture.engine)
            let receipts = ["1", "2"].map {
                store.send(.child(.do(.fetch($0).and(.fetch("")).then(.note("never")).id("a", policy: .queue))))
            }
            store.send(.remove)
            for receipt in receipts { await expectCancelled(receipt) }
            #expect(fake.cancelled == [0, 1] && fake.asked.count == 2 && fixture.engine.resources.effects == 0)
        }
    }

    // MARK: Values

    @Test("Flows · flows with ids are equal if their ids, policies and flows are, and print as they are written")
    func values() {
        let flow = LogFlow.note("a").then(.note("b")).id("sync", policy: .latest)
        #expect(flow == LogFlow.note("a").then(.note("b")).id("sync", policy: .latest))
        #expect(flow != LogFlow.note("a").then(.note("b")).id("sync", policy: .first))
        #expect(flow != LogFlow.note("a").then(.note("b")).id("other", policy: .latest))
        #expect(flow != LogFlow.note("a").then(.note("c")).id("sync", policy: .latest))
        #expect("\(flow)" == #"send(note("a")).then(send(note("b"))).id(sync, policy: latest)"#)
        #expect("\(LogFlow.cancel("a", includingChildren: true))" == "cancel(a, includingChildren: true)")
        #expect(LogFlow.cancel("a", includingChildren: false) == .cancel("a"))
        #expect(LogFlow.cancel("a", includingChildren: true) != .cancel("a"))
        if case .group(let group) = flow.content {
            #expect(group.kind == .named && group.effectID?.id == AnyHashable("sync") && group.policy == .latest)
            #expect(group.flow == LogFlow.note("a").then(.note("b")) && group.childScope == nil)
        } else {
            #expect(Bool(false), "\(flow.content)")
        }
    }
}
