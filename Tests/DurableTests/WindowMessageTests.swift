#if SQLite || App
    import Millrace
    import MillraceExtras
    import MillraceModules
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Messages of scenes to another engine.
    @MainActor @Suite("Durable messages of scenes") struct WindowMessageTests {
        @Test("What a scene sends in the turn that removes it arrives, and what it has cancelled does not")
        func removed()
            async throws
        {
            let storage = DurableStorage.memory()
            let receiver = try await storage.engine("tally")
            let tally = try receiver.store("tally", Tally.State(), Tally())
            try await receiver.resume()
            let durable = try await storage.engine("wall")
            let navigator = Navigator(root: Wall(tally: tally.remote), stacked: true, on: durable.engine)
            try await durable.resume()
            let wall = try #require(navigator.store(of: Wall.self))
            wall.send(.open)
            try #require(navigator.store(of: Sheet.self)).send(.finish(1))
            #expect(navigator.store(of: Sheet.self) == nil)
            wall.send(.sendAndCancel(2))
            wall.send(.open)
            try #require(navigator.store(of: Sheet.self)).send(.finish(3))
            for await numbers in tally.values(of: \.numbers) where numbers.last == 3 { break }
            #expect(tally.state.numbers == [1, 3])
            try await durable.suspend()
            try await receiver.suspend()
        }
    }

    /// The receiver.
    private struct Tally: Reducer {
        struct State: Codable { var numbers: [Int] = [] }
        enum Action: Codable, Sendable { case note(Int) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .note(let number): state.numbers.append(number)
            }
            return .none
        }
    }

    private struct Wall: Module {
        struct State: Codable {}
        enum Action: Codable { case open, sendAndCancel(Int) }
        enum Transition: Codable { case sheet }
        let tally: RemoteStore<Tally>

        func state(for nothing: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .open: .transition(.sheet)
            case .sendAndCancel(let number): .send(.note(number), to: tally).and(.cancel(RemoteSend<Tally>.self))
            }
        }
        func route(_ transition: Transition) -> Route<Self> { .present(Sheet(tally: tally), with: ()) }
    }

    private struct Sheet: Module {
        struct State: Codable {}
        enum Action: Codable { case finish(Int) }
        enum Transition: Codable { case close }
        let tally: RemoteStore<Tally>

        func state(for nothing: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .finish(let number): .send(.note(number), to: tally).and(.transition(.close))
            }
        }
        func route(_ transition: Transition) -> Route<Self> { .close }
    }
#endif
