import MillraceInspection
import MillraceExtras
import Millrace
import Testing

// Faults of Aftermath, a bus of commands and reactions. Those that it shared with SwiftFlux are in
// ListenersFaultsTests.
@MainActor struct AftermathFaultsTests {
    // Handlers were called under a lock, and a reaction that executed a command hung. With a lock around `dispatch`,
    // this test never ends; with `enqueue` taking the turn at once, as a lock that may be taken again would, the order
    // is wrong.
    @Test("a command that a reaction executes waits its turn, and then has it")
    func nestedExecute() async throws {
        try await withEngine { engine in
            var story: [String] = []
            engine.handle(Fetch.self) { command in
                story.append("do \(command.name)")
                return command.name
            }
            engine.listen(
                to: Fetch.self,
                onData: { name in
                    story.append("\(name) begins")
                    if name == "a" { for next in ["b", "c"] { engine.execute(Fetch(name: next)) } }
                    story.append("\(name) ends")
                })
            engine.execute(Fetch(name: "a"))
            let nested = ["do b", "do c", "b begins", "b ends", "c begins", "c ends"]
            #expect(story == ["do a", "a begins", "a ends"] + nested)
        }
    }

    // One handler that threw made every later command hang. With a lock that is taken before the handler and
    // released when it has returned, but not when it has thrown, the test never ends. The same holds for either kind of
    // handler alone.
    @Test("a handler that throws does not keep the next command from being handled", arguments: [true, false])
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

    // Each call registered its reaction for good. With `execute(_:listener:)` made of `listen` and `execute`, the
    // second answer is heard twice, the third three times, and the resource counts finds a listener more after each.
    @Test("the reaction of one execution hears of that one, and nothing of it stays")
    func ownReaction() async throws {
        try await withEngine { engine in
            engine.handle(Fetch.self) { $0.name }
            var heard: [String] = []
            for name in ["a", "b", "c"] {
                engine.execute(Fetch(name: name), listener: EventListener(onData: { heard.append($0) }))
                #expect(engine.resources.listeners == 0)
            }
            engine.execute(Fetch(name: "d"))
            #expect(heard == ["a", "b", "c"])
        }
    }

    // Ending one owner's reactions took out all to the same type. If `ObserverList` removes every observer,
    // none is called after the first execution.
    @Test("ending the reactions of one leaves those of another to the same command")
    func ownersAreApart() async throws {
        final class Screen {}
        try await withEngine { engine in
            engine.handle(Fetch.self) { $0.name }
            var heard: [String] = []
            func hear(_ name: String) -> (String) -> Void { { _ in heard.append(name) } }
            var one: Screen? = Screen()
            let (other, bag) = (Screen(), SubscriptionBag())
            engine.listen(to: Fetch.self, owner: one, onData: hear("one"))
            let token = engine.listen(to: Fetch.self, owner: other, onData: hear("by token"))
            engine.listen(to: Fetch.self, onData: hear("in a bag")).store(in: bag)
            engine.listen(to: Fetch.self, owner: other, onData: hear("other"))
            one = nil
            engine.execute(Fetch())
            engine.execute(Fetch())
            token.cancel()
            engine.execute(Fetch())
            bag.cancelAll()
            engine.execute(Fetch())
            let both = ["by token", "in a bag", "other"]
            #expect(heard == both + both + ["in a bag", "other", "other"])
            withExtendedLifetime(other) {}
        }
    }

    // A handler's token took out the one that had replaced it. With `register` no longer asking whether the handler
    // that it takes out is its own, the second is taken out too, and the command finds none.
    @Test("the token of a handler that was replaced takes nothing out")
    func replacedHandler() async throws {
        try await withEngine(faults: [.handlerReplaced]) { engine in
            let old = engine.handle(Fetch.self) { _ in "old" }
            let new = engine.handle(Fetch.self) { _ in "new" }
            old.cancel()
            #expect(!old.isActive && new.isActive && engine.resources.handlers == 1)
            let store = Store([], Doer(), on: engine)
            store.send(.do(.fetch()))
            #expect(store.state == ["new"])
            new.cancel()
            #expect(engine.resources.handlers == 0)
        }
    }
}
