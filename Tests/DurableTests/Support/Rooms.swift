#if SQLite || App
    import Millrace
    import MillraceDurable
    import MillraceExtras
    import MillraceModules
    import TestSupport

    /// A module that opens others of its kind at each position, and counts.
    struct Room: Module {
        struct State: Codable, Equatable {
            var name: String
            var count = 0
            var heard: [String] = []
        }
        indirect enum Action: Codable, Equatable, Sendable {
            case add(Int), open(Transition), left(String), closed, call(String), give(Int, port: String), later(Int)
            case check(String), checked, forgotten, ask
        }
        enum Transition: Codable, Equatable, Sendable {
            case push(String), sheet(String), panel(String), hall(String), back, close, closePanel, lobby
            case unstorable, two(String)
        }

        typealias Requirement = String
        typealias Input = Int
        typealias Output = String

        static let panel = Navigator.Port<Room>("panel")
        let log: RoomLog

        func state(for name: String) -> State { State(name: name) }

        func start(_ state: State) -> Flow<Room> {
            log.lines.append("start \(state.name)")
            return .none
        }

        func resume(_ state: State) -> Flow<Room> {
            log.lines.append("resume \(state.name)")
            return .none
        }

        func listen(_ store: Store<Room>) { log.lines.append("listen \(store.state.name)") }

        func receive(_ input: Int) -> Action { .add(input) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Room> {
            switch action {
            case .add(let number): state.count += number
            case .open(let transition): return .transition(transition)
            case .left(let name): state.heard.append(name)
            case .closed: state.heard.append("closed")
            case .call(let name): return .output(name)
            case .give(let number, let port): return .send(number, to: Navigator.Port<Room>(port))
            case .later(let number): return .after(.seconds(10), .send(.add(number)))
            case .check(let text): return .execute(Check(text: text), as: { _ in .checked }, onCancel: .forgotten)
            case .checked: state.heard.append("checked")
            case .forgotten: state.heard.append("forgotten")
            case .ask: return .execute(Fetch(), as: { _ in .closed })
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<Room> {
            let room = Room(log: log)
            return switch transition {
            case .push(let name): .show(room, with: name, as: Action.left, onRemoval: .closed)
            case .sheet(let name): .present(room, with: name, stacked: true, as: Action.left)
            case .panel(let name): .embed(room, at: "panel", with: name, port: Self.panel, as: Action.left)
            case .hall(let name): .replace(Hall(log: log), with: name, stacked: true)
            case .back: .pop
            case .close: .close
            case .closePanel: .unembed("panel")
            case .lobby: .replace(room, with: "lobby", stacked: true)
            case .unstorable: .show(Closet(), with: ())
            case .two(let name): .show(room, with: name + " 1").and(.show(room, with: name + " 2"))
            }
        }
    }

    /// Another root.
    struct Hall: Module {
        struct State: Codable, Equatable { var name: String }
        enum Action: Codable { case open(Room.Transition) }
        typealias Transition = Room.Transition
        let log: RoomLog

        func state(for name: String) -> State { State(name: name) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Hall> {
            switch action {
            case .open(let transition): .transition(transition)
            }
        }
        func route(_ transition: Room.Transition) -> Route<Hall> {
            switch transition {
            case .lobby: .replace(Room(log: log), with: "lobby again", stacked: true)
            case .push(let name): .show(Room(log: log), with: name)
            default: .none
            }
        }
    }

    /// A module whose state cannot be stored.
    struct Closet: Module {
        struct State { let body: () -> Void = {} }
        enum Action { case nothing }
        func state(for nothing: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Closet> { .none }
    }

    /// A command that is not stored.
    struct Check: TransientCommand {
        let text: String
        typealias Output = Bool
    }

    extension Check: Codable, Equatable {}

    /// A command that is neither stored nor declared as one that need not be.
    struct Fetch: Command { typealias Output = Int }

    final class RoomLog { var lines: [String] = [] }

    /// A window on a durable engine that is started and killed.
    @MainActor final class House {
        let storage: DurableStorage
        let log = RoomLog()
        private(set) var scheduler = ManualScheduler()
        private(set) var faults: [Fault] = []
        /// The commands that no handler ends.
        private var replies: [Reply<Check>] = []
        private(set) var engine: DurableEngine?
        private(set) var navigator: Navigator?

        init(_ storage: DurableStorage) { self.storage = storage }

        /// Opens the window. Without a stored one, its root is a room named "lobby".
        func start<Root: Module>(root: Root) async throws where Root.Requirement == String {
            scheduler = ManualScheduler()
            let durable = try await storage.engine("house", on: Engine(scheduler: scheduler))
            durable.engine.onFault = { [unowned self] in faults.append($0) }
            durable.engine.handle(Check.self) { [unowned self] (command: Check, reply: Reply<Check>) in
                log.lines.append("check \(command.text)")
                replies.append(reply)
            }
            durable.engine.handle(Fetch.self) { (_: Fetch) in 1 }
            engine = durable
            navigator = Navigator(root: root, with: "lobby", stacked: true, on: durable.engine)
            try await durable.resume()
        }

        func start() async throws { try await start(root: Room(log: log)) }

        /// Ends the process without warning.
        func kill() async {
            engine?.engine.shutdown()
            try? await engine?.suspend(grace: .zero)
            (engine, navigator, replies) = (nil, nil, [])
        }

        func restart() async throws {
            await kill()
            log.lines = []
            try await start()
        }

        /// The tree with the states.
        var picture: String {
            guard let navigator else { return "closed" }
            return navigator.tree.scenes.map { scene in
                let state: Any? =
                    navigator.store(of: scene.id, as: Room.self)?.state
                    ?? navigator.store(of: scene.id, as: Hall.self)?.state
                return "\(scene) \(scene.position) \(scene.port ?? "") \(scene.isStacked) \(state ?? "")"
            }.joined(separator: "\n")
        }

        /// Returns the store of the newest room with this name.
        func room(_ name: String) -> Store<Room>? {
            guard let navigator else { return nil }
            let stores = navigator.tree.scenes.compactMap { navigator.store(of: $0.id, as: Room.self) }
            return stores.last { $0.state.name == name }
        }

        func send(_ action: Room.Action, to name: String) { room(name)?.send(action) }
    }
#endif
