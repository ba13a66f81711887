#if Testing || App
    import Millrace
    import MillraceHistory
    import MillraceJournal
    import MillraceTesting
    import Testing

    /// Changed mappings, active commands and children were not compared.
    @MainActor struct ReplayRequestTests {
        private static func recording<R: Reducer>(
            of reducer: R, _ state: R.State, _ actions: [R.Action]
        ) throws -> String where R.State: Codable, R.Action: Codable {
            let engine = Engine(scheduler: TestClock())
            let history = History(records: 100)
            engine.history = history
            engine.handle(FetchTitles.self) { [$0.shelf] }
            engine.handle(Load.self) { "\($0.name)" }
            let store = Store(state, reducer, on: engine)
            for action in actions { store.send(action) }
            return try history.recording(of: store)
        }

        @Test("Test store · a command whose event now gives another action is reported, with both actions")
        func mapping() throws {
            let text = try Self.recording(of: Reading(), Reading.State(), [.fetch("a"), .fetch("b")])
            guard case .same(let summary) = try Replay(text, Reading()).run() else {
                Testing.Issue.record("It must be the same.")
                return
            }
            #expect(summary.events == 2 && summary.skipped == [:] && summary.requests == 2)
            var changed = Reading()
            changed.isBackwards = true
            guard case .different(let mismatch, let before) = try Replay(text, changed).run(),
                case .action(.fetched(.data(["a"])), .backwards(.data(["a"]))) = mismatch.subject
            else {
                Testing.Issue.record("The mapping has changed.")
                return
            }
            #expect(mismatch.turn == 3 && before.states == 1 && before.events == 1)
            let issue = issues { Replay(text, changed).check() }.first?.text
            #expect(issue?.contains("but the event of the command now gives another action.") == true)
        }

        @Test("Test store · an event that the action does not contain is recorded too")
        func droppedEvent() throws {
            var dropping = Reading()
            dropping.dropsEvents = true
            let text = try Self.recording(of: dropping, Reading.State(), [.fetch("a")])
            #expect(text.contains(#""event":{"data":["a"]}"#))
            guard case .same = try Replay(text, dropping).run(),
                case .different(let mismatch, _) = try Replay(text, Reading()).run(),
                case .action(.done, .fetched) = mismatch.subject
            else {
                Testing.Issue.record("The mapping has changed.")
                return
            }
        }

        @Test("Test store · active commands are compared, and their events are mapped again")
        func active() throws {
            let text = try Self.recording(of: Following(), .init(), [.follow("a"), .follow("b"), .follow(nil)])
            #expect(text.contains(#""active":[]"#))
            guard case .same(let summary) = try Replay(text, Following()).run() else {
                Testing.Issue.record("It must be the same.")
                return
            }
            #expect(summary.activeCommands >= 2 && summary.events == 2)
            var other = Following()
            other.id = "other"
            guard case .different(let mismatch, _) = try Replay(text, other).run(),
                case .activeCommands(let recorded, let today) = mismatch.subject
            else {
                Testing.Issue.record("The active commands have changed.")
                return
            }
            #expect(recorded == [#"{"id":"title","execute":{"command":"FetchTitles","value":{"shelf":"a"}}}"#])
            #expect(today == [#"{"id":"other","execute":{"command":"FetchTitles","value":{"shelf":"a"}}}"#])
            let issue = issues { Replay(text, other).check() }.first?.text
            #expect(issue?.contains("but the active commands differ from the recording.") == true)
        }

        @Test("Test store · a request of another child is reported, although the command is equal")
        func children() throws {
            let text = try Self.recording(of: Pair(), Pair.State(), [.load])
            #expect(text.contains(#""in":["\\State.first"]"#))
            var changed = Pair()
            changed.usesSecond = true
            guard case .same = try Replay(text, Pair()).run(),
                case .different(let mismatch, _) = try Replay(text, changed).run(),
                case .requests(let recorded, let today) = mismatch.subject
            else {
                Testing.Issue.record("The child has changed.")
                return
            }
            #expect(recorded != today && recorded[0].contains("State.first") && today[0].contains("State.second"))
        }

        @Test("Test store · a command that is not encodable is named as not compared")
        func notEncodable() throws {
            let text = try Self.recording(of: Loading(), .init(), [.load])
            guard case .same(let summary) = try Replay(text, Loading()).run() else {
                Testing.Issue.record("It must be the same.")
                return
            }
            #expect(summary.skipped == ["values of Load, which is not Encodable": 1] && summary.events == 1)
            let found = issues { Replay(text, Loading()).check() }
            #expect(
                found.map(\.text) == [
                    """
                    The recording was replayed without a mismatch, but a part of it could not be compared.

                        Not compared:
                        1 × values of Load, which is not Encodable
                    """
                ])
            #expect(found.map(\.isWarning) == [true])
        }
    }

    /// A command that is not encodable.
    private struct Load: Command {
        typealias Output = String
        var name = "a"
    }

    private struct Loading: Reducer {
        enum Action: Codable { case load, loaded(Event<Load>) }
        func reduce(_ state: inout String, _ action: Action) -> Flow<Self> {
            switch action {
            case .load: return .execute(Load(), as: Action.loaded)
            case .loaded(.data(let name)): state = name
            case .loaded: break
            }
            return .none
        }
    }

    private struct Reading: Reducer {
        struct State: Codable, Equatable { var titles: [String] = [] }
        enum Action: Codable {
            case fetch(String), fetched(Event<FetchTitles>), backwards(Event<FetchTitles>), done
        }
        var isBackwards = false
        var dropsEvents = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .fetch(let shelf):
                if dropsEvents { return .execute(FetchTitles(shelf: shelf), as: { _ in .done }) }
                if isBackwards { return .execute(FetchTitles(shelf: shelf), as: Action.backwards) }
                return .execute(FetchTitles(shelf: shelf), as: Action.fetched)
            case .fetched(.data(let titles)), .backwards(.data(let titles)): state.titles = titles
            case .fetched, .backwards, .done: break
            }
            return .none
        }
    }

    private struct Following: Reducer {
        struct State: Codable, Equatable {
            var shelf: String?
            var titles: [String] = []
        }
        enum Action: Codable { case follow(String?), fetched(Event<FetchTitles>) }
        var id = "title"

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .follow(let shelf): state.shelf = shelf
            case .fetched(.data(let titles)): state.titles = titles
            case .fetched: break
            }
            return .none
        }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            if let shelf = state.shelf { commands.execute(FetchTitles(shelf: shelf), as: Action.fetched, id: id) }
        }
    }

    private struct Pair: Reducer {
        struct State: Codable, Equatable {
            var first: Leaf.State? = Leaf.State(id: 1)
            var second: Leaf.State? = Leaf.State(id: 1)
        }
        enum Action: Codable { case load, first(Leaf.Action), second(Leaf.Action) }
        var usesSecond = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .load:
                usesSecond
                    ? Leaf().reduce(&state.second, .load).map(Action.second, at: \.second)
                    : Leaf().reduce(&state.first, .load).map(Action.first, at: \.first)
            case .first(let action): Leaf().reduce(&state.first, action).map(Action.first, at: \.first)
            case .second(let action): Leaf().reduce(&state.second, action).map(Action.second, at: \.second)
            }
        }
    }
#endif
