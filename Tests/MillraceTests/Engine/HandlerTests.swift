import MillraceExtras
import Foundation
import Millrace
import TestSupport
import Testing

@MainActor struct HandlerTests {
    @Test("A3 · a synchronous handler's result has been reduced when the outermost send or execute returns")
    func synchronous() async throws {
        try await withEngineFixture { fixture in
            var consumed: [String] = []
            fixture.engine.handle(Fetch.self) { "\($0.name)!" }
            fixture.engine.listen(to: Fetch.self, onData: { consumed.append($0) })
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.fetch("x")))
            #expect(store.state.log == ["x!"])
            fixture.engine.execute(Fetch(name: "y"))
            #expect(consumed == ["x!", "y!"])
        }
    }

    @Test("A4 · an asynchronous handler publishes progress, cached data, fresh data: any number of times")
    func manyValued() async throws {
        struct Load: Command { typealias Output = String; typealias Progress = Double }
        try await withEngineFixture { fixture in
            fixture.engine.handle(Load.self) { _, reply in
                reply.data("cached")
                for step in [0.5, 1.0] {
                    await Task.yield()
                    reply.progress(step)
                }
                reply.data("fresh")
            }
            var events: [Event<Load>] = []
            fixture.engine.listen(to: Load.self) { events.append($0) }
            let receipt = fixture.engine.execute(Load())
            #expect(events == [.data("cached")])
            try await receipt.finishedInTime()
            #expect(events == [.data("cached"), .progress(0.5), .progress(1), .data("fresh")])
        }
    }

    @Test("A4 · a callback API keeps the reply and answers from any thread, in order")
    func callbacks() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { _, reply in
                Thread {
                    for number in 0..<100 { reply.data("\(number)") }
                    reply.finish()
                }.start()
            }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            try await store.send(.do(.fetch())).finishedInTime()
            #expect(store.state.log == (0..<100).map(String.init))
        }
    }

    @Test("A4 · what was said at once through a reply has been reduced when the outermost send returns")
    func immediateReplies() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { command, reply in
                reply.progress()
                reply.finish(with: command.name)
            }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.fetch("x")))
            #expect(store.state.log == ["progress", "x"])
        }
    }

    @Test("A4 · a cancelled reply is closed, calls back once, and what it says goes nowhere")
    func cancelledReply() async throws {
        // Safe: the handler, the callbacks and the test run on the main actor.
        final class Kept: @unchecked Sendable { var reply: Reply<Fetch>?; var cancels = 0 }
        try await withEngineFixture { fixture in
            let kept = Kept()
            fixture.engine.handle(Fetch.self) { _, reply in
                kept.reply = reply
                reply.onCancel { kept.cancels += 1 }
            }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.fetch()))
            #expect(kept.reply?.isClosed == false)
            receipt.cancel()
            receipt.cancel()
            #expect(kept.reply?.isClosed == true && kept.cancels == 1)
            kept.reply?.onCancel { kept.cancels += 1 }
            #expect(kept.cancels == 2)
            kept.reply?.data("late")
            kept.reply?.finish()
            kept.reply = nil
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            await Task { @MainActor in }.value
            #expect(store.state.log.isEmpty && fixture.engine.discardedResultCount == 1)
        }
    }

    @Test("F1 · a command's failure is typed, and so is what its handler may throw")
    func typedFailure() async throws {
        struct Save: Command { typealias Output = Void; typealias Failure = Oops }
        try await withEngineFixture { fixture in
            fixture.engine.handle(Save.self) { _ throws(Oops) in throw Oops(number: 7) }
            var rescued: Oops?
            fixture.engine.listen(to: Save.self, onFailure: { rescued = $0 })
            await #expect(throws: Oops(number: 7)) { try await fixture.engine.execute(Save()).finishedInTime() }
            #expect(rescued == Oops(number: 7))
        }
    }

    @Test("A9 · a command that handles itself needs no registration, and a registered handler comes first")
    func selfHandling() async throws {
        struct Greet: ExecutableCommand {
            typealias Output = String
            let name: String
            func handle() async throws -> String {
                if name.isEmpty { throw Oops() }
                await Task.yield()
                return "Hello \(name)"
            }
        }
        try await withEngineFixture { fixture in
            var heard: [String] = []
            let reaction = EventListener<Greet>(
                onProgress: { heard.append("wait") }, onData: { heard.append($0) },
                onFailure: { _ in heard.append("rescue") })
            try await fixture.engine.execute(Greet(name: "Ada"), listener: reaction).finishedInTime()
            await #expect(throws: Oops()) {
                try await fixture.engine.execute(Greet(name: ""), listener: reaction).finishedInTime()
            }
            fixture.engine.handle(Greet.self) { "Replaced \($0.name)" }
            fixture.engine.execute(Greet(name: "Ada"), listener: reaction)
            #expect(heard == ["wait", "Hello Ada", "wait", "rescue", "Replaced Ada"])
        }
    }

    @Test("A8 · a builder that throws executes nothing; a one-off reaction hears of its own execution only")
    func builders() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            var heard: [String] = []
            fixture.engine.execute(Fetch(name: "mine"), listener: EventListener(onData: { heard.append($0) }))
            fixture.engine.execute(Fetch(name: "other's"))
            fixture.engine.execute { Fetch(name: "built") }
            #expect(throws: Oops()) { try fixture.engine.execute { () throws(Oops) -> Fetch in throw Oops() } }
            #expect(heard == ["mine"])
        }
    }

    @Test("A16 · generic commands keep one handler for each concrete type")
    func genericCommands() async throws {
        struct Detail<Model: Sendable>: Command { typealias Output = Model; let id: Int }
        func register<Model: Sendable>(_ make: @escaping (Int) -> Model, on engine: Engine) {
            engine.handle(Detail<Model>.self) { make($0.id) }
        }
        try await withEngineFixture { fixture in
            register({ "book \($0)" }, on: fixture.engine)
            register({ $0 * 2 }, on: fixture.engine)
            var (books, numbers) = ([String](), [Int]())
            fixture.engine.listen(to: Detail<String>.self, onData: { books.append($0) })
            fixture.engine.listen(to: Detail<Int>.self, onData: { numbers.append($0) })
            fixture.engine.execute(Detail<String>(id: 1))
            fixture.engine.execute(Detail<Int>(id: 2))
            #expect(books == ["book 1"] && numbers == [4])
        }
    }

    @Test("A7 · a reaction is disposed by token, and a handler by its own")
    func tokens() async throws {
        try await withEngineFixture(faults: [.noHandler]) { fixture in
            let handler = fixture.engine.handle(Fetch.self) { $0.name }
            var heard = 0
            let first = fixture.engine.listen(to: Fetch.self, onData: { _ in heard += 1 })
            fixture.engine.listen(to: Fetch.self, onData: { _ in heard += 10 })
            fixture.engine.execute(Fetch())
            first.cancel()
            first.cancel()
            fixture.engine.execute(Fetch())
            handler.cancel()
            fixture.engine.execute(Fetch())
            #expect(heard == 21)
        }
    }
}
