import MillraceHistory
import MillraceModules
import MillraceExtras
import Foundation
import Millrace
import Testing

@MainActor struct AftermathTests {
    typealias Book = Bookshop.Book
    nonisolated static let emma = Book(id: 1, title: "Emma", author: "Jane Austin")
    nonisolated static let ulysses = Book(id: 2, title: "Ulysses", author: "James Joyce")

    /// Answers later. Refuses a book without a title.
    struct Server: Bookshop.Server {
        func books() async throws -> [Book] {
            await Task.yield()
            return [emma, ulysses]
        }

        func save(_ book: Book) async throws -> Book {
            if book.title.isEmpty { throw Oops() }
            return book
        }
    }

    @Test("A1 · a command declares one output type: a list, a tuple, an optional or Void")
    func outputs() async throws {
        struct Count: Command { typealias Output = Int? }
        struct Ring: Command { typealias Output = Void }
        try await withEngineFixture { fixture in
            Bookshop.open(fixture.engine, Server(), Bookshop.Cache())
            fixture.engine.handle(Count.self) { _ in nil }
            fixture.engine.handle(Ring.self) { _ in }
            var received: [String] = []
            fixture.engine.listen(to: Bookshop.FetchBooks.self, onData: { received.append("\($0.count) books") })
            fixture.engine.listen(
                to: Bookshop.CorrectTypos.self, onData: { received.append("\($0.book.id) at \($0.at)") })
            fixture.engine.listen(to: Count.self, onData: { received.append("\($0 ?? -1)") })
            fixture.engine.listen(to: Ring.self, onData: { received.append("ring") })
            fixture.time.advance(by: .seconds(7))
            try await fixture.engine.execute(Bookshop.FetchBooks()).finishedInTime()
            try await fixture.engine.execute(Bookshop.CorrectTypos(book: Self.emma)).finishedInTime()
            fixture.engine.execute(Count())
            fixture.engine.execute(Ring())
            #expect(received == ["2 books", "1 at 7.0 seconds", "-1", "ring"])
        }
    }

    @Test("A2 · a command has one handler: a second one replaces it and is a fault")
    func oneHandler() async throws {
        try await withEngineFixture(faults: [.handlerReplaced]) { fixture in
            fixture.engine.handle(Bookshop.FetchBooks.self) { _ in [] }
            fixture.engine.handle(Bookshop.FetchBooks.self) { _ in [Self.emma] }
            let screen = Bookshop.Screen(fixture.engine)
            screen.load()
            #expect(screen.books == [Self.emma] && fixture.faults[0].description.contains("AftermathTests.swift"))
        }
    }

    @Test("A2 · the handler that follows a removed one is not a fault")
    func handlerRemoved() async throws {
        try await withEngineFixture { fixture in
            let first = fixture.engine.handle(Bookshop.FetchBooks.self) { _ in [] }
            first.cancel()
            fixture.engine.handle(Bookshop.FetchBooks.self) { _ in [Self.emma] }
            let screen = Bookshop.Screen(fixture.engine)
            screen.load()
            #expect(screen.books == [Self.emma])
        }
    }

    @Test("A3 · the result of a synchronous handler is on the screen when execute returns")
    func synchronous() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Bookshop.FetchBooks.self) { _ in [Self.emma] }
            let screen = Bookshop.Screen(fixture.engine)
            fixture.engine.execute(Bookshop.FetchBooks())
            #expect(screen.books == [Self.emma] && !screen.isLoading)
        }
    }

    @Test("A4 · an asynchronous handler sends several results: the cached one at once, and the server's one later")
    func cacheThenServer() async throws {
        try await withEngineFixture { fixture in
            let cache = Bookshop.Cache()
            Bookshop.open(fixture.engine, Server(), cache)
            var events: [Event<Bookshop.FetchBooks>] = []
            fixture.engine.listen(to: Bookshop.FetchBooks.self) { events.append($0) }
            try await fixture.engine.execute(Bookshop.FetchBooks()).finishedInTime()
            #expect(events == [.progress(()), .data([Self.emma, Self.ulysses])])
            cache.books = [Self.emma]
            let receipt = fixture.engine.execute(Bookshop.FetchBooks())
            #expect(events.last == .data([Self.emma]))
            try await receipt.finishedInTime()
            #expect(events.count == 4 && events.last == .data([Self.emma, Self.ulysses]))
        }
    }

    @Test("A4 · a handler that ignores the cancellation of its command reaches no listener")
    func stubborn() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Bookshop.FetchBooks>(fixture.engine, obeysCancellation: false)
            let screen = Bookshop.Screen(fixture.engine)
            let receipt = fixture.engine.execute(Bookshop.FetchBooks())
            receipt.cancel()
            await fake.succeed(0, with: [Self.emma])
            #expect(screen.books.isEmpty && fixture.engine.discardedResultCount == 1)
        }
    }

    @Test("A5 · an event is progress, data or a failure, and progress may have a value")
    func threeKinds() async throws {
        struct Scan: Command { typealias Output = Int; typealias Progress = Double }
        try await withEngineFixture { fixture in
            fixture.engine.handle(Scan.self) { _, reply in
                reply.progress(0.5)
                reply.data(7)
                reply.fail(Oops())
            }
            var events: [Event<Scan>] = []
            fixture.engine.listen(to: Scan.self) { events.append($0) }
            fixture.engine.execute(Scan())
            #expect(events == [.progress(0.5), .data(7), .failure(Oops())])
            #expect(events.map(\.output) == [nil, 7, nil] && events[2].error is Oops)
        }
    }

    @Test("A5 · progress after the end is discarded, and is a fault")
    func progressAfterTheEnd() async throws {
        try await withEngineFixture(faults: [.replyAfterEnd]) { fixture in
            fixture.engine.handle(Bookshop.FetchBooks.self) { _, reply in
                reply.finish(with: [Self.emma])
                reply.progress()
            }
            let screen = Bookshop.Screen(fixture.engine)
            screen.load()
            #expect(screen.books == [Self.emma] && !screen.isLoading)
        }
    }

    @Test("A6 · a listener receives progress, data and failures")
    func listener() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Bookshop.FetchBooks>(fixture.engine)
            let screen = Bookshop.Screen(fixture.engine)
            screen.load()
            #expect(screen.isLoading)
            await fake.succeed(0, with: [Self.emma])
            #expect(screen.books == [Self.emma] && !screen.isLoading)
            screen.load()
            await fake.fail(1, with: Oops())
            #expect(screen.books == [Self.emma] && !screen.isLoading && screen.problem == "Oops(number: 0)")
        }
    }

    @Test("A6 · each function of a listener may be omitted, but not all of them")
    func parts() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Bookshop.FetchBooks>(fixture.engine)
            var received: [String] = []
            fixture.engine.listen(to: Bookshop.FetchBooks.self, onProgress: { received.append("progress") })
            fixture.engine.listen(to: Bookshop.FetchBooks.self, onData: { received.append("\($0.count)") })
            fixture.engine.listen(to: Bookshop.FetchBooks.self, onFailure: { _ in received.append("failure") })
            for _ in 0..<2 { fixture.engine.execute(Bookshop.FetchBooks()) }
            await fake.succeed(0, with: [])
            await fake.fail(1, with: Oops())
            #expect(received == ["progress", "progress", "0", "failure"])
        }
    }

    @Test("A7 · a listener is removed by its token, or together with others")
    func disposal() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Bookshop.FetchBooks.self) { _ in [] }
            let all = SubscriptionBag()
            var received: [Int] = []
            let tokens = (0..<3).map { number in
                fixture.engine.listen(to: Bookshop.FetchBooks.self, onData: { _ in received.append(number) })
            }
            tokens.forEach(all.insert)
            fixture.engine.execute(Bookshop.FetchBooks())
            tokens[0].cancel()
            fixture.engine.execute(Bookshop.FetchBooks())
            all.cancelAll()
            fixture.engine.execute(Bookshop.FetchBooks())
            #expect(received == [0, 1, 2, 1, 2] && fixture.engine.resources.listeners == 0)
        }
    }

    @Test("A7 · a screen that is released before the event removes its listeners, and the command continues")
    func screenReleased() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Bookshop.FetchBooks>(fixture.engine)
            var screen: Bookshop.Screen? = Bookshop.Screen(fixture.engine)
            weak let witness = screen
            screen?.load()
            screen = nil
            #expect(witness == nil && fixture.engine.resources.listeners == 0)
            await fake.succeed(0, with: [Self.emma])
            #expect(fixture.engine.resources.effects == 0 && fake.cancelled.isEmpty)
        }
    }

    @Test("A8 · a command is executed directly, by a builder that may throw, or with a listener of its own")
    func execution() async throws {
        func correction(_ title: String) throws -> Bookshop.CorrectTypos {
            if title.isEmpty { throw Oops() }
            return Bookshop.CorrectTypos(book: Book(id: 1, title: title, author: "Jane Austen"))
        }
        try await withEngineFixture { fixture in
            Bookshop.open(fixture.engine, Server(), Bookshop.Cache([Self.emma]))
            let screen = Bookshop.Screen(fixture.engine)
            try await fixture.engine.execute(Bookshop.FetchBooks()).finishedInTime()
            try await fixture.engine.execute { try correction("Emma") }.finishedInTime()
            #expect(throws: Oops()) { try fixture.engine.execute { try correction("") } }
            #expect(screen.books.map(\.author) == ["Jane Austen", "James Joyce"])
            var mine: [Int] = []
            let listener = EventListener<Bookshop.FetchBooks>(onData: { mine.append($0.count) })
            try await fixture.engine.execute(Bookshop.FetchBooks(), listener: listener).finishedInTime()
            try await fixture.engine.execute(Bookshop.FetchBooks()).finishedInTime()
            #expect(mine == [2, 2])
        }
    }

    @Test("A9 · an executable command needs no registered handler")
    func welcomes() async throws {
        struct Unknown: Error {}
        try await withEngineFixture { fixture in
            let directory = Directory { user in
                guard user == 4 else { throw Unknown() }
                return "Ada"
            }
            let greetings = try await welcome(4, directory, on: fixture.engine)
            #expect(greetings == ["Good to see you, Ada"])
            await #expect(throws: Unknown.self) { try await welcome(5, directory, on: fixture.engine) }
        }
    }

    @Test("A10 · a fact reaches every listener of its type, without a handler")
    func facts() async throws {
        try await withEngineFixture { fixture in
            var screen: ProfileScreen? = ProfileScreen(fixture.engine)
            var names: [String] = []
            fixture.engine.listen { (fact: LoggedIn) in names.append(fact.name) }
            fixture.engine.listen(to: News.self) { _ in names.append("news") }
            LoginService(engine: fixture.engine).logIn("Ada")
            #expect(screen?.title == "Ada" && names == ["Ada"])
            screen = nil
            LoginService(engine: fixture.engine).logIn("Grace")
            #expect(names == ["Ada", "Grace"])
        }
    }

    @Test("A10 · a fact without listeners is not a fault")
    func factWithoutListeners() async throws {
        try await withEngineFixture { fixture in LoginService(engine: fixture.engine).logIn("Ada") }
    }

    /// A correction of Emma. Its title selects what the middleware does.
    static func correction(_ title: String) -> Bookshop.CorrectTypos {
        Bookshop.CorrectTypos(book: Book(id: 1, title: title, author: "Jane Austen"))
    }

    @Test("A11 · middleware observes, changes, cancels, delays, repeats, replaces or restarts a command")
    func commandMiddleware() async throws {
        try await withEngineFixture { fixture in
            var (done, seen) = ([String](), [String]())
            fixture.engine.handle(Bookshop.CorrectTypos.self) { command in
                done.append(command.book.title)
                return (command.book, at: fixture.time.now)
            }
            fixture.engine.handle(Bookshop.FetchBooks.self) { _ in
                done.append("fetched")
                return []
            }
            fixture.engine.middleware = [
                Interceptor { message in
                    guard let command = message.payload as? Bookshop.CorrectTypos else { return .pass }
                    seen.append(command.book.title)
                    return switch command.book.title {
                    case "change": .change(to: Self.correction("changed"))
                    case "cancel": .cancel()
                    case "delay": .hold(for: .seconds(1))
                    case "replace": .change(to: Bookshop.FetchBooks())
                    case "repeat": .pass(copies: message.with(Self.correction("repeated")))
                    case "start over": .drop(copies: message.with(Self.correction("change")))
                    default: .pass
                    }
                }
            ]
            for title in ["observe", "change", "delay", "replace", "repeat", "start over"] {
                fixture.engine.execute(Self.correction(title))
            }
            #expect(done == ["observe", "changed", "fetched", "repeat", "repeated", "changed"])
            #expect(seen.suffix(4) == ["repeat", "repeated", "start over", "change"])
            fixture.time.advance(by: .seconds(1))
            #expect(done.last == "delay")
            await #expect(throws: CancellationError.self) {
                try await fixture.engine.execute(Self.correction("cancel")).finishedInTime()
            }
            #expect(done.count == 7)
        }
    }

    @Test("A12 · middleware observes, changes, cancels, delays, repeats and replaces an event")
    func eventMiddleware() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Bookshop.CorrectTypos.self) { ($0.book, at: fixture.time.now) }
            var (received, repeated) = ([String](), false)
            fixture.engine.listen(
                to: Bookshop.CorrectTypos.self, onData: { received.append($0.book.title) },
                onFailure: { received.append("\($0)") })
            fixture.engine.middleware = [
                Interceptor { message in
                    guard let event = message.payload as? Event<Bookshop.CorrectTypos>, let output = event.output
                    else { return .pass }
                    switch output.book.title {
                    case "change":
                        let changed = Self.correction("changed").book
                        return .change(to: Event<Bookshop.CorrectTypos>.data((changed, at: output.at)))
                    case "cancel": return .cancel()
                    case "delay": return .hold(for: .seconds(1))
                    case "replace": return .change(to: Event<Bookshop.CorrectTypos>.failure(Oops()))
                    case "repeat" where !repeated:
                        repeated = true
                        return .pass(copies: message)
                    default: return .pass
                    }
                }
            ]
            for title in ["observe", "change", "repeat"] { fixture.engine.execute(Self.correction(title)) }
            #expect(received == ["observe", "changed", "repeat", "repeat"])
            let delayed = fixture.engine.execute(Self.correction("delay"))
            #expect(received.count == 4 && fixture.engine.resources.effects > 0)
            fixture.time.advance(by: .seconds(1))
            try await delayed.finishedInTime()
            await #expect(throws: CancellationError.self) {
                try await fixture.engine.execute(Self.correction("cancel")).finishedInTime()
            }
            await #expect(throws: Oops()) {
                try await fixture.engine.execute(Self.correction("replace")).finishedInTime()
            }
            #expect(received.suffix(2) == ["delay", "Oops(number: 0)"])
        }
    }

    @Test("A13 · one function receives every fault: no handler, no listener, a second handler, a wrong type")
    func faults() async throws {
        try await withEngineFixture(faults: [.noHandler, .handlerReplaced, .wrongPayload, .unhandledFailure]) {
            fixture in
            let folders = Store(
                FolderList.State(folders: [Folder(id: 1, name: "Tax")]), FolderList(), on: fixture.engine)
            fixture.engine.execute(Bookshop.FetchBooks())
            fixture.engine.handle(ShowAlert.self) { _ in }
            fixture.engine.handle(ShowAlert.self) { _ in throw Oops() }
            folders.send(.closed(Folder(id: 2, name: "Travel"), .failure(Oops())))
            fixture.engine.middleware = [Interceptor { _ in .change(to: "nonsense") }]
            folders.send(.refresh)
            fixture.engine.middleware = []
            #expect(fixture.faults.allSatisfy { $0.cause.hasSuffix(".") && $0.fix.hasSuffix(".") })
        }
    }

    @Test("A14 · an error that a handler throws is a failure event for the command's listeners")
    func thrownByHandler() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Bookshop.CorrectTypos.self) { _ in throw Oops(number: 4) }
            var failures: [any Error] = []
            fixture.engine.listen(to: Bookshop.CorrectTypos.self, onFailure: { failures.append($0) })
            fixture.engine.execute(Bookshop.CorrectTypos(book: Self.emma))
            #expect(failures as? [Oops] == [Oops(number: 4)])
        }
    }

    @Test(
        "A14 · an error that middleware throws for a command or its event is a failure event for the command's listeners"
    )
    func thrownByMiddleware() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Bookshop.FetchBooks.self) { _ in [Self.emma] }
            let screen = Bookshop.Screen(fixture.engine)
            for kind in [Message.Kind.command, .event] {
                fixture.engine.middleware = [.fail(with: Oops(number: kind == .event ? 2 : 1)) { $0.kind == kind }]
                screen.load()
                #expect(screen.problem == "Oops(number: \(kind == .event ? 2 : 1))" && screen.books.isEmpty)
            }
        }
    }

    @Test("A14 · an error that is not of the command's failure type reaches the awaiting caller, and no listener")
    func otherFailureType() async throws {
        try await withEngineFixture { fixture in
            var received = 0
            fixture.engine.listen(to: CreateTodo.self) { _ in received += 1 }
            fixture.engine.middleware = [.fail(with: Oops()) { $0.payload is CreateTodo }]
            await #expect(throws: Oops()) {
                try await fixture.engine.execute(CreateTodo(title: "Buy milk")).finishedInTime()
            }
            #expect(received == 0)
        }
    }

    @Test("A15 · a shutdown removes every handler and listener, and cancels every running command")
    func shutdown() async throws {
        try await withEngineFixture(faults: [.shutDown]) { fixture in
            let fake = FakeHandler<Bookshop.FetchBooks>(fixture.engine, obeysCancellation: false)
            let screen = Bookshop.Screen(fixture.engine)
            let receipt = fixture.engine.execute(Bookshop.FetchBooks())
            fixture.engine.shutdown()
            #expect(fake.cancelled == [0] && fixture.engine.resources.isEmpty && fixture.engine.isShutDown)
            await #expect(throws: EngineShutDown()) { try await receipt.finishedInTime() }
            await fake.succeed(0, with: [Self.emma])
            screen.load()
            #expect(screen.books.isEmpty && fake.asked.count == 1)
        }
    }

    @Test("A16 · commands and handlers are generic, with one handler for each concrete type")
    func features() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handleDetails(of: BookFeature.self, read: { "The book at \($0)" })
            fixture.engine.handleDetails(of: PriceFeature.self, read: { $0 == "prices/1" ? "12" : "unknown" })
            var (titles, prices, problems) = ([String](), [Int](), 0)
            fixture.engine.listen(to: Detail<BookFeature>.self, onData: { titles.append($0.title) })
            fixture.engine.listen(
                to: Detail<PriceFeature>.self, onData: { prices.append($0) }, onFailure: { _ in problems += 1 })
            try await fixture.engine.execute(Detail<BookFeature>(id: 3)).finishedInTime()
            try await fixture.engine.execute(Detail<PriceFeature>(id: 1)).finishedInTime()
            await #expect(throws: PriceFeature.NotANumber.self) {
                try await fixture.engine.execute(Detail<PriceFeature>(id: 2)).finishedInTime()
            }
            #expect(titles == ["The book at books/3"] && prices == [12] && problems == 1)
        }
    }

    @Test("A16 · a command and its handler are grouped in a story")
    func stories() async throws {
        try await withEngineFixture { fixture in
            registerStories(on: fixture.engine)
            var names: [String] = []
            fixture.engine.listen(to: RenameShelf.Command.self, onData: { names.append($0) })
            fixture.engine.execute(RenameShelf.Command(name: "novels"))
            await #expect(throws: RenameShelf.NoName.self) {
                try await fixture.engine.execute(RenameShelf.Command(name: "")).finishedInTime()
            }
            #expect(names == ["NOVELS"])
        }
    }

    @Test("A17 · the example logs events, failures, refused commands and faults")
    func loggers() async throws {
        try await withEngineFixture { fixture in
            var lines: [String] = []
            Bookshop.open(fixture.engine, Server(), Bookshop.Cache([Self.emma]))
            let screen = Bookshop.Screen(fixture.engine)
            attachLoggers(to: fixture.engine) { lines.append($0) }
            screen.correct(Book(id: 1, title: "", author: ""))
            fixture.engine.execute(RenameShelf.Command(name: "novels"))
            // The refused command fails. The other failure has no listener.
            #expect(lines.map { $0.prefix(7) } == ["Refused", "Failed:", "Publish", "Wrong: ", "Failed:", "Publish"])
            lines = []
            attachReadyMadeLoggers(to: fixture.engine) { lines.append($0) }
            fixture.engine.execute(RenameShelf.Command(name: "novels"))
            #expect(lines.count == 3 && lines[1].hasPrefix("Failed:") && lines[2].contains("event failure"))
        }
    }

    @Test("A17 · ready-made middleware for commands and for events: log, error, abort, fail, drop, async")
    func toolbox() async throws {
        try await withEngineFixture { fixture in
            Bookshop.open(fixture.engine, Server(), Bookshop.Cache())
            var received: [String] = []
            fixture.engine.listen(
                to: Bookshop.CorrectTypos.self, onData: { received.append($0.book.title) },
                onFailure: { received.append("\($0)") })
            @MainActor func outcome(_ middleware: any Middleware) async -> String {
                fixture.engine.middleware = [middleware]
                do {
                    try await fixture.engine.execute(Self.correction("Emma")).finishedInTime()
                    return "done"
                } catch { return "\(type(of: error))" }
            }
            for kind in [Message.Kind.command, .event] {
                let isSelected: (Message) -> Bool = { $0.kind == kind }
                var (lines, errors) = ([String](), [any Error]())
                #expect(await outcome(.log({ lines.append($0) }, where: isSelected)) == "done" && lines.count == 1)
                #expect(await outcome(.abort(where: isSelected)) == "CancellationError")
                #expect(await outcome(.fail(with: Oops(), where: isSelected)) == "Oops")
                #expect(await outcome(.drop(where: isSelected)) == "done")
                #expect(await outcome(.async(where: isSelected) { await later($0) }) == "done")
                #expect(await outcome(.async(where: isSelected) { _ in await later(nil) }) == "done")
                fixture.engine.middleware = [
                    .onError { error, _ in errors.append(error) }, .fail(with: Oops(), where: isSelected),
                ]
                await #expect(throws: Oops()) {
                    try await fixture.engine.execute(Self.correction("Emma")).finishedInTime()
                }
                #expect(errors.allSatisfy { $0 is Oops } && !errors.isEmpty)
            }
            let once = ["Emma", "Oops(number: 0)", "Emma", "Oops(number: 0)"]
            #expect(received == once + once)
        }
    }

    @Test("A18 · replaying the history of events restores a state, and performs nothing")
    func replay() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            Bookshop.open(fixture.engine, Server(), Bookshop.Cache())
            var shelf: Store? = Bookshop.shelf(on: fixture.engine)
            let id = try #require(shelf?.id)
            try await fixture.engine.execute(Bookshop.FetchBooks()).finishedInTime()
            try await fixture.engine.execute(Self.correction("Emma")).finishedInTime()
            let books = shelf?.state
            let count = history.records.count
            shelf = nil
            #expect(fixture.engine.resources.stores == 0)
            let restored = try #require(Bookshop.restore(id, from: history, on: fixture.engine))
            #expect(restored.state == books && books?.map(\.author) == ["Jane Austen", "James Joyce"])
            #expect(history.records.count == count && fixture.engine.resources.effects == 0)
            try await fixture.engine.execute(Self.correction("Emma, corrected")).finishedInTime()
            #expect(restored.state.first?.title == "Emma, corrected")
        }
    }

    @Test("A18 · stores are optional: without one, events are recorded and received, and there is nothing to restore")
    func withoutStores() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            Bookshop.open(fixture.engine, Server(), Bookshop.Cache())
            let screen = Bookshop.Screen(fixture.engine)
            try await fixture.engine.execute(Bookshop.FetchBooks()).finishedInTime()
            #expect(screen.books == [Self.emma, Self.ulysses])
            #expect(history.records.map(\.kind) == [.command, .event, .event])
            #expect(history.replay() == nil && history.records.allSatisfy { $0.stores.isEmpty })
            let unused = Bookshop.shelf(on: fixture.engine)
            #expect(Bookshop.restore(unused.id, from: history, on: fixture.engine) == nil)
        }
    }
}

/// Returns the message later.
private func later(_ message: Message?) async -> Message? {
    await Task.yield()
    return message
}
