import MillraceExtras
import Foundation
import Millrace
import TestSupport
import Testing

@MainActor struct HandlerTests {
    @Test("A3 · a synchronous handler's result is reduced before the outermost send or execute returns")
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

    @Test(
        "A3 · what a synchronous handler sends and executes has its turn before the handler's event",
        arguments: [false, true])
    func orderOfNestedMessages(isObserved: Bool) async throws {
        struct Beep: Command { typealias Output = String }
        try await withEngineFixture { fixture in
            if isObserved { _ = fixture.record() }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var order: [String] = []
            fixture.engine.handle(Beep.self) { _ in
                order.append("Beep")
                return "b"
            }
            fixture.engine.handle(Fetch.self) { [unowned store, unowned engine = fixture.engine] command in
                store.send(.note("sent"))
                engine.execute(Beep())
                return command.name
            }
            fixture.engine.listen(to: Beep.self, onData: { _ in order.append("event of Beep") })
            fixture.engine.listen(to: Fetch.self, onData: { _ in order.append("event of Fetch") })
            store.send(.do(.fetch("x")))
            #expect(store.state.log == ["sent", "x"])
            #expect(order == ["Beep", "event of Fetch", "event of Beep"])
            order = []
            fixture.engine.execute(Fetch())
            #expect(store.state.log == ["sent", "x", "sent"])
            #expect(order == ["Beep", "event of Fetch", "event of Beep"])
        }
    }

    @Test("A3 · middleware can hold the event of a synchronous handler beyond the outermost send")
    func heldEvent() async throws {
        struct Holding: Middleware {
            func intercept(_ message: Message) -> Decision {
                message.kind == .event ? .hold(for: .seconds(1)) : .pass
            }
        }
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            fixture.engine.middleware = [Holding()]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.fetch("x")))
            #expect(store.state.log == [])
            fixture.time.advance(by: .seconds(1))
            #expect(store.state.log == ["x"])
        }
    }

    @Test(
        "Engine · a handler reports its start only if it says so, whatever its kind", arguments: [nil, false, true])
    func start(reportsStart: Bool?) async throws {
        let forms: [(Engine) -> Void] = [
            { engine in
                guard let reportsStart else { return _ = engine.handle(Fetch.self) { $0.name } }
                engine.handle(Fetch.self, reportsStart: reportsStart) { $0.name }
            },
            { engine in
                @MainActor func name(_ command: Fetch) async -> String {
                    await Task.yield()
                    return command.name
                }
                guard let reportsStart else { return _ = engine.handle(Fetch.self) { await name($0) } }
                engine.handle(Fetch.self, reportsStart: reportsStart) { await name($0) }
            },
        ]
        for register in forms {
            try await withEngineFixture { fixture in
                register(fixture.engine)
                let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
                var events: [Event<Fetch>] = []
                fixture.engine.listen(to: Fetch.self) { events.append($0) }
                try await store.send(.do(.fetch())).finishedInTime()
                #expect(events == (reportsStart == true ? [.progress(()), .data("a")] : [.data("a")]))
                #expect(store.state.log == (reportsStart == true ? ["progress", "a"] : ["a"]))
            }
        }
    }

    @Test("Engine · a synchronous handler that reports its start can fail, be cancelled, and send messages")
    func startOfSynchronousHandler() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.handle(Fetch.self, reportsStart: true) { [unowned store] command in
                store.send(.note("sent"))
                if command.name == "cancel" { throw CancellationError() }
                if command.name == "fail" { throw Oops() }
                return command.name
            }
            store.send(.do(.fetch("x")))
            #expect(store.state.log == ["progress", "sent", "x"])
            await #expect(throws: Oops()) { try await store.send(.do(.fetch("fail"))).finishedInTime() }
            #expect(store.state.log.suffix(3) == ["progress", "sent", "failed: Oops(number: 0)"])
            await #expect(throws: CancellationError.self) {
                try await store.send(.do(.fetch("cancel"))).finishedInTime()
            }
            #expect(store.state.log.suffix(2) == ["progress", "sent"])
        }
    }

    @Test("Engine · a handler with a reply and an executable command report no start by themselves")
    func noStart() async throws {
        struct Greet: ExecutableCommand {
            typealias Output = String
            func handle() async throws -> String { "a" }
        }
        try await withEngineFixture { fixture in
            var events: [Event<Greet>] = []
            fixture.engine.listen(to: Greet.self) { events.append($0) }
            try await fixture.engine.execute(Greet()).finishedInTime()
            #expect(events == [.data("a")])
        }
        let forms: [(Engine) -> Void] = [
            { engine in engine.handle(Fetch.self) { command, reply in reply.finish(with: command.name) } },
            { engine in
                engine.handle(Fetch.self) { command, reply in
                    await Task.yield()
                    reply.data(command.name)
                }
            },
        ]
        for register in forms {
            try await withEngineFixture { fixture in
                register(fixture.engine)
                var events: [Event<Fetch>] = []
                fixture.engine.listen(to: Fetch.self) { events.append($0) }
                try await fixture.engine.execute(Fetch()).finishedInTime()
                #expect(events == [.data("a")])
            }
        }
    }

    @Test("A4 · a retry does not report the start again")
    func progressOfRetry() async throws {
        try await withEngineFixture { fixture in
            var calls = 0
            fixture.engine.handle(Fetch.self, reportsStart: true) { command in
                await Task.yield()
                calls += 1
                if calls == 1 { throw Oops() }
                return command.name
            }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.perform(.execute(Fetch(), as: LoggingReducer.Action.received, retry: .times(1)))
            while calls < 2 {
                await nextJob()
                fixture.time.advance(by: .seconds(1))
            }
            try await receipt.finishedInTime()
            #expect(calls == 2 && store.state.log == ["progress", "a"])
        }
    }

    @Test("A4 · no handler reports progress by itself, whatever the type of the progress")
    func progressOfEachType() async throws {
        struct Load<Progress: Sendable>: Command { typealias Output = Int }
        try await withEngineFixture { fixture in
            var events = 0
            func execute<Progress: Sendable>(_ type: Progress.Type, on engine: Engine) -> Receipt {
                engine.handle(Load<Progress>.self) { _ in
                    await Task.yield()
                    return 1
                }
                engine.listen(to: Load<Progress>.self) { _ in events += 1 }
                return engine.execute(Load<Progress>())
            }
            try await execute((any Sendable).self, on: fixture.engine).finishedInTime()
            try await execute(Void?.self, on: fixture.engine).finishedInTime()
            try await execute(Void.self, on: fixture.engine).finishedInTime()
            #expect(events == 3)
        }
    }

    @Test("A4 · a command whose progress is Never reports none, and a switch needs no case for it")
    func noProgress() async throws {
        struct Load: Command { typealias Output = String; typealias Progress = Never }
        try await withEngineFixture { fixture in
            fixture.engine.handle(Load.self) { _ in
                await Task.yield()
                return "x"
            }
            var texts: [String] = []
            fixture.engine.listen(to: Load.self) { event in
                switch event {
                case .data(let text): texts.append(text)
                case .failure(let error): texts.append("\(error)")
                }
            }
            try await fixture.engine.execute(Load()).finishedInTime()
            #expect(texts == ["x"])
        }
    }

    @Test("A4 · an asynchronous handler sends progress and data any number of times")
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

    @Test("A4 · a callback API stores the reply and answers from any thread, in order")
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
            let expected = (0..<100).map { "\($0)" }
            #expect(store.state.log == expected)
        }
    }

    @Test("A4 · answers that a handler sends at once are reduced before the outermost send returns")
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

    @Test("A4 · a cancelled reply is closed, calls its onCancel once, and its later answers are discarded")
    func cancelledReply() async throws {
        // Safe: the handler, the callbacks and the test run on the main actor.
        final class ReplyBox: @unchecked Sendable { var reply: Reply<Fetch>?; var cancels = 0 }
        try await withEngineFixture { fixture in
            let box = ReplyBox()
            fixture.engine.handle(Fetch.self) { _, reply in
                box.reply = reply
                reply.onCancel { box.cancels += 1 }
            }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.fetch()))
            #expect(box.reply?.isClosed == false)
            receipt.cancel()
            receipt.cancel()
            #expect(box.reply?.isClosed == true && box.cancels == 1)
            box.reply?.onCancel { box.cancels += 1 }
            #expect(box.cancels == 2)
            box.reply?.data("late")
            box.reply?.finish()
            box.reply = nil
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            await Task { @MainActor in }.value
            #expect(store.state.log.isEmpty && fixture.engine.discardedResultCount == 1)
        }
    }

    @Test("F1 · a command's failure is typed, and so are the errors of its handler")
    func typedFailure() async throws {
        struct Save: Command { typealias Output = Void; typealias Failure = Oops }
        try await withEngineFixture { fixture in
            fixture.engine.handle(Save.self) { _ throws(Oops) in throw Oops(number: 7) }
            var failure: Oops?
            fixture.engine.listen(to: Save.self, onFailure: { failure = $0 })
            await #expect(throws: Oops(number: 7)) { try await fixture.engine.execute(Save()).finishedInTime() }
            #expect(failure == Oops(number: 7))
        }
    }

    @Test("A9 · an executable command needs no registered handler, but a registered one takes precedence")
    func executableCommand() async throws {
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
            var received: [String] = []
            let listener = EventListener<Greet>(
                onData: { received.append($0) }, onFailure: { _ in received.append("failure") },
                onProgress: { received.append("progress") })
            try await fixture.engine.execute(Greet(name: "Ada"), listener: listener).finishedInTime()
            await #expect(throws: Oops()) {
                try await fixture.engine.execute(Greet(name: ""), listener: listener).finishedInTime()
            }
            fixture.engine.handle(Greet.self) { "Replaced \($0.name)" }
            fixture.engine.execute(Greet(name: "Ada"), listener: listener)
            #expect(received == ["Hello Ada", "failure", "Replaced Ada"])
        }
    }

    @Test("A8 · a builder that throws executes nothing; a one-off listener receives only its own command's events")
    func builders() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            var received: [String] = []
            fixture.engine.execute(Fetch(name: "mine"), listener: EventListener(onData: { received.append($0) }))
            fixture.engine.execute(Fetch(name: "other's"))
            fixture.engine.execute { Fetch(name: "built") }
            #expect(throws: Oops()) { try fixture.engine.execute { () throws(Oops) -> Fetch in throw Oops() } }
            #expect(received == ["mine"])
        }
    }

    @Test("A16 · a generic command has one handler for each concrete type")
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

    @Test("A7 · a listener is removed by its token, and a handler by its own")
    func tokens() async throws {
        try await withEngineFixture(faults: [.noHandler]) { fixture in
            let handler = fixture.engine.handle(Fetch.self) { $0.name }
            var received = 0
            let first = fixture.engine.listen(to: Fetch.self, onData: { _ in received += 1 })
            fixture.engine.listen(to: Fetch.self, onData: { _ in received += 10 })
            fixture.engine.execute(Fetch())
            first.cancel()
            first.cancel()
            fixture.engine.execute(Fetch())
            handler.cancel()
            fixture.engine.execute(Fetch())
            #expect(received == 21)
        }
    }
}
