import MillraceExtras
import MillraceHistory
import Millrace
import Testing

// Symptom: `engine.listen(to: Ask.self) { … }` with a closure without a parameter compiled, and was never called for data.
// Cause: an unlabelled closure is passed to the first parameter that takes a function, which was `onProgress:`. The progress of
// most commands is `Void`, so a closure without a parameter fitted.
// Correct: an unlabelled closure receives data: as the event, as the output, or as a call without a parameter. A listener without
// any function does not compile.
@MainActor struct UnlabelledListenerTests {
    /// The progress is `Void`.
    private struct Ask: Command { typealias Output = Int }
    /// The progress, the output and the failure of each have the same type.
    private struct Same: Command {
        typealias Output = Int
        typealias Progress = Int
    }
    private struct Ping: Command { typealias Output = Void }
    private struct Silent: Command {
        typealias Output = Int
        typealias Progress = Never
    }
    private struct Sure: Command {
        typealias Output = Int
        typealias Failure = Never
    }
    /// Both a command and a fact.
    private struct Saved: Command, Fact { typealias Output = Int }

    /// A handler that sends all kinds of events: a progress value, two results, and a failure for the second command.
    private func answer<C: Command>(
        _ type: C.Type, on engine: Engine, _ progress: C.Progress?, _ output: C.Output, _ failure: C.Failure?
    ) {
        var count = 0
        engine.handle(type) { (_: C, reply: Reply<C>) in
            count += 1
            if count == 2, let failure { return reply.fail(failure) }
            if let progress { reply.progress(progress) }
            reply.data(output)
            reply.finish(with: output)
        }
    }

    private func execute<C: Command>(_ command: C, on engine: Engine) {
        engine.onFault = { _ in }
        for _ in 0..<2 { engine.execute(command) }
        engine.processPending()
    }

    @Test("L8 · a closure without a parameter is called once for each result, whatever the command's types")
    func withoutParameter() async throws {
        try await withEngine { engine in
            var (calls, owner) = ([String: Int](), ReplyHolder(engine))
            func count(_ name: String) { calls[name, default: 0] += 1 }
            func count() { calls["function", default: 0] += 1 }
            answer(Ask.self, on: engine, (), 1, Oops())
            answer(Same.self, on: engine, 2, 1, Oops())
            answer(Ping.self, on: engine, (), (), Oops())
            answer(Silent.self, on: engine, nil, 1, Oops())
            answer(Sure.self, on: engine, (), 1, nil)
            answer(Saved.self, on: engine, (), 1, Oops())
            let listening = [
                engine.listen(to: Ask.self) { count("ask") },
                engine.listen(to: Same.self) { count("same") },
                engine.listen(to: Ping.self) { count("ping") },
                engine.listen(to: Silent.self) { count("silent") },
                engine.listen(to: Sure.self) { count("sure") },
                engine.listen(to: Saved.self) { count("saved") },
                engine.listen(to: Ask.self, owner: owner) { count("owner") },
                engine.listen(to: Ask.self, owner: owner) {
                    let name = "lines"
                    count(name)
                },
                engine.listen(to: Ask.self, count),
                engine.listen(to: Ping.self, onData: { count("label") }),
            ]
            execute(Ask(), on: engine)
            execute(Same(), on: engine)
            execute(Ping(), on: engine)
            execute(Silent(), on: engine)
            execute(Sure(), on: engine)
            execute(Saved(), on: engine)
            var expected = ["ask", "same", "ping", "silent", "saved", "owner", "lines", "label", "function"]
                .reduce(into: [String: Int]()) { $0[$1] = 2 }
            expected["sure"] = 4
            #expect(calls == expected)
            withExtendedLifetime(owner) { for subscription in listening { subscription.cancel() } }
            owner = ReplyHolder(engine)
        }
    }

    @Test("L8 · a closure with a parameter receives the event or, if its type says so, the output; never only progress")
    func withParameter() async throws {
        try await withEngine { engine in
            var (events, outputs): ([String], [Int]) = ([], [])
            func note(_ number: Int) { outputs.append(number) }
            answer(Ask.self, on: engine, (), 1, Oops())
            answer(Same.self, on: engine, 2, 1, Oops())
            let listening = [
                engine.listen(to: Ask.self) { events.append("\($0)") },
                engine.listen(to: Same.self) { event in events.append("\(event)") },
                engine.listen(to: Ask.self) { (number: Int) in outputs.append(number) },
                engine.listen(to: Same.self) { (number: Int) in outputs.append(number) },
                engine.listen(to: Same.self) { note($0) },
                engine.listen(to: Same.self, onData: note),
            ]
            execute(Ask(), on: engine)
            execute(Same(), on: engine)
            #expect(
                events == [
                    "progress()", "data(1)", "data(1)", "failure(RegressionTests.Oops())",
                    "progress(2)", "data(1)", "data(1)", "failure(RegressionTests.Oops())",
                ])
            #expect(outputs == Array(repeating: 1, count: 8))
            for subscription in listening { subscription.cancel() }
        }
    }

    @Test("L8 · the listener of one execution receives data by an unlabelled closure, too")
    func oneExecution() async throws {
        try await withEngine { engine in
            var received: [String] = []
            answer(Ask.self, on: engine, (), 1, Oops())
            answer(Same.self, on: engine, 2, 1, Oops())
            engine.execute(Ask(), listener: EventListener { received.append("call") })
            engine.execute(Same(), listener: EventListener { received.append("\($0)") })
            #expect(received == ["call", "call", "1", "1"])
        }
    }

    @Test("L8 · a closure without a parameter does not handle a failure")
    func failure() async throws {
        try await withEngine(faults: [.unhandledFailure]) { engine in
            engine.handle(Ask.self) { _ in throw Oops() }
            var calls = 0
            let listening = engine.listen(to: Ask.self) { calls += 1 }
            engine.execute(Ask())
            try await Task { @MainActor in }.valueInTime()
            #expect(calls == 0)
            listening.cancel()
        }
    }

    // These do not compile, so they cannot do nothing:
    // - `store.listen(to: Ask.self) { .note("") }` and `engine.listen(to: News.self) { … }` for a fact, without a parameter: the
    //   closure takes the event or the fact.
    // - `engine.listen(to: Ask.self)` without a function (ListenerWithoutFunction in Tests/MustNotCompile).
    // - `engine.listen(to: Ask.self, onData: f) { … }` without a parameter: the closure takes the failure.
}
