import Millrace
import Testing

// What a message needs on its way through the middleware serves the next message too, if nobody has kept it. Each test
// keeps one thing of it, and looks at it when the next messages have passed.
@MainActor struct KeepingTests {
    final class Thing { var number = 0 }

    struct Taker: Reducer {
        func reduce(_ numbers: inout [Int], _ thing: Thing) -> Flow<Self> {
            numbers.append(thing.number)
            return .none
        }
    }

    private let on = Interceptor { message, next in next(message) }

    @Test("a message that is kept stays as it was", arguments: [0, 1])
    func keptMessages(isLast: Int) async throws {
        try await withRig { rig in
            var kept: [Message] = []
            let keep = Interceptor { message, next in
                if kept.count < 2 { kept.append(message) }
                next(message)
            }
            rig.engine.middleware = isLast == 1 ? [on, keep] : [keep, on]
            var store: Store? = Store(Scribe.State(), Scribe(), on: rig.engine)
            store?.send(.do(.note("a").and(.note("b"))))
            store?.send(.note("c"))
            #expect(store?.state.log == ["a", "b", "c"])
            store = nil
            #expect(kept.map(\.kind) == [.action, .action] && kept.map(\.cause) == [0, kept[0].id])
            #expect("\(kept[0])".hasPrefix("action do(") && "\(kept[1])" == "action note(\"a\")")
            // The store has gone, but a message keeps what it concerns.
            #expect(kept[1].state(of: Scribe.self)?.log == ["a", "b", "c"])
        }
    }

    @Test("an earlier message can be let on in the place of one that comes, which is another")
    func earlierMessage() async throws {
        try await withRig { rig in
            var first: Message?
            rig.engine.middleware = [
                Interceptor { message, next in
                    next(first ?? message)
                    first = first ?? message
                },
                on,
            ]
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            for text in ["a", "b", "c"] { try await store.send(.note(text)).finishedInTime() }
            #expect(store.state.log == ["a", "a", "a"])
        }
    }

    @Test("a next that is kept is that of its message and of its middleware", arguments: [true, false])
    func keptNexts(isDecided: Bool) async throws {
        try await withRig(faults: isDecided ? [.nextCalledTwice, .nextCalledTwice] : []) { rig in
            var kept: [(message: Message, next: Next)] = []
            let keep = Interceptor { message, next in
                kept.append((message, next))
                if isDecided { next(message) }
            }
            rig.engine.middleware = [keep, on]
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            for text in ["a", "b"] { store.send(.note(text)) }
            #expect(store.state.log == (isDecided ? ["a", "b"] : []))
            for (message, next) in kept.reversed() { next(message) }
            #expect(store.state.log == (isDecided ? ["a", "b"] : ["b", "a"]))
            kept = []
            rig.engine.middleware = [on]
            store.send(.note("c"))
            #expect(store.state.log.last == "c")
        }
    }

    @Test(
        "a next that is kept decides nothing for a later message, or for a later middleware", arguments: [true, false])
    func strangeNext(isLater: Bool) async throws {
        try await withRig(faults: [.nextCalledTwice, .nextDropped]) { rig in
            var kept: Next?
            let keep = Interceptor { message, next in
                if case .note("b")? = message.payload as? Scribe.Action, let kept { return _ = kept(message) }
                kept = next
                next(message)
            }
            rig.engine.middleware = isLater ? [keep, on] : [keep, keep]
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            if isLater { try await store.send(.note("a")).finishedInTime() }
            await #expect(throws: CancellationError.self) { try await store.send(.note("b")).finishedInTime() }
            #expect(store.state.log == (isLater ? ["a"] : []))
        }
    }

    @Test("a next that is dropped is a fault of its own message", arguments: [0, 1])
    func dropped(place: Int) async throws {
        try await withRig(faults: [.nextDropped]) { rig in
            let drop = Interceptor { message, next in
                if case .note("b")? = message.payload as? Scribe.Action { return }
                next(message)
            }
            rig.engine.middleware = place == 0 ? [drop, on] : [on, drop]
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            try await store.send(.note("a")).finishedInTime()
            await #expect(throws: CancellationError.self) { try await store.send(.note("b")).finishedInTime() }
            try await store.send(.note("c")).finishedInTime()
            #expect(store.state.log == ["a", "c"])
        }
    }

    @Test("a receipt that is kept is that of its message", arguments: [0, 1])
    func keptReceipts(place: Int) async throws {
        try await withRig { rig in
            let desk = Desk<Fetch>(rig.engine)
            var kept: [Receipt] = []
            let keep = Interceptor { message, next in
                let receipt = next(message)
                if message.kind == .action, message.cause == 0 { kept.append(receipt) }
            }
            rig.engine.middleware = place == 0 ? [keep, on] : [on, keep]
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            store.send(.do(.fetch()))
            store.send(.note("x"))
            store.send(.do(.fetch()))
            try await kept[1].finishedInTime()
            await desk.fail(1, with: Oops())
            await #expect(throws: Oops()) { try await kept[2].finishedInTime() }
            await desk.succeed(0, with: "y")
            try await kept[0].finishedInTime()
        }
    }

    @Test("a receipt that is cancelled while the message is let on cancels that message alone")
    func cancelledReceipt() async throws {
        try await withRig { rig in
            rig.engine.middleware = [
                Interceptor { message, next in
                    let receipt = next(message)
                    if case .note("b")? = message.payload as? Scribe.Action { receipt.cancel() }
                },
                on,
            ]
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            for text in ["a", "b", "c"] { store.send(.note(text)) }
            #expect(store.state.log == ["a", "c"])
        }
    }

    @Test("a message that has passed holds nothing, and neither does middleware that was taken out")
    func nothingIsHeld() async throws {
        try await withRig { rig in
            weak var seen: Thing?
            weak var held: Thing?
            let store = Store([], Taker(), on: rig.engine)
            do {
                let owned = Thing()
                held = owned
                rig.engine.middleware = [
                    Interceptor { message, next in
                        owned.number += 1
                        next(message)
                    }
                ]
            }
            do {
                let thing = Thing()
                (thing.number, seen) = (7, thing)
                store.send(thing)
            }
            #expect(store.state == [7] && seen == nil && held?.number == 1)
            rig.engine.middleware = []
            #expect(held == nil)
        }
    }

    @Test("middleware that puts other middleware in its place is the message's to its end")
    func replacedWhileAsked() async throws {
        try await withRig { rig in
            var seen: [String] = []
            weak var held: Thing?
            do {
                let owned = Thing()
                held = owned
                rig.engine.middleware = [
                    Interceptor { [unowned engine = rig.engine] message, next in
                        engine.middleware = [
                            Interceptor { message, next in
                                seen.append("new")
                                next(message)
                            }
                        ]
                        next(message)
                    },
                    Interceptor { message, next in
                        seen.append("old \(owned.number)")
                        next(message)
                    },
                ]
            }
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            store.send(.note("a"))
            #expect(held == nil)
            store.send(.note("b"))
            #expect(seen == ["old 0", "new"] && store.state.log == ["a", "b"])
        }
    }

    @Test("a middleware that shuts the engine down loses the message that it lets on, and says so")
    func shutDownWhileAsked() async throws {
        try await withRig(faults: [.storeGone]) { rig in
            rig.engine.middleware = [
                Interceptor { [unowned engine = rig.engine] message, next in
                    engine.shutdown()
                    next(message)
                },
                on,
            ]
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            await #expect(throws: (any Error).self) { try await store.send(.note("a")).finishedInTime() }
            #expect(store.state.log.isEmpty)
        }
    }

    @Test("what a middleware sends waits its turn, and passes the middleware in the order in which it was sent")
    func sendsWhileAsked() async throws {
        try await withRig { rig in
            var seen: [String] = []
            weak var asked: Store<Scribe>?
            rig.engine.middleware = [
                on,
                Interceptor { message, next in
                    guard case .note(let text)? = message.payload as? Scribe.Action else { return _ = next(message) }
                    if text == "a" { for text in ["b", "c"] { asked?.send(.note(text)) } }
                    seen.append(text)
                    next(message)
                },
            ]
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            asked = store
            try await store.send(.note("a")).finishedInTime()
            #expect(seen == ["a", "b", "c"] && store.state.log == seen)
        }
    }
}
