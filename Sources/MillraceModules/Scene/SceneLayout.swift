import Millrace

/// The positions of the scenes of a window, and their presenters.
///
/// A value without stores, closures or an engine. The cost of an operation depends on the scenes that it concerns, never on
/// the number of the others.
struct SceneLayout {
    typealias ID = Navigator.Scene.ID

    private var scenes: [ID: PlacedScene] = [:]
    /// The first scene of the window itself; `nil` if the window is closed.
    private(set) var root: ID?

    var count: Int { scenes.count }
    /// Every scene, oldest first.
    var ids: [ID] { scenes.keys.sorted() }

    subscript(id: ID) -> PlacedScene? { scenes[id] }

}

// MARK: - Inserting

extension SceneLayout {
    /// The scenes to remove before an operation of `presenter` inserts its scene, newest first.
    func scenesReplaced(by verb: RouteOperation.Verb, of presenter: ID?) -> [ID] {
        switch verb {
        case .replace: ids.reversed()
        case .embed(let place): scenesRemoved(with: [presenter.flatMap { scenes[$0]?.places[place] }].compactMap { $0 })
        default: []
        }
    }

    /// Inserts the scene of an operation. Remove the scenes of ``scenesReplaced(by:of:)`` first.
    ///
    /// - Parameters:
    ///   - id: greater than the number of every scene in the layout.
    ///   - presenter: the scene that presents it; `nil` for the application.
    mutating func insert(
        _ operation: RouteOperation, of module: any Module.Type, as id: ID, presenter: ID? = nil,
        origin: SceneOrigin? = nil
    ) -> Navigator.Scene {
        let stack = operation.verb == .show ? stack(for: presenter) : nil
        let position: Navigator.Scene.Position =
            switch (operation.verb, presenter, stack) {
            case (_, _, let stack?): .above(stack.top)
            case (.replace, _, _): .root
            case (.embed(let place), let host?, _): .place(place, of: host)
            default: .modal
            }
        let scene = Navigator.Scene(
            id: id, moduleType: ModuleType(type: module), presenter: presenter, port: operation.port?.name,
            position: position,
            isStacked: stack != nil || operation.isStacked)
        let placed = PlacedScene(
            scene: scene, port: operation.port, origin: origin, bottom: stack?.bottom ?? id, top: id)
        scenes[id] = placed
        link(id, at: placed)
        if let presenter { scenes[presenter]?.addChild(placed) }
        return scene
    }

    /// The first scene of the stack on which `show` pushes.
    private func stack(for presenter: ID?) -> PlacedScene? {
        guard let presenter else { return root.flatMap { self[$0] }.flatMap { $0.scene.isStacked ? $0 : nil } }
        return surroundings(of: presenter).first { $0.bottom.scene.isStacked }?.bottom
    }

    /// Has the neighbour of a scene's position link to `id`.
    private mutating func link(_ id: ID?, at placed: PlacedScene) {
        switch placed.scene.position {
        case .root: root = id
        case .modal: break
        case .place(let name, let host): scenes[host]?.places[name] = id
        case .above(let lower):
            scenes[lower]?.above = id
            scenes[placed.bottom]?.top = id ?? lower
        }
    }
}

// MARK: - Removing

extension SceneLayout {
    /// The scenes that are removed with `ids`, newest first: these, the scenes that were pushed on them, and those that they
    /// presented, showed or embedded.
    func scenesRemoved(with ids: [ID]) -> [ID] {
        // Not recursive: ten thousand scenes may be in one stack.
        var (found, pending): (Set<ID>, [ID]) = ([], ids)
        while let id = pending.popLast() {
            guard let placed = scenes[id], found.insert(id).inserted else { continue }
            if let above = placed.above { pending.append(above) }
            pending += placed.children
        }
        return found.sorted(by: >)
    }

    /// Removes scenes, newest first, with all that ``scenesRemoved(with:)`` adds to them.
    mutating func remove(_ ids: [ID]) {
        for id in ids {
            guard let placed = scenes.removeValue(forKey: id) else { continue }
            link(nil, at: placed)
            if let presenter = placed.scene.presenter { scenes[presenter]?.removeChild(placed) }
        }
    }
}
