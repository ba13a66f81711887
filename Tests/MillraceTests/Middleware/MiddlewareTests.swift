import Millrace
import Testing

@MainActor struct MiddlewareTests {
    @Test("A11 · middleware sees every kind of message, first to last, with its cause and its store's state")
    func seesEverything() async throws {
        try await withRig { rig in
            rig.engine.handle(Fetch.self) { $0.name }
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            var seen: [String] = []
            var causes: [UInt64: UInt64] = [:]
            rig.engine.middleware = [
                Interceptor { message, next in
                    causes[message.id] = message.cause
                    seen.append("\(message.kind) \(message.state(of: Scribe.self)?.log.count ?? -1)")
                    next(message)
                },
                Interceptor { message, next in
                    seen.append("then")
                    next(message)
                },
            ]
            store.send(.do(.note("a").then(.fetch().and(.post(News(text: "n"))).and(.output("o")))))
            #expect(
                seen.filter { $0 != "then" } == ["action 0", "action 0", "command 1", "fact -1", "output 1", "event 1"])
            #expect(seen.count == 12 && store.state.log == ["a", "a"])
            #expect(causes.values.filter { $0 == 0 }.count == 1 && causes.allSatisfy { $1 < $0 })
        }
    }

    @Test("A11 · middleware changes a message, into one of the same type or a command of another")
    func changes() async throws {
        struct Other: Command { typealias Output = String }
        try await withRig { rig in
            rig.engine.handle(Fetch.self) { $0.name }
            rig.engine.handle(Other.self) { _ in "other" }
            var heard: [String] = []
            rig.engine.react(to: Other.self, consume: { heard.append($0) })
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            rig.engine.middleware = [
                Interceptor { message, next in
                    switch message.payload {
                    case let fetch as Fetch where fetch.name == "elsewhere": next(message.with(Other()))
                    case is Fetch: next(message.with(Fetch(name: "changed")))
                    case Event<Fetch>.data(let text) as Event<Fetch>: next(message.with(Event<Fetch>.data(text + "!")))
                    default: next(message)
                    }
                }
            ]
            store.send(.do(.fetch("x")))
            try await store.send(.do(.fetch("elsewhere"))).finishedInTime()
            #expect(store.state.log == ["changed!"] && heard == ["other"])
        }
    }

    @Test("A11 · middleware cancels a message, and whoever awaits is told why")
    func cancels() async throws {
        try await withRig { rig in
            let desk = Desk<Fetch>(rig.engine)
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            var kind = Message.Kind.action
            rig.engine.middleware = [
                Interceptor { message, next in
                    if message.kind == kind { next.cancel(because: Oops()) } else { next(message) }
                }
            ]
            await #expect(throws: Oops()) { try await store.send(.add(1)).finishedInTime() }
            kind = .command
            await #expect(throws: Oops()) { try await store.send(.do(.fetch())).finishedInTime() }
            kind = .event
            let receipt = store.send(.do(.fetch()))
            await desk.succeed(0, with: "x")
            await #expect(throws: Oops()) { try await receipt.finishedInTime() }
            #expect(store.state == Scribe.State() && desk.asked.count == 1)
        }
    }

    @Test("M11 · middleware holds a message as long as it likes while everything else goes on")
    func holds() async throws {
        try await withRig { rig in
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            var held: [(Message, Next)] = []
            rig.engine.middleware = [
                Interceptor { message, next in
                    if case .note("held")? = message.payload as? Scribe.Action {
                        held.append((message, next))
                    } else {
                        next(message)
                    }
                }
            ]
            let receipt = store.send(.note("held"))
            store.send(.note("free"))
            #expect(store.state.log == ["free"] && rig.engine.census.effects == 1)
            if let (message, next) = held.popLast() { next(message) }
            #expect(store.state.log == ["free", "held"])
            try await receipt.finishedInTime()
            let refused = store.send(.note("held"))
            held.popLast()?.1.cancel()
            await #expect(throws: CancellationError.self) { try await refused.finishedInTime() }
            let gone = store.send(.note("held"))
            gone.cancel()
            await #expect(throws: CancellationError.self) { try await gone.finishedInTime() }
            #expect(rig.engine.census.effects == 0)
        }
    }

    @Test("S2 · middleware redirects a message to a flow of three, and the receipt ends with the flow")
    func redirects() async throws {
        try await withRig { rig in
            let desk = Desk<Fetch>(rig.engine)
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            rig.engine.middleware = [
                Interceptor { [unowned store] message, next in
                    if case .add? = message.payload as? Scribe.Action {
                        next.redirect(to: .note("1").then(.fetch()).then(.note("3")), on: store)
                    } else {
                        next(message)
                    }
                }
            ]
            let receipt = store.send(.add(5))
            #expect(store.state.log == ["1", "progress"] && store.state.count == 0)
            await desk.succeed(0, with: "2")
            try await receipt.finishedInTime()
            #expect(store.state.log == ["1", "progress", "2", "3"])
        }
    }

    @Test("S2 · middleware redirects a message on its own store, without knowing it; elsewhere that is a fault")
    func redirectsAtHome() async throws {
        try await withRig(faults: [.wrongPayload]) { rig in
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            rig.engine.middleware = [
                Interceptor { message, next in
                    if case .note? = message.payload as? Scribe.Action {
                        next(message)
                    } else {
                        next.redirect(to: Flow<Scribe>.note("instead"))
                    }
                }
            ]
            try await store.send(.add(5)).finishedInTime()
            await #expect(throws: Fault.self) { try await rig.engine.post(News(text: "n")).finishedInTime() }
            #expect(store.state.log == ["instead"] && store.state.count == 0)
        }
    }

    @Test("S3 · next returns the receipt: what comes after, and what comes on failure")
    func afterAndFailure() async throws {
        try await withRig { rig in
            let desk = Desk<Fetch>(rig.engine)
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            var story: [String] = []
            var watching: [Task<Void, Never>] = []
            rig.engine.middleware = [
                Interceptor { message, next in
                    guard case .do? = message.payload as? Scribe.Action else { return _ = next(message) }
                    story.append("before")
                    let receipt = next(message)
                    watching.append(
                        Task {
                            do { try await receipt.finishedInTime(); story.append("after") } catch {
                                story.append("failed")
                            }
                        })
                }
            ]
            store.send(.do(.fetch()))
            await desk.succeed(0, with: "x")
            try await watching[0].valueInTime()
            store.send(.do(.fetch()))
            await desk.fail(1, with: Oops())
            try await watching[1].valueInTime()
            #expect(story == ["before", "after", "before", "failed"])
        }
    }

    @Test("S3 · the receipt that next gives is that of the message alone")
    func receiptOfOne() async throws {
        try await withRig { rig in
            let desk = Desk<Fetch>(rig.engine)
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            var ended: [String] = []
            var watching: [String: Task<Void, Never>] = [:]
            rig.engine.middleware = [
                Interceptor { message, next in
                    let name = if let fetch = message.payload as? Fetch { fetch.name } else { "\(message.kind)" }
                    let receipt = next(message)
                    if watching[name] != nil { return }
                    watching[name] = Task {
                        try? await receipt.finishedInTime()
                        ended.append(name)
                    }
                }
            ]
            let whole = store.send(.do(.fetch("a").and(.fetch("b"))))
            await desk.succeed(1, with: "2")
            try await watching["b"]?.valueInTime()
            #expect(ended == ["event", "b"])
            await desk.succeed(0, with: "1")
            try await whole.finishedInTime()
            // Which of the two is resumed first is up to the system.
            for name in ["a", "action"] { try await watching[name]?.valueInTime() }
            #expect(ended.sorted() == ["a", "action", "b", "event"])
        }
    }

    @Test("S3 · a failure is told to the receipt of its message and of what it came of, and to no other")
    func failureOfOne() async throws {
        try await withRig { rig in
            let desk = Desk<Fetch>(rig.engine)
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            var receipts: [String: Receipt] = [:]
            rig.engine.middleware = [
                Interceptor { message, next in
                    if let fetch = message.payload as? Fetch {
                        receipts[fetch.name] = next(message)
                    } else {
                        next(message)
                    }
                }
            ]
            let whole = store.send(.do(.fetch("a").and(.fetch("b"))))
            await desk.fail(0, with: Oops())
            await desk.succeed(1, with: "2")
            await #expect(throws: Oops()) { try await whole.finishedInTime() }
            await #expect(throws: Oops()) { try await receipts["a"]?.finishedInTime() }
            try await receipts["b"]?.finishedInTime()
        }
    }

    @Test("S3 · a receipt that is awaited while its message is held is told of its end, and of a cancel")
    func receiptOfHeld() async throws {
        try await withRig { rig in
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            var receipts: [Receipt] = []
            rig.engine.middleware = [Interceptor { receipts.append($1($0, after: .seconds(1))) }]
            store.send(.add(1))
            let waiting = Task { [receipt = receipts[0]] in try await receipt.finishedInTime() }
            let outer = store.send(.add(10))
            outer.cancel()
            await #expect(throws: CancellationError.self) { try await receipts[1].finishedInTime() }
            rig.time.advance(by: .seconds(1))
            try await waiting.valueInTime()
            store.send(.add(100))
            receipts[2].cancel()
            await #expect(throws: CancellationError.self) { try await receipts[2].finishedInTime() }
            #expect(store.state.count == 1 && rig.time.waiting == 0)
        }
    }

    @Test("L2 · a hundred thousand chained messages, whose receipts are all kept, need no stack")
    func keptReceipts() async throws {
        try await withRig { rig in
            let store = Store(0, Countdown(), on: rig.engine)
            var receipts: [Receipt] = []
            rig.engine.middleware = [Interceptor { receipts.append($1($0)) }]
            try await store.send(100_000).finishedInTime()
            #expect(store.state == 100_000 && receipts.count == 100_000)
            for receipt in receipts { try await receipt.finishedInTime() }
        }
    }

    @Test("S4 · an error that middleware throws fails the message, and reaches failure middleware and who awaits once")
    func throwing() async throws {
        try await withRig { rig in
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            var errors: [String] = []
            var throwsLate = false
            rig.engine.middleware = [
                .onError { errors.append("\($0) \($1)") },
                Interceptor { message, next in
                    if throwsLate { next(message) }
                    throw Oops(number: 1)
                },
            ]
            await #expect(throws: Oops(number: 1)) { try await store.send(.add(1)).finishedInTime() }
            #expect(store.state.count == 0 && errors == ["Oops(number: 1) action add(1)"])
            throwsLate = true
            await #expect(throws: Oops(number: 1)) { try await store.send(.add(1)).finishedInTime() }
            #expect(store.state.count == 1 && errors.count == 2)
        }
    }

    @Test("L8 · a next that is dropped, called twice, or called with what cannot be, is a fault")
    func faults() async throws {
        try await withRig(faults: [.nextDropped, .nextCalledTwice, .nextCalledTwice, .wrongPayload]) { rig in
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            rig.engine.middleware = [Interceptor { _, _ in }]
            await #expect(throws: CancellationError.self) { try await store.send(.add(1)).finishedInTime() }
            var kept: Next?
            rig.engine.middleware = [
                Interceptor { message, next in
                    kept = next
                    next(message)
                    next(message)
                }
            ]
            store.send(.add(10))
            kept?.cancel()
            kept = nil
            rig.engine.middleware = [Interceptor { message, next in next(message.with("nonsense")) }]
            await #expect(throws: Fault.self) { try await store.send(.add(100)).finishedInTime() }
            rig.engine.middleware = []
            #expect(store.state.count == 10)
        }
    }

    @Test("L8 · a next that is dropped later cancels what it held, and shutting down ends what is held")
    func droppedLater() async throws {
        try await withRig(faults: [.nextDropped]) { rig in
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            var held: Next?
            rig.engine.middleware = [Interceptor { _, next in held = next }]
            let receipt = store.send(.add(1))
            held = nil
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            let other = store.send(.add(1))
            rig.engine.shutdown()
            await #expect(throws: EngineShutDown()) { try await other.finishedInTime() }
            held?.cancel()
            held = nil
            #expect(store.state.count == 0)
        }
    }
}
