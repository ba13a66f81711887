import MillraceHistory
import MillraceExtras
import Millrace
import Testing

// Bugs of Aftermath, a bus of commands and reactions. ListenersFaultsTests has those that it shares with SwiftFlux.
@MainActor struct AftermathFaultsTests {
    // Aftermath called handlers under a lock, so a reaction that executed a command hung. With a lock around `dispatch`, this
    // test never ends. If `enqueue` runs the turn at once, as a recursive lock would, the order is wrong.
    @Test("a command that a listener executes is processed after the current turn")
    func nestedExecute() async throws {
        try await withEngine { engine in
            var log: [String] = []
            engine.handle(Fetch.self) { command in
                log.append("do \(command.name)")
                return command.name
            }
            engine.listen(
                to: Fetch.self,
                onData: { name in
                    log.append("\(name) begins")
                    if name == "a" { for next in ["b", "c"] { engine.execute(Fetch(name: next)) } }
                    log.append("\(name) ends")
                })
            engine.execute(Fetch(name: "a"))
            let nested = ["do b", "do c", "b begins", "b ends", "c begins", "c ends"]
            #expect(log == ["do a", "a begins", "a ends"] + nested)
        }
    }

    // In Aftermath, one handler that threw made every later command hang. If a lock is taken before the handler and is not
    // released after a throw, this test never ends. This holds for each kind of handler.
    @Test("a handler that throws does not block the next command", arguments: [true, false])
    func throwingHandler(isAsynchronous: Bool) async throws {
        struct Save: Command { typealias Output = Int }
        try await withEngine { engine in
            if isAsynchronous {
                engine.handle(Fetch.self) { _ in
                    await Task.yield()
                    throw Oops()
                }
            } else {
                engine.handle(Fetch.self) { _ in throw Oops() }
            }
            engine.handle(Save.self) { _ in 7 }
            var saved: [Int] = []
            for _ in 0..<2 {
                await #expect(throws: Oops.self) { try await engine.execute(Fetch()).finishedInTime() }
                engine.execute(Save(), listener: EventListener(onData: { saved.append($0) }))
            }
            #expect(saved == [7, 7])
        }
    }

    // In Aftermath, each call registered its reaction permanently. If `execute(_:listener:)` calls `listen` and `execute`, the
    // second answer is received twice and the third one three times. The resource counts have one more listener after each.
    @Test("the listener of one execution receives only its events, and is removed when it ends")
    func ownListener() async throws {
        try await withEngine { engine in
            engine.handle(Fetch.self) { $0.name }
            var received: [String] = []
            for name in ["a", "b", "c"] {
                engine.execute(Fetch(name: name), listener: EventListener(onData: { received.append($0) }))
                #expect(engine.resources.listeners == 0)
            }
            engine.execute(Fetch(name: "d"))
            #expect(received == ["a", "b", "c"])
        }
    }

    // In Aftermath, removing the reactions of one owner removed all reactions to the same type. If `ObserverList` removes every
    // observer, none is called after the first execution.
    @Test("removing the listeners of one owner keeps another owner's listeners to the same command")
    func independentOwners() async throws {
        final class Screen {}
        try await withEngine { engine in
            engine.handle(Fetch.self) { $0.name }
            var received: [String] = []
            func record(_ name: String) -> (String) -> Void { { _ in received.append(name) } }
            var one: Screen? = Screen()
            let (other, bag) = (Screen(), SubscriptionBag())
            engine.listen(to: Fetch.self, owner: one, onData: record("one"))
            let token = engine.listen(to: Fetch.self, owner: other, onData: record("by token"))
            engine.listen(to: Fetch.self, onData: record("in a bag")).store(in: bag)
            engine.listen(to: Fetch.self, owner: other, onData: record("other"))
            one = nil
            engine.execute(Fetch())
            engine.execute(Fetch())
            token.cancel()
            engine.execute(Fetch())
            bag.cancelAll()
            engine.execute(Fetch())
            let both = ["by token", "in a bag", "other"]
            #expect(received == both + both + ["in a bag", "other", "other"])
            withExtendedLifetime(other) {}
        }
    }

    // In Aftermath, a handler's token removed the handler that had replaced it. If `register` does not check that the handler
    // is its own, the second handler is removed too, and the command finds none.
    @Test("the token of a replaced handler removes nothing")
    func replacedHandler() async throws {
        try await withEngine(faults: [.handlerReplaced]) { engine in
            let old = engine.handle(Fetch.self) { _ in "old" }
            let new = engine.handle(Fetch.self) { _ in "new" }
            old.cancel()
            #expect(!old.isActive && new.isActive && engine.resources.handlers == 1)
            let store = Store([], LoggingReducer(), on: engine)
            store.send(.do(.fetch()))
            #expect(store.state == ["new"])
            new.cancel()
            #expect(engine.resources.handlers == 0)
        }
    }
}
