import MillraceModules
import Millrace

/// A module that navigates as its action says: several operations for one transition.
struct Walker: Module {
    enum Way: Codable, Equatable {
        case replace(String)
        case present(String)
        case show(String)
        case embed(String, at: String)
        case popToRoot
        case close
        case closePort(String)
    }

    typealias Action = [Way]
    typealias Transition = [Way]

    func state(for name: String) -> String { name }
    func reduce(_ state: inout String, _ ways: [Way]) -> Flow<Self> { ways.isEmpty ? .none : .transition(ways) }

    func route(_ ways: [Way]) -> Route<Self> { .sequence(ways.map(route)) }

    private func route(_ way: Way) -> Route<Self> {
        switch way {
        case .replace(let name): .replace(Walker(), with: name)
        case .present(let name): .present(Walker(), with: name, port: .init(name), onRemoval: [])
        case .show(let name): .show(Walker(), with: name, port: .init(name), onRemoval: [])
        case .embed(let name, let place):
            .embed(Walker(), at: place, with: name, port: .init(name), onRemoval: [])
        case .popToRoot: .popToRoot
        case .close: .close
        case .closePort(let name): .close(Navigator.Port<Walker>(name))
        }
    }
}

extension Navigator {
    /// The names of its walkers, in the order of the scenes.
    var walkers: [String] { tree.scenes.compactMap { store(of: $0.id, as: Walker.self)?.state } }

    /// Sends operations to the walker with this name.
    func walk(_ name: String, _ ways: Walker.Way...) {
        tree.scenes.lazy.compactMap { self.store(of: $0.id, as: Walker.self) }.first { $0.state == name }?.send(ways)
    }
}
