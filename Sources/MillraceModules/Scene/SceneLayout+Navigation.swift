import Millrace

extension SceneLayout {
    /// A scene, with the first scene of its stack.
    typealias Surrounding = (scene: PlacedScene, bottom: PlacedScene)

    /// The scene and those in which it is embedded, nearest first.
    func surroundings(of id: ID) -> some Sequence<Surrounding> {
        sequence(state: id as ID?) { next in
            guard let placed = next.flatMap({ self[$0] }), let bottom = self[placed.bottom] else { return nil }
            next = bottom.scene.position.host
            return (placed, bottom)
        }
    }

    /// The scene on a port of another one: the newest, if there are several.
    func scene(on port: PortName, of id: ID) -> ID? { self[id]?.childrenByPort[port]?.max() }

    /// The scene that a way out removes, with all that is removed with it; `nil` if there is nothing to remove.
    func target(of verb: RouteOperation.Verb, from id: ID) -> Result<ID?, NavigationError> {
        guard let placed = self[id] else { return .failure(.sceneRemoved) }
        return switch verb {
        case .dismiss: nearest(of: id, or: .noModalLayer, where: { $0.position == .modal }) { $0.bottom.scene.id }
        case .unembed(nil): nearest(of: id, or: .notEmbedded, where: { $0.position.host != nil }) { $0.bottom.scene.id }
        case .unembed(let place?): placed.places[place].map { .success($0) } ?? .failure(.emptyPlace(place))
        case .pop:
            nearest(of: id, or: .noStack, where: \.isStacked) { $0.scene.isBottom ? nil : $0.scene.scene.id }
                .flatMap { $0 == nil ? .failure(.bottomOfStack) : .success($0) }
        case .popToRoot: nearest(of: id, or: .noStack, where: \.isStacked) { $0.bottom.above }
        case .close(nil): close(placed)
        case .close(let port?):
            scene(on: port, of: id).flatMap { self[$0] }.map { close($0) } ?? .failure(.emptyPort(port))
        case .replace, .present, .show, .embed: .success(nil)
        }
    }

    /// The ways out that fit the position of a scene.
    func waysOut(from id: ID) -> [RouteOperation.Verb] {
        [.dismiss, .pop, .popToRoot, .unembed(nil), .close(nil)].filter { verb in
            if case .success = target(of: verb, from: id) { true } else { false }
        }
    }

    /// A part of the nearest surrounding whose first scene fits.
    private func nearest(
        of id: ID, or error: NavigationError, where isMatch: (Navigator.Scene) -> Bool, _ part: (Surrounding) -> ID?
    ) -> Result<ID?, NavigationError> {
        surroundings(of: id).first { isMatch($0.bottom.scene) }.map { .success(part($0)) } ?? .failure(error)
    }

    private func close(_ placed: PlacedScene) -> Result<ID?, NavigationError> {
        placed.scene.position == .root ? .failure(.rootOfWindow) : .success(placed.scene.id)
    }

    /// The scenes in the order of an outline: the window, then each modal layer.
    var tree: SceneTree {
        var outline: [Navigator.Scene] = []
        var pending = ids.reversed().filter { self[$0]?.scene.position == .modal } + [root].compactMap { $0 }
        // A scene's places come after it, and before what was pushed on it.
        while let placed = pending.popLast().flatMap({ self[$0] }) {
            outline.append(placed.scene)
            pending += [placed.above].compactMap { $0 } + placed.places.values.sorted(by: >)
        }
        return SceneTree(outline)
    }
}
