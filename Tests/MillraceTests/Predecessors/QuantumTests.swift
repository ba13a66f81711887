import MillraceExtras
import MillraceHistory
import Foundation
import Millrace
import Testing

@MainActor struct QuantumTests {
    static let ada = Game.State(player: .init(name: "Ada"), monsters: ["Rat": .init(strength: 2)])

    @Test("Q1 · a state that was read is a copy: changing it does not change the store")
    func stateIsReadOnly() async throws {
        try await withEngineFixture { fixture in
            let game = Store(Self.ada, Game(), on: fixture.engine)
            let session = Store(.signedOut, Session(), on: fixture.engine)
            var copy = game.state
            copy.player.level = 99
            #expect(game.state == Self.ada && session.state == .signedOut)
            game.send(.player(.levelUp))
            #expect(game.state.player.level == 2 && copy.player.level == 99)
        }
    }

    @Test("Q2 · a pure reducer returns nothing, a state, commands or both, and is tested without a store")
    func fourAnswers() {
        var (folders, session) = (FolderList.State(), Session.State.signedOut)
        #expect(FolderList().reduce(&folders, .close(7)) == .none && folders == FolderList.State())
        #expect(FolderList().reduce(&folders, .found(.data([Folder(id: 7, name: "Tax")]))) == .none)
        #expect(folders.folders.map(\.name) == ["Tax"])
        #expect(
            FolderList().reduce(&folders, .refresh)
                == .execute(FindFolders(), as: FolderList.Action.found, policy: .latest))
        #expect(
            Session().reduce(&session, .signedIn(email: "ada@example.org", token: "t"))
                == .execute(Credentials.keep("t")).and(.execute(Navigate(to: .home))))
        #expect(session == .signedIn(email: "ada@example.org"))
    }

    @Test("Q3 · a parent delegates to its children, maps their states and their flows, and adds its own")
    func composition() async throws {
        try await withEngineFixture { fixture in
            let game = Store(Self.ada, Game(), on: fixture.engine)
            game.send(.player(.rename("Grace")))
            game.send(.monster("Rat", .hit(1)))
            #expect(game.state.player == .init(name: "Grace") && game.state.monsters["Rat"]?.strength == 1)
            game.send(.monster("Rat", .hit(1)))
            #expect(game.state.player.level == 2 && game.state.monsters.isEmpty)
        }
    }

    @Test("Q3 · an action for a missing child changes nothing and is a fault")
    func missingPart() async throws {
        try await withEngineFixture(faults: [.missingChild]) { fixture in
            let game = Store(Self.ada, Game(), on: fixture.engine)
            game.send(.monster("Dragon", .hit(1)))
            #expect(game.state == Self.ada)
        }
    }

    @Test("Q4 · each command goes to the handler of its type and to no other, in the order of the requests")
    func handlersByType() async throws {
        try await withEngineFixture { fixture in
            var log: [String] = []
            fixture.engine.handle(Credentials.self) { log.append("\($0)") }
            fixture.engine.handle(Navigate.self) { log.append("\($0.to)") }
            let session = Store(.signedOut, Session(), on: fixture.engine)
            session.send(.signedIn(email: "ada@example.org", token: "t"))
            session.send(.signOut)
            #expect(log == ["keep(\"t\")", "home", "forget", "login"])
        }
        let (signer, window) = (RequestSigner(), Window())
        let session = openSession(signer, window)
        session.send(.signedIn(email: "ada@example.org", token: "t"))
        #expect(session.state == .signedIn(email: "ada@example.org") && signer.token == "t" && window.place == .home)
        session.send(.signOut)
        #expect(session.state == .signedOut && signer.token == nil && window.place == .login)
        #expect(session.engine.resources.effects == 0)
    }

    @Test("Q4 · a command without a handler is a fault, which its listeners receive, and the other commands run")
    func noHandler() async throws {
        try await withEngineFixture(faults: [.noHandler]) { fixture in
            var (places, failures) = ([Navigate.Place](), [Fault.Kind?]())
            fixture.engine.handle(Navigate.self) { places.append($0.to) }
            fixture.engine.listen(to: Credentials.self, onFailure: { failures.append(($0 as? Fault)?.kind) })
            let session = Store(.signedOut, Session(), on: fixture.engine)
            await #expect(throws: Fault.self) { try await session.send(.signOut).finishedInTime() }
            #expect(places == [.login] && failures == [.noHandler])
        }
    }

    @Test("Q5 · an event is sent to the store; a command is executed directly, and a store may listen to its result")
    func fireAndPerform() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<FindFolders>(fixture.engine)
            let folders = Store(FolderList.State(), FolderList(), on: fixture.engine)
            folders.listen(to: FindFolders.self, as: FolderList.Action.found)
            folders.send(.found(.data([Folder(id: 1, name: "Old")])))
            #expect(folders.state.folders.map(\.name) == ["Old"])
            let receipt = fixture.engine.execute(FindFolders())
            await fake.succeed(0, with: [Folder(id: 2, name: "New")])
            try await receipt.finishedInTime()
            #expect(folders.state.folders.map(\.name) == ["New"])
        }
    }

    @Test(
        "Q5 · the result of a command that was executed directly is discarded if the store was released, without a fault"
    )
    func resultWithoutStore() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<FindFolders>(fixture.engine)
            var folders: Store<FolderList>? = Store(FolderList.State(), FolderList(), on: fixture.engine)
            folders?.listen(to: FindFolders.self, as: FolderList.Action.found)
            let receipt = fixture.engine.execute(FindFolders())
            folders = nil
            await fake.succeed(0, with: [])
            try await receipt.finishedInTime()
        }
    }

    @Test("Q6 · a screen shows the level at once and after each change, until it disappears, and is not kept alive")
    func subscribers() async throws {
        try await withEngineFixture { fixture in
            #expect(playOneGame(on: fixture.engine) == ["Level 1", "Level 2"])
            let game = Store(Self.ada, Game(), on: fixture.engine)
            var screen: PlayerScreen? = PlayerScreen(game)
            screen?.appear()
            screen?.pressLevelUp()
            screen?.disappear()
            screen?.pressLevelUp()
            #expect(screen?.label == "Level 2" && fixture.engine.resources.subscribers == 0)
            screen?.appear()
            #expect(screen?.label == "Level 3")
            weak let witness = screen
            screen = nil
            #expect(witness == nil)
            game.send(.player(.levelUp))
        }
    }

    @Test(
        "Q6 · a subscriber to a property is not notified of others; a subscriber to the state is notified of every turn"
    )
    func selection() async throws {
        try await withEngineFixture { fixture in
            let game = Store(Self.ada, Game(), on: fixture.engine)
            var (names, wholes) = ([String](), 0)
            game.subscribe(to: \.player.name) { names.append($0) }
            game.subscribe { _ in wholes += 1 }
            game.send(.player(.levelUp))
            game.send(.player(.rename("Grace")))
            game.send(.player(.rename("Grace")))
            #expect(names == ["Ada", "Grace"] && wholes == 4)
        }
    }

    @Test("Q7 · a subscriber is called on the main actor, whichever thread the result comes from")
    func onTheMainActor() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(FindFolders.self) { _, reply in
                Thread { reply.finish(with: [Folder(id: 1, name: "Tax")]) }.start()
            }
            let folders = Store(FolderList.State(), FolderList(), on: fixture.engine)
            var shown: [Int] = []
            folders.subscribe(to: \.folders.count) { count in
                MainActor.preconditionIsolated()
                shown.append(count)
            }
            try await folders.send(.refresh).finishedInTime()
            #expect(shown == [0, 1])
        }
    }

    @Test("Q7 · another actor can have a game too, and its subscribers are called on that actor")
    func onAnotherActor() async throws {
        actor Arena {
            private var game: Store<Game>?
            private(set) var levels: [Int] = []

            func open() -> Inbox<Game.Action> {
                let game = Store(Game.State(player: .init(name: "Ada")), Game(), on: Engine())
                game.subscribe(to: \.player.level) { [unowned self] in levels.append($0) }
                self.game = game
                return game.inbox
            }

            func processed() -> [Int] {
                game?.engine.processPending()
                return levels
            }

            func close() -> ResourceCounts? {
                let engine = game?.engine
                game = nil
                return engine?.resources
            }
        }
        let arena = Arena()
        let inbox = await arena.open()
        try await inbox.sendInTime(.player(.levelUp))
        #expect(await arena.processed() == [1, 2])
        #expect(await arena.close()?.isEmpty == true)
    }

    @Test("Q8 · a handler sends actions and executes further commands, now and later")
    func busyHandler() async throws {
        try await withEngineFixture { fixture in
            let folders = Store(FolderList.State(), FolderList(), on: fixture.engine)
            var alerts: [String] = []
            let fake = FakeHandler<FindFolders>(fixture.engine)
            fixture.engine.handle(ShowAlert.self) { alerts.append($0.title) }
            fixture.engine.handle(CloseFolder.self) { [unowned engine = fixture.engine, unowned folders] command in
                folders.send(.found(.data([Folder(id: command.id, name: "Closing")])))
                engine.execute(ShowAlert(title: "now", text: ""))
                try await engine.execute(FindFolders()).finishedInTime()
                folders.send(.found(.data([])))
                engine.execute(ShowAlert(title: "later", text: ""))
            }
            let receipt = fixture.engine.execute(CloseFolder(id: 3))
            #expect(folders.state.folders.map(\.id) == [3] && alerts == ["now"])
            await fake.succeed(0, with: [])
            try await receipt.finishedInTime()
            #expect(folders.state.folders.isEmpty && alerts == ["now", "later"])
        }
    }

    @Test("Q8 · a handler that continues after its cancellation may still send actions, and its result is discarded")
    func stubbornHandler() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<CloseFolder>(fixture.engine)
            let folders = Store(FolderList.State(), FolderList(), on: fixture.engine)
            fixture.engine.handle(FindFolders.self, reportsStart: true) {
                [unowned engine = fixture.engine, unowned folders] _ in
                try? await engine.execute(CloseFolder(id: 1)).finishedInTime()
                folders.send(.found(.data([Folder(id: 1, name: "fired")])))
                return [Folder(id: 2, name: "answered")]
            }
            let receipt = folders.send(.refresh)
            receipt.cancel()
            for await count in folders.values(of: \.folders.count) where count > 0 { break }
            try await Task { @MainActor in }.valueInTime()
            #expect(folders.state.folders.map(\.name) == ["fired"])
            // The result was late. The other command obeyed its cancellation.
            #expect(fake.cancelled == [0] && fixture.engine.discardedResultCount == 1)
        }
    }

    @Test("Q9 · a folder is closed at once, and restored with an alert when the server refuses")
    func optimistic() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<CloseFolder>(fixture.engine)
            var alerts: [String] = []
            fixture.engine.handle(ShowAlert.self) { alerts.append($0.title) }
            let both = [Folder(id: 1, name: "Tax"), Folder(id: 2, name: "Travel")]
            let folders = Store(FolderList.State(folders: both), FolderList(), on: fixture.engine)
            var shown: [[Int]] = []
            folders.subscribe(to: { $0.folders.map(\.id) }) { shown.append($0) }
            let (kept, closed) = (folders.send(.close(1)), folders.send(.close(2)))
            #expect(folders.state.folders.isEmpty && fake.asked.map(\.id) == [1, 2])
            await fake.succeed(1, with: ())
            try await closed.finishedInTime()
            await fake.fail(0, with: Oops())
            await #expect(throws: Oops()) { try await kept.finishedInTime() }
            #expect(shown == [[1, 2], [2], [], [1]] && alerts == ["Tax is still open"])
        }
    }

    @Test("Q9 · closing twice makes one request, and a refresh in between does not restore the folder twice")
    func optimisticTwice() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<CloseFolder>(fixture.engine)
            fixture.engine.handle(ShowAlert.self) { _ in }
            let tax = Folder(id: 1, name: "Tax")
            let folders = Store(FolderList.State(folders: [tax]), FolderList(), on: fixture.engine)
            folders.send(.close(1))
            folders.send(.close(1))
            folders.send(.found(.data([tax])))
            await fake.fail(0, with: Oops())
            #expect(fake.asked.count == 1 && folders.state.folders == [tax])
        }
    }

    @Test("Q9 · a store that is released while the server works discards the answer, without an alert")
    func optimisticAndReleased() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<CloseFolder>(fixture.engine, obeysCancellation: false)
            var alerts = 0
            fixture.engine.handle(ShowAlert.self) { _ in alerts += 1 }
            let state = FolderList.State(folders: [Folder(id: 1, name: "Tax")])
            var folders: Store<FolderList>? = Store(state, FolderList(), on: fixture.engine)
            let receipt = folders?.send(.close(1))
            folders = nil
            await fake.fail(0, with: Oops())
            await #expect(throws: CancellationError.self) { try await receipt?.finishedInTime() }
            #expect(alerts == 0 && fixture.engine.discardedResultCount == 1)
        }
    }

    @Test("Q9 · the example, with a server that closes one folder and not the other")
    func optimisticExample() async throws {
        struct Server: FolderServer {
            func folders() async throws -> [Folder] { [Folder(id: 1, name: "Tax"), Folder(id: 2, name: "Travel")] }
            func close(_ id: Folder.ID) async throws { if id == 1 { throw Oops() } }
        }
        var alerts: [ShowAlert] = []
        let folders = openFolders(Server()) { alerts.append($0) }
        try await folders.send(.refresh).finishedInTime()
        await #expect(throws: Oops()) { try await folders.send(.close(1)).finishedInTime() }
        try await folders.send(.close(2)).finishedInTime()
        #expect(folders.state.folders.map(\.name) == ["Tax"] && folders.state.problem == nil)
        #expect(alerts == [ShowAlert(title: "Tax is still open", text: "The server did not close it.")])
        #expect(folders.engine.resources.effects == 0)
    }

    @Test("Q10 · events are one enum, or many types of one protocol, with the same result")
    func eventsEitherWay() async throws {
        try await withEngineFixture { fixture in
            let closed = Store(Player.State(name: "Ada"), Player(), on: fixture.engine)
            let open = Store(Player.State(name: "Ada"), OpenPlayer(), on: fixture.engine)
            for action: Player.Action in [.levelUp, .rename("Grace")] { closed.send(action) }
            let events: [any PlayerEvent] = [LevelUp(), Rename(name: "Grace")]
            for event in events { open.send(event) }
            #expect(closed.state == open.state && open.state == .init(name: "Grace", level: 2))
            try await open.inbox.sendInTime(LevelUp())
            fixture.engine.processPending()
            #expect(open.level == 3)
        }
    }

    @Test("Q11 · events are sent from any thread, and none is lost")
    func fromAnyThread() async throws {
        try await withEngineFixture { fixture in
            let game = Store(Self.ada, Game(), on: fixture.engine)
            let inbox = game.inbox
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { for _ in 0..<1_000 { try? await inbox.send(.player(.levelUp)) } }
                }
            }
            fixture.engine.processPending()
            #expect(game.player.level == 4_001)
        }
    }

    @Test("Q11 · the inbox of a released store answers that it is closed")
    func fromElsewhereTooLate() async throws {
        try await withEngineFixture { fixture in
            var game: Store<Game>? = Store(Self.ada, Game(), on: fixture.engine)
            let inbox = game!.inbox
            game = nil
            #expect(fixture.engine.resources.stores == 0 && inbox.offer(.player(.levelUp)) == .closed)
        }
    }
}
