import MillraceHistory
import MillraceExtras
import Foundation
import GuideBlocks
import Millrace
import Testing

@MainActor struct FirestarterTests {
    struct Wrong: Error, Equatable {}

    /// Has one reader and two articles.
    static let server = PaperServer(
        logIn: { email, password in
            await Task.yield()
            guard password == "secret" else { throw Wrong() }
            return String(email.prefix { $0 != "@" })
        },
        articles: { ["Rain", "Sun"] })
    static let ada = Newspaper.Action.logIn(email: "ada@example.org", password: "secret")
    static let mallory = Newspaper.Action.logIn(email: "mallory@example.org", password: "guess")

    @Test("S1 · actions are an enum, structs or a class, and the stores of all of them share one engine")
    func kindsOfActions() async throws {
        final class Jump { let height: Int; init(_ height: Int) { self.height = height } }
        struct Jumper: Reducer {
            func reduce(_ height: inout Int, _ jump: Jump) -> Flow<Self> {
                height = max(height, jump.height)
                return jump.height > 1 ? .send(Jump(jump.height / 2)) : .none
            }
        }
        try await withEngineFixture { fixture in
            let paper = Store(Newspaper.State(), Newspaper(), on: fixture.engine)
            let player = Store(Player.State(name: "Ada"), OpenPlayer(), on: fixture.engine)
            let jumper = Store(0, Jumper(), on: fixture.engine)
            var kinds: [String] = []
            fixture.engine.middleware = [
                Interceptor { message in
                    kinds.append("\(type(of: message.payload))")
                    return .pass
                }
            ]
            paper.send(.showLogin)
            player.send(LevelUp())
            jumper.send(Jump(2))
            #expect(paper.state.isLoginShown && player.state.level == 2 && jumper.state == 2)
            #expect(kinds == ["Action", "LevelUp", "Jump", "Jump"])
        }
    }

    @Test("S2 · middleware passes an action, redirects it to another flow, or throws")
    func before() async throws {
        try await withEngineFixture { fixture in
            let paper = Store(Newspaper.State(), Newspaper(), on: fixture.engine)
            fixture.engine.middleware = [Gatekeeper(paper: paper)]
            try await paper.send(.rename("Grace")).finishedInTime()
            #expect(paper.state == Newspaper.State(isLoginShown: true))
            fixture.engine.middleware = [Refuse()]
            await #expect(throws: Refuse.NoAccount()) { try await paper.send(.rename("Grace")).finishedInTime() }
            #expect(paper.state.reader == nil)
            paper.send(.accountReady("ada"))
            try await paper.send(.rename("Grace")).finishedInTime()
            #expect(paper.state == Newspaper.State(reader: "Grace"))
        }
    }

    @Test("S2 · one middleware for several stores reads the state of one of them")
    func sharedState() async throws {
        try await withEngineFixture { fixture in
            let paper = Store(Newspaper.State(), Newspaper(), on: fixture.engine)
            let calculator = openCalculator(on: fixture.engine)
            fixture.engine.middleware = [
                Interceptor { [unowned paper] message in
                    message.payload is Plus && paper.state.reader == nil ? .drop : .pass
                }
            ]
            fixture.engine.post(Plus(number: 1))
            paper.send(.accountReady("ada"))
            fixture.engine.post(Plus(number: 2))
            #expect(calculator.state == 2)
        }
    }

    @Test("S3 · code that follows an action runs when every worker has finished it")
    func after() async throws {
        try await withEngineFixture { fixture in
            let (short, long) = (Gate(), Gate())
            let paper = Store(Newspaper.State(), Newspaper(), on: fixture.engine)
            for gate in [short, long] {
                paper.work { _, _ in
                    try await gate.pass()
                    return .none
                }
            }
            let log = LineLog()
            fixture.engine.middleware = [Diary { log.write($0) }]
            let receipt = paper.send(.showLogin)
            _ = await long.log.lines(1)
            short.open()
            _ = await short.log.lines(2)
            #expect(log.lines == ["before action showLogin"])
            long.open()
            try await receipt.finishedInTime()
            #expect(await log.lines(2) == ["before action showLogin", "after action showLogin"])
        }
    }

    @Test("S4 · middleware receives every error of workers and of other middleware, once")
    func failures() async throws {
        try await withEngineFixture { fixture in
            let log = LineLog()
            let paper = openNewspaper(Self.server, on: fixture.engine)
            fixture.engine.middleware = [Refuse(), Diary { log.write($0) }]
            await #expect(throws: Wrong()) { try await paper.send(Self.mallory).finishedInTime() }
            await #expect(throws: Refuse.NoAccount()) { try await paper.send(.fetchArticles).finishedInTime() }
            let failures = await log.lines(4).filter { $0.contains(" in action") }
            #expect(failures == ["Wrong() in action \(Self.mallory)", "NoAccount() in action fetchArticles"])
        }
    }

    @Test("S4 · failure middleware is called before the awaiting caller, and the receipt still throws")
    func failuresFirst() async throws {
        try await withEngineFixture { fixture in
            var log: [String] = []
            let paper = openNewspaper(Self.server, on: fixture.engine)
            fixture.engine.middleware = [.onError { error, message in log.append("\(error) \(message.kind)") }]
            do { try await paper.send(Self.mallory).finishedInTime() } catch { log.append("thrown") }
            #expect(log == ["Wrong() action", "thrown"])
        }
    }

    @Test("S5 · several workers receive each action, work independently, and return what to do next")
    func workers() async throws {
        try await withEngineFixture { fixture in
            let paper = Store(Newspaper.State(), Newspaper(), on: fixture.engine)
            paper.add(Authentication(server: Self.server))
            paper.add(Newsroom(server: Self.server))
            var seen: [Newspaper.Action] = []
            paper.work { action, state in
                seen.append(action)
                if case .accountReady = action, state().articles.isEmpty { return .send(.fetchArticles) }
                return .none
            }
            try await paper.send(Self.ada).finishedInTime()
            #expect(paper.state == Newspaper.State(reader: "ada", articles: ["Rain", "Sun"]))
            #expect(seen == [Self.ada, .accountReady("ada"), .fetchArticles, .articles(["Rain", "Sun"])])
        }
    }

    @Test("S5 · the example: a reader who is not logged in is asked to log in, and then reads the news")
    func example() async throws {
        try await withEngineFixture { fixture in
            let shown = try await readTheNews(Self.server, on: fixture.engine)
            #expect(shown == ["Log in", "Hello ada", "Rain", "Sun"])
        }
        try await withEngineFixture { fixture in
            let paper = openNewspaper(Self.server, on: fixture.engine)
            try await paper.send(Self.ada).finishedInTime()
            try await paper.send(.logOut).finishedInTime()
            try await paper.send(.fetchArticles).finishedInTime()
            #expect(paper.state == Newspaper.State(isLoginShown: true))
        }
    }

    @Test("S5 · a worker that fails does not stop others, and each worker reads the current state")
    func independentWorkers() async throws {
        try await withEngineFixture { fixture in
            let gate = Gate()
            let paper = Store(Newspaper.State(), Newspaper(), on: fixture.engine)
            fixture.engine.middleware = [.onError { _, _ in }]
            paper.work { action, _ in
                if action == .fetchArticles { throw Wrong() }
                return .none
            }
            paper.work { action, state in
                guard action == .fetchArticles else { return .none }
                try await gate.pass()
                return .send(.articles(["News for \(state().reader ?? "no reader")"]))
            }
            let receipt = paper.send(.fetchArticles)
            _ = await gate.log.lines(1)
            try await paper.send(.accountReady("ada")).finishedInTime()
            gate.open()
            await #expect(throws: Wrong()) { try await receipt.finishedInTime() }
            #expect(paper.state.articles == ["News for ada"])
        }
    }

    @Test("S5 · what a worker returns after the end of its action or its store is discarded")
    func stubbornWorker() async throws {
        try await withEngineFixture { fixture in
            let gate = Gate(obeysCancellation: false)
            var paper: Store<Newspaper>? = Store(Newspaper.State(), Newspaper(), on: fixture.engine)
            paper?.work { action, _ in
                guard case .logIn = action else { return .none }
                try await gate.pass()
                return .send(.accountReady("late"))
            }
            let cancelled = paper?.send(Self.ada)
            _ = await gate.log.lines(1)
            cancelled?.cancel()
            gate.open()
            let released = paper?.send(Self.ada)
            _ = await gate.log.lines(3)
            await #expect(throws: CancellationError.self) { try await cancelled?.finishedInTime() }
            #expect(paper?.state.reader == nil)
            paper = nil
            gate.open()
            _ = await gate.log.lines(4)
            await #expect(throws: CancellationError.self) { try await released?.finishedInTime() }
        }
    }

    @Test("S6 · a flow is empty, one action, or a sequence of actions, each after the workers of the one before")
    func flows() async throws {
        try await withEngineFixture { fixture in
            let paper = Store(Newspaper.State(), Newspaper(), on: fixture.engine)
            paper.add(Authentication(server: Self.server))
            paper.add(Newsroom(server: Self.server))
            var readers: [String?] = []
            paper.subscribe(to: \.reader) { readers.append($0) }
            for empty in [Flow<Newspaper>.none, .sequence([])] { try await paper.perform(empty).finishedInTime() }
            try await paper.perform(.send(Self.ada)).finishedInTime()
            let flow = Flow<Newspaper>.send(.logOut).then(.send(Self.ada)).then(.send(.fetchArticles))
            try await paper.perform(flow.then(.send(.rename("Ada")))).finishedInTime()
            #expect(readers == [nil, "ada", nil, "ada", "Ada"] && paper.state.articles == ["Rain", "Sun"])
        }
    }

    @Test("S6 · a flow that a worker returns is awaited too, and the first error stops the rest of it")
    func firstErrorStops() async throws {
        try await withEngineFixture { fixture in
            let paper = Store(Newspaper.State(), Newspaper(), on: fixture.engine)
            paper.add(Authentication(server: Self.server))
            paper.work { action, _ in
                guard action == .showLogin else { return .none }
                return .send(.rename("a")).then(.send(Self.mallory)).then(.send(.rename("b")))
            }
            await #expect(throws: Wrong()) { try await paper.send(.showLogin).finishedInTime() }
            #expect(paper.state.reader == "a")
        }
    }

    @Test("S7 · send and await, send with a callback, send without waiting")
    func threeWays() async throws {
        try await withEngineFixture { fixture in
            let paper = openNewspaper(Self.server, on: fixture.engine)
            try await paper.send(Self.ada).finishedInTime()
            #expect(paper.state.reader == "ada")
            let log = LineLog()
            paper.send(.fetchArticles).whenFinished { result in
                log.write("\(paper.state.articles.count) articles, \(result)")
            }
            #expect(await log.lines(1) == ["2 articles, success()"])
            paper.send(.rename("Grace"))
            #expect(paper.state.reader == "Grace")
        }
    }

    @Test("S8 · a reset removes the workers and the middleware, and the receipts throw")
    func reset() async throws {
        try await withEngineFixture { fixture in
            let gate = Gate()
            let paper = openNewspaper(Self.server, on: fixture.engine)
            paper.work { _, _ in
                try await gate.pass()
                return .none
            }
            let receipt = paper.send(.showLogin)
            _ = await gate.log.lines(1)
            fixture.engine.reset([.workers, .middleware])
            await #expect(throws: EngineReset(parts: [.workers, .middleware])) { try await receipt.finishedInTime() }
            #expect(fixture.engine.middleware.isEmpty && fixture.engine.resources.effects == 0)
            try await paper.send(Self.ada).finishedInTime()
            try await paper.send(.rename("Grace")).finishedInTime()
            #expect(paper.state == Newspaper.State(reader: "Grace", isLoginShown: true))
        }
    }

    @Test("S8 · the history has every action in order, with its causes")
    func history() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let paper = openNewspaper(Self.server, on: fixture.engine)
            try await paper.send(.fetchArticles).finishedInTime()
            try await paper.send(Self.ada).finishedInTime()
            let actions = history.records.compactMap { $0.payload as? Newspaper.Action }
            #expect(actions == [.fetchArticles, .showLogin, Self.ada, .accountReady("ada")])
            let cause = history.why(\.reader, of: paper).compactMap { $0.payload as? Newspaper.Action }
            #expect(cause == [Self.ada, .accountReady("ada")])
            fixture.engine.reset(.history)
            #expect(history.records.isEmpty && paper.state.reader == "ada")
            paper.send(.logOut)
            #expect(history.records.count == 1)
        }
    }

    @Test("S8 · sending after a rewind turns the old future into a branch")
    func branches() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let paper = Store(Newspaper.State(), Newspaper(), on: fixture.engine)
            paper.send(.accountReady("ada"))
            let then = history.position
            paper.send(.rename("Grace"))
            try history.rewind(to: then)
            #expect(paper.state.reader == "ada")
            paper.send(.rename("Mary"))
            #expect(paper.state.reader == "Mary" && history.branches.count == 1)
            #expect(history.branches[0].records.map { $0.payload as? Newspaper.Action } == [.rename("Grace")])
        }
    }

    @Test("S9 · a blocked action changes nothing, reaches no worker, and ends without an error")
    func blocked() async throws {
        try await withEngineFixture { fixture in
            let paper = Store(Newspaper.State(), Newspaper(), on: fixture.engine)
            var actions: [Newspaper.Action] = []
            paper.work { action, _ in
                actions.append(action)
                return .none
            }
            fixture.engine.middleware = [Blockade()]
            try await paper.send(.fetchArticles).finishedInTime()
            try await paper.send(.accountReady("ada")).finishedInTime()
            try await paper.send(.fetchArticles).finishedInTime()
            #expect(actions == [.accountReady("ada"), .fetchArticles])
        }
    }

    @Test("S9 · actions that need an account are held until there is one, then run in order, and their receipts wait")
    func postponed() async throws {
        try await withEngineFixture { fixture in
            let paper = openNewspaper(Self.server, on: fixture.engine)
            fixture.engine.middleware = [WaitingRoom(engine: fixture.engine)]
            let early = [paper.send(.rename("Grace")), paper.send(.fetchArticles)]
            #expect(paper.state == Newspaper.State() && fixture.engine.resources.effects == 2)
            try await paper.send(Self.ada).finishedInTime()
            for receipt in early { try await receipt.finishedInTime() }
            #expect(paper.state == Newspaper.State(reader: "Grace", articles: ["Rain", "Sun"]))
            paper.send(.logOut)
            let late = paper.send(.rename("never"))
            fixture.engine.reset(.middleware)
            await #expect(throws: EngineReset(parts: .middleware)) { try await late.finishedInTime() }
        }
    }

    @Test("S9 · a held action ends with its store, or when it is cancelled")
    func postponedForever() async throws {
        try await withEngineFixture { fixture in
            var paper: Store<Newspaper>? = Store(Newspaper.State(), Newspaper(), on: fixture.engine)
            fixture.engine.middleware = [WaitingRoom(engine: fixture.engine)]
            let cancelled = paper?.send(.fetchArticles)
            let released = paper?.send(.fetchArticles)
            cancelled?.cancel()
            #expect(fixture.engine.resources.effects == 1)
            paper = nil
            #expect(fixture.engine.resources.effects == 0)
            for receipt in [cancelled, released] {
                await #expect(throws: CancellationError.self) { try await receipt?.finishedInTime() }
            }
        }
    }

    @Test("S10 · actions are distinguished by name alone, whatever their associated values")
    func names() async throws {
        #expect(caseName(of: Self.ada) == "logIn" && caseName(of: Self.mallory) == "logIn")
        #expect(caseName(of: Newspaper.Action.logOut) == "logOut" && caseName(of: LevelUp()) == "LevelUp")
        try await withEngineFixture { fixture in
            let tally = Tally()
            fixture.engine.middleware = [tally]
            let paper = Store(Newspaper.State(), Newspaper(), on: fixture.engine)
            for action in [Self.ada, Self.mallory, .logOut] { paper.send(action) }
            fixture.engine.post(LoggedIn(name: "ada"))
            #expect(tally.counts == ["logIn": 2, "logOut": 1, "LoggedIn": 1])
        }
    }

    @Test("S11 · the core depends on no package, and imports only modules of the language and the system")
    func noDependency() throws {
        let manifest = try String(contentsOf: Guide.root.appending(path: "Package.swift"), encoding: .utf8)
        var (sources, imports): ([String], Set<String>) = ([], [])
        for target in ["Millrace"] {
            let declaration = #/\.target\(\s*name: "(\w+)",\s*(?:dependencies: \[([^\]]*)\],\s*)?swiftSettings/#
            let found = manifest.matches(of: declaration).filter { $0.1 == target }
            let dependencies = found.flatMap { ($0.2 ?? "").matches(of: #/"(\w+)"/#).map { String($0.1) } }
            #expect(found.count == 1 && dependencies.isEmpty)
            let folder = Guide.root.appending(path: "Sources/\(target)")
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(".swift") }
            sources += try paths.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        }
        for source in sources {
            imports.formUnion(source.matches(of: #/(?m)^[^/\n]*\bimport (\w+)/#).map { String($0.1) })
        }
        #expect(sources.count > 80)
        #expect(imports == ["Darwin", "Glibc", "Musl", "Observation", "Synchronization"])
    }
}

/// A log of lines, for a test that waits for a number of them.
@MainActor private final class LineLog {
    private(set) var lines: [String] = []
    private var readers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func write(_ line: String) {
        lines.append(line)
        let ready = readers.filter { $0.count <= lines.count }
        readers.removeAll { $0.count <= lines.count }
        for reader in ready { reader.continuation.resume() }
    }

    func lines(_ count: Int) async -> [String] {
        if lines.count < count { await withCheckedContinuation { readers.append((count, $0)) } }
        return lines
    }
}

/// Suspends workers until the test continues them. Logs when a worker arrives and when it leaves.
@MainActor private final class Gate {
    let log = LineLog()
    private let obeysCancellation: Bool
    private var waiting: [CheckedContinuation<Void, any Error>] = []

    init(obeysCancellation: Bool = true) { self.obeysCancellation = obeysCancellation }

    func pass() async throws {
        defer { log.write("left") }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                waiting.append($0)
                log.write("arrived")
            }
        } onCancel: {
            MainActor.assumeIsolated { if obeysCancellation { end(with: .failure(CancellationError())) } }
        }
    }

    func open() { end(with: .success(())) }

    private func end(with result: Result<Void, any Error>) {
        let ended = waiting
        waiting = []
        for one in ended { one.resume(with: result) }
    }
}
