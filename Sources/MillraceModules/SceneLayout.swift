import Millrace

/// Where the scenes of a window stand: which container holds which scene, and which scene presented which.
///
/// A value without stores, closures or an engine. The cost of an operation depends on the scenes that it concerns, never on
/// the number of the others.
struct SceneLayout {
    typealias ID = Navigator.Scene.ID

    private var scenes: [ID: PlacedScene] = [:]
    /// The containers, each under its first scene, which stays as long as the container does.
    private(set) var containers: [ID: SceneContainer] = [:]
    /// The container of the window itself; `nil` if the window is closed.
    private(set) var root: ID?
    /// The containers of the modal layers. A higher layer has a greater number.
    private(set) var modals: Set<ID> = []

    var count: Int { scenes.count }
    var isClosed: Bool { root == nil }
    /// Every scene, oldest first.
    var ids: [ID] { scenes.keys.sorted() }

    subscript(id: ID) -> PlacedScene? { scenes[id] }

    func contains(_ id: ID) -> Bool { scenes[id] != nil }

    /// The container that a scene stands in.
    func container(of scene: PlacedScene) -> SceneContainer? { containers[scene.container] }
}

// MARK: - Inserting

extension SceneLayout {
    /// A scene to insert.
    struct Insertion {
        /// Greater than the number of every scene that is there.
        let id: ID
        let type: any Module.Type
        var port: PortName?
        /// Whether scenes can be pushed upon it, if it is the first of its container.
        var isStacked = false
        /// The scene that presents it; `nil` for the application.
        var presenter: ID?
        var origin: SceneOrigin?
    }

    /// The scenes to remove before an operation of `presenter` inserts its scene, newest first.
    func scenesReplaced(by verb: RouteOperation.Verb, of presenter: ID?) -> [ID] {
        switch verb {
        case .replace: ids.reversed()
        case .embed(let place):
            presenter.flatMap { scenes[$0]?.places[place] }.map { scenesRemoved(with: [$0]) } ?? []
        default: []
        }
    }

    /// Inserts the scene of an operation. Remove the scenes of ``scenesReplaced(by:of:)`` first.
    mutating func insert(_ new: Insertion, by verb: RouteOperation.Verb) -> Navigator.Scene {
        let container = stack(for: verb, of: new.presenter) ?? makeContainer(for: new, by: verb)
        let placed = place(new, on: container)
        scenes[new.id] = placed
        containers[container]?.scenes.append(new.id)
        if let presenter = new.presenter { scenes[presenter]?.addChild(new.id, port: new.port) }
        return placed.scene
    }

    private func place(_ new: Insertion, on id: ID) -> PlacedScene {
        let container = containers[id]
        let position: Navigator.Scene.Position =
            switch (container?.scenes.last, container?.kind) {
            case (let top?, _): .above(top)
            case (nil, .root): .root
            case (nil, .place(let name, let host)): .place(name, of: host)
            case (nil, .modal), (nil, nil): .modal
            }
        let scene = Navigator.Scene(
            id: new.id, type: new.type, presenter: new.presenter, port: new.port?.name, position: position,
            isStacked: container?.isStacked ?? false)
        return PlacedScene(
            scene, port: new.port, origin: new.origin, container: id, index: container?.scenes.count ?? 0)
    }

    /// The stack on which `show` pushes.
    private func stack(for verb: RouteOperation.Verb, of presenter: ID?) -> ID? {
        guard verb == .show else { return nil }
        if let presenter { return surroundings(of: presenter).first { $0.container.isStacked }?.scene.container }
        return root.flatMap { containers[$0]?.isStacked == true ? $0 : nil }
    }

    private mutating func makeContainer(for new: Insertion, by verb: RouteOperation.Verb) -> ID {
        let kind: SceneContainer.Kind
        switch (verb, new.presenter) {
        case (.replace, _):
            kind = .root
            root = new.id
        case (.embed(let place), let host?):
            kind = .place(place, of: host)
            scenes[host]?.setContainer(new.id, at: place)
        default:
            kind = .modal
            modals.insert(new.id)
        }
        containers[new.id] = SceneContainer(kind: kind, isStacked: new.isStacked)
        return new.id
    }
}

// MARK: - Removing

extension SceneLayout {
    /// The scenes that are removed with `ids`, newest first: these, the scenes that were pushed upon them, and those that they
    /// presented, showed or embedded.
    func scenesRemoved(with ids: [ID]) -> [ID] {
        // Not recursive: ten thousand scenes may stand one upon the other.
        var (found, pending): (Set<ID>, [ID]) = ([], ids)
        while let id = pending.popLast() {
            guard let placed = scenes[id], found.insert(id).inserted else { continue }
            if let above = container(of: placed)?.scene(above: placed.index) { pending.append(above) }
            pending += placed.children
        }
        return found.sorted(by: >)
    }

    /// Removes scenes, newest first, with all that ``scenesRemoved(with:)`` adds to them.
    mutating func remove(_ ids: [ID]) {
        for id in ids {
            guard let placed = scenes.removeValue(forKey: id) else { continue }
            containers[placed.container]?.scenes.removeLast()
            if placed.index == 0 { removeContainer(placed.container) }
            if let presenter = placed.scene.presenter { scenes[presenter]?.removeChild(id, port: placed.port) }
        }
    }

    private mutating func removeContainer(_ id: ID) {
        switch containers.removeValue(forKey: id)?.kind {
        case .root: root = nil
        case .modal: modals.remove(id)
        case .place(let name, let host): scenes[host]?.setContainer(nil, at: name)
        case nil: break
        }
    }
}
