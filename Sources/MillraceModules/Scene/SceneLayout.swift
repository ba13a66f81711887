import Millrace

/// The positions of the scenes of a window, and their presenters.
///
/// A value that needs no engine. The cost of an operation depends only on the scenes that it concerns, not on the number of
/// other scenes.
struct SceneLayout {
    typealias ID = Navigator.Scene.ID

    /// The scenes, oldest first. The elements of removed scenes stay until they are more than half of all.
    private(set) var scenes: [PlacedScene] = []
    private(set) var count = 0
    /// The root of the window; `nil` if the window is closed.
    private(set) var root: ID?
    /// The scenes in the order of ``tree``. `nil` if they must be computed.
    private var outline: [Navigator.Scene]?

    /// Every scene, oldest first.
    var ids: [ID] { scenes.lazy.filter { !$0.isRemoved }.map(\.scene.id) }

    subscript(id: ID) -> PlacedScene? { index(of: id).map { scenes[$0] } }

    @inline(__always) func context(of id: ID) -> SceneContext? { index(of: id).flatMap { scenes[$0].context } }

    /// The index of a scene; `nil` if the layout does not contain it.
    func index(of id: ID?) -> Int? {
        guard let id, var index = scenes.indices.last else { return nil }
        // Most calls are for the newest scene.
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
    ///   - presenter: the scene that presents the new scene; `nil` for the application.
    mutating func insert(
        _ operation: RouteOperation, of module: any Module.Type, as id: ID, presenter: ID? = nil,
        origin: SceneOrigin? = nil
    ) -> Navigator.Scene {
        // The first scene of the stack on which `show` pushes; `nil` if there is no stack.
        let stack = operation.verb == .show ? index(of: try? place(of: presenter ?? root).bottom) : nil
        let position: Navigator.Scene.Position =
            switch (operation.verb, presenter, stack) {
            case (_, _, let stack?): .above(scenes[stack].top)
            case (.replace, _, _): .root
            case (.embed(let place), let host?, _): .place(place, of: host)
            default: .modal
            }
        let scene = Navigator.Scene(
            id: id, moduleType: ModuleType(type: module), presenter: presenter, portName: operation.port,
            position: position, isStacked: stack != nil || operation.isStacked)
        let bottom = stack.map { scenes[$0].scene.id } ?? id
        // The cached outline is kept if the scene is the last one.
        switch position {
        case .above(outline?.last?.id), .modal: outline?.append(scene)
        default: outline = nil
        }
        link(id, at: position, bottom)
        update(presenter) { $0.addChild(id, on: operation.port) }
        scenes.append(PlacedScene(scene: scene, origin: origin, bottom: bottom, top: id))
        count += 1
        return scene
    }

    mutating func setContext(_ context: SceneContext, of id: ID) { update(id) { $0.context = context } }

    /// Links the neighbor at a scene's position to `id`.
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
    /// The scenes that are removed with `ids`, newest first. These are the scenes of `ids`, the scenes that were pushed on
    /// them, and the scenes that they presented, showed or embedded.
    func scenesRemoved(with ids: [ID]) -> [ID] {
        // Not recursive, because a stack may have ten thousand scenes.
        var (found, pending): (Set<ID>, [ID]) = ([], ids)
        while let id = pending.popLast() {
            guard let index = index(of: id) else { continue }
            // Most often, no other scene is removed with a scene.
            if ids.count == 1, found.isEmpty, scenes[index].isAlone { return ids }
            guard found.insert(id).inserted else { continue }
            if let above = scenes[index].above { pending.append(above) }
            pending += scenes[index].children
        }
        return found.sorted(by: >)
    }

    /// Removes scenes, newest first. `ids` must include all scenes that ``scenesRemoved(with:)`` returns for them.
    ///
    /// - Returns: the contexts of the removed scenes.
    @discardableResult
    mutating func remove(_ ids: [ID]) -> [SceneContext] {
        var contexts: [SceneContext] = []
        for id in ids {
            guard let index = index(of: id) else { continue }
            if let context = scenes[index].context { contexts.append(context) }
            link(nil, at: scenes[index].scene.position, scenes[index].bottom)
            let (presenter, port) = (scenes[index].scene.presenter, scenes[index].scene.portName)
            update(presenter) { $0.removeChild(id, on: port) }
            if let place = outline?.lastIndex(where: { $0.id == id }) { outline?.remove(at: place) }
            scenes[index].clear()
            count -= 1
            while !scenes.isEmpty, scenes[scenes.count - 1].isRemoved { scenes.removeLast() }
        }
        if count * 2 < scenes.count { scenes.removeAll(where: \.isRemoved) }
        return contexts
    }

    /// The newest scene on a port of the scene `id`; `nil` if there is none.
    func scene(on port: PortName, of id: ID) -> ID? { index(of: id).flatMap { scenes[$0].childrenByPort[port]?.last } }
}

// MARK: - The tree

extension SceneLayout {
    /// The scenes in the order of an outline: the window's scenes, then those of each modal layer.
    var tree: SceneTree {
        if let outline { return SceneTree(outline) }
        var outline: [Navigator.Scene] = []
        var pending = ids.reversed().filter { self[$0]?.scene.position == .modal } + [root].compactMap { $0 }
        // The embedded scenes of a scene follow it, before the scenes that were pushed on it.
        while let placed = pending.popLast().flatMap({ self[$0] }) {
            outline.append(placed.scene)
            pending += [placed.above].compactMap { $0 } + placed.places.values.sorted(by: >)
        }
        return SceneTree(outline)
    }

    /// Returns the tree, and caches it for the next call.
    mutating func cachedTree() -> SceneTree {
        if outline == nil { outline = tree.scenes }
        return tree
    }
}
