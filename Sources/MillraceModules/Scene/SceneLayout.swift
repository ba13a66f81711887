import Millrace

/// The positions of the scenes of a window, and their presenters.
///
/// A value without an engine. The cost of an operation depends on the scenes that it concerns, never on the number of the
/// others.
struct SceneLayout {
    typealias ID = Navigator.Scene.ID

    /// The scenes, oldest first. Places of removed scenes stay until they are half of all.
    private(set) var scenes: [PlacedScene] = []
    private(set) var count = 0
    /// The root of the window itself; `nil` if the window is closed.
    private(set) var root: ID?
    /// The scenes in the order of ``tree``, once they were needed.
    private var outline: [Navigator.Scene]?

    /// Every scene, oldest first.
    var ids: [ID] { scenes.lazy.filter { !$0.isRemoved }.map(\.scene.id) }

    subscript(id: ID) -> PlacedScene? { index(of: id).map { scenes[$0] } }

    @inline(__always) func context(of id: ID) -> SceneContext? { index(of: id).flatMap { scenes[$0].context } }

    /// The place of a scene; `nil` if it is not there.
    func index(of id: ID?) -> Int? {
        guard let id, var index = scenes.indices.last else { return nil }
        // The newest is asked for most often.
        if scenes[index].scene.id != id { index = countBefore(among: index) { scenes[$0].scene.id < id } }
        return scenes[index].scene.id == id && !scenes[index].isRemoved ? index : nil
    }

    @inline(__always) private mutating func update(_ id: ID?, _ body: (inout PlacedScene) -> Void) {
        if let index = index(of: id) { body(&scenes[index]) }
    }
}

// MARK: - Inserting

extension SceneLayout {
    /// The scenes to remove before an operation of `presenter` inserts its scene, newest first.
    @inline(__always) func scenesReplaced(by verb: RouteOperation.Verb, of presenter: ID?) -> [ID] {
        switch verb {
        case .replace: ids.reversed()
        case .embed(let place):
            scenesRemoved(with: [index(of: presenter).flatMap { scenes[$0].places[place] }].compactMap { $0 })
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
            case (_, _, let stack?): .above(scenes[stack].top)
            case (.replace, _, _): .root
            case (.embed(let place), let host?, _): .place(place, of: host)
            default: .modal
            }
        let scene = Navigator.Scene(
            id: id, moduleType: ModuleType(type: module), presenter: presenter, port: operation.port?.name,
            position: position, isStacked: stack != nil || operation.isStacked)
        let bottom = stack.map { scenes[$0].scene.id } ?? id
        keepOutline(with: scene)
        link(id, at: position, bottom)
        update(presenter) { $0.addChild(id, on: operation.port) }
        scenes.append(PlacedScene(scene: scene, origin: origin, bottom: bottom, top: id))
        count += 1
        return scene
    }

    mutating func setContext(_ context: SceneContext, of id: ID) { update(id) { $0.context = context } }

    /// The place of the first scene of the stack on which `show` pushes.
    private func stack(for presenter: ID?) -> Int? {
        guard let presenter else { return index(of: root).flatMap { scenes[$0].scene.isStacked ? $0 : nil } }
        return index(of: presenter).flatMap { place(of: $0) { $0.isStacked } }?.bottom
    }

    /// Has the neighbour of a scene's position link to `id`.
    private mutating func link(_ id: ID?, at position: Navigator.Scene.Position, _ bottom: ID) {
        switch position {
        case .root: root = id
        case .modal: break
        case .place(let name, let host): update(host) { $0.places[name] = id }
        case .above(let lower):
            update(lower) { $0.above = id }
            update(bottom) { $0.top = id ?? lower }
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
            guard let index = index(of: id) else { continue }
            // Most often a scene goes alone.
            if ids.count == 1, found.isEmpty, scenes[index].isAlone { return ids }
            guard found.insert(id).inserted else { continue }
            if let above = scenes[index].above { pending.append(above) }
            pending += scenes[index].children
        }
        return found.sorted(by: >)
    }

    /// Removes scenes, newest first, with all that ``scenesRemoved(with:)`` adds to them.
    ///
    /// - Returns: the contexts of those that were there.
    @discardableResult
    mutating func remove(_ ids: [ID]) -> [SceneContext] {
        var contexts: [SceneContext] = []
        for id in ids {
            guard let index = index(of: id) else { continue }
            if let context = scenes[index].context { contexts.append(context) }
            link(nil, at: scenes[index].scene.position, scenes[index].bottom)
            let (presenter, port) = (scenes[index].scene.presenter, scenes[index].port)
            update(presenter) { $0.removeChild(id, on: port) }
            if let place = outline?.lastIndex(where: { $0.id == id }) { outline?.remove(at: place) }
            scenes[index].clear()
            count -= 1
            while !scenes.isEmpty, scenes[scenes.count - 1].isRemoved { scenes.removeLast() }
        }
        if count * 2 < scenes.count { scenes.removeAll(where: \.isRemoved) }
        return contexts
    }

    /// The scene on a port of another one: the newest, if there are several.
    func scene(on port: PortName, of id: ID) -> ID? { index(of: id).flatMap { scenes[$0].childrenByPort[port]?.last } }
}

// MARK: - The tree

extension SceneLayout {
    /// The scenes in the order of an outline: the window, then each modal layer.
    var tree: SceneTree {
        if let outline { return SceneTree(outline) }
        var outline: [Navigator.Scene] = []
        var pending = ids.reversed().filter { self[$0]?.scene.position == .modal } + [root].compactMap { $0 }
        // A scene's places come after it, and before what was pushed on it.
        while let placed = pending.popLast().flatMap({ self[$0] }) {
            outline.append(placed.scene)
            pending += [placed.above].compactMap { $0 } + placed.places.values.sorted(by: >)
        }
        return SceneTree(outline)
    }

    /// The tree, which is kept up to date from now on.
    mutating func keepTree() -> SceneTree {
        if outline == nil { outline = tree.scenes }
        return tree
    }

    /// Adds a new scene to the outline where it comes last; another place is found when the tree is needed.
    private mutating func keepOutline(with scene: Navigator.Scene) {
        switch scene.position {
        case .above(outline?.last?.id), .modal: outline?.append(scene)
        default: outline = nil
        }
    }
}
