import MillraceModules
import Millrace

/// A module that navigates as its action says, and runs a command until its scene is removed.
struct Page: Module {
    struct State: Codable, Equatable {
        let name: String
        /// The outputs and the removals of its children.
        var childEvents: [String] = []
        /// The inputs that it received.
        var inputs: [String] = []
    }

    enum Action: Equatable {
        case go([Way])
        case say(String)
        case input(String, String)
        case childEvent(String)
        case received(String)
        case kept(Event<Stay>)
    }

    typealias Output = String
    typealias Input = String
    typealias Transition = Way

    /// Runs until it is cancelled.
    struct Stay: Command, Equatable {
        typealias Output = Void
        let name: String
    }

    func state(for name: String) -> State { State(name: name) }

    func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(Stay(name: state.name), as: Action.kept, id: "stay")
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .go(let ways): return .merge(ways.map { .transition($0) })
        case .say(let text): return .output("\(state.name): \(text)")
        case .input(let child, let text): return .send(text, to: Navigator.Port<Page>(child))
        case .childEvent(let text): state.childEvents.append(text)
        case .received(let text): state.inputs.append(text)
        case .kept: break
        }
        return .none
    }

    func receive(_ input: String) -> Action { .received(input) }

    func route(_ way: Way) -> Route<Self> {
        switch way {
        case .several(let ways): .sequence(ways.map(route))
        case .replace(let name, let stacked): .replace(Page(), with: name, stacked: stacked)
        case .present(let name, let stacked):
            .present(
                Page(), with: name, stacked: stacked, port: Navigator.Port(name), as: Action.childEvent,
                onRemoval: .childEvent("\(name) ended")
            )
        case .show(let name):
            .show(
                Page(), with: name, port: Navigator.Port(name), as: Action.childEvent,
                onRemoval: .childEvent("\(name) ended"))
        case .embed(let place, let name, let stacked):
            .embed(
                Page(), at: place, with: name, stacked: stacked, port: Navigator.Port(name), as: Action.childEvent,
                onRemoval: .childEvent("\(name) ended"))
        case .dismiss: .dismiss
        case .pop: .pop
        case .popToRoot: .popToRoot
        case .unembed(nil): .unembed
        case .unembed(let place?): .unembed(place)
        case .close(nil): .close
        case .close(let child?): .close(Navigator.Port<Page>(child))
        }
    }
}

/// The operations of a page.
indirect enum Way: Codable, Hashable, Sendable {
    case several([Way])
    case replace(String, stacked: Bool = false)
    case present(String, stacked: Bool = false)
    case show(String)
    case embed(String, String, stacked: Bool = false)
    case dismiss
    case pop
    case popToRoot
    case unembed(String? = nil)
    case close(String? = nil)
}

extension Navigator {
    /// The newest page of this name.
    func page(_ name: String) -> Store<Page>? {
        tree.scenes.reversed().lazy.compactMap { self.store(of: $0.id, as: Page.self) }.first { $0.state.name == name }
    }

    /// Sends operations to the page with this name.
    func go(_ name: String, _ ways: Way...) { page(name)?.send(.go(ways)) }

    /// The tree, with the names of its pages.
    var outline: String {
        let names = Dictionary(
            uniqueKeysWithValues: tree.scenes.map { ($0.id, store(of: $0.id, as: Page.self)?.state.name ?? $0.module) })
        return zip(tree.description.split(separator: "\n"), tree.scenes)
            .map { line, scene in line.replacing(scene.module, with: names[scene.id] ?? "") }.joined(separator: "\n")
    }
}

extension EngineFixture {
    /// Opens a window with a page.
    func window(_ name: String = "root", stacked: Bool = false) -> Navigator {
        var stays: [Reply<Page.Stay>] = []
        if !engine.hasHandler(for: Page.Stay.self) { engine.handle(Page.Stay.self) { stays.append($1) } }
        return Navigator(root: Page(), with: name, stacked: stacked, on: engine)
    }
}
