import Millrace

extension SceneLayout {
    /// The containers that a scene stands in, nearest first, each with the scene in it that is or embeds that scene.
    func surroundings(of id: ID) -> some Sequence<(container: SceneContainer, scene: PlacedScene)> {
        sequence(state: id as ID?) { next in
            guard let scene = next.flatMap({ self[$0] }), let container = container(of: scene) else { return nil }
            next = container.host
            return (container, scene)
        }
    }

    /// The scene on a port of another one: the newest, if there are several.
    func scene(on port: PortName, of id: ID) -> ID? { self[id]?.ports[port]?.last }

    /// The scene that a way out removes, with all that is removed with it; `nil` if there is nothing to remove.
    func target(of verb: RouteOperation.Verb, from id: ID) -> Result<ID?, NavigationError> {
        guard let placed = self[id] else { return .failure(.sceneRemoved) }
        return switch verb {
        case .dismiss: first(around: id, or: .noModalLayer) { $0.isModal }
        case .unembed(nil): first(around: id, or: .notEmbedded) { $0.host != nil }
        case .unembed(let place?): placed.places[place].map { .success($0) } ?? .failure(.emptyPlace(place))
        case .pop: pop(from: id)
        case .popToRoot: popToRoot(from: id)
        case .close(nil): close(placed)
        case .close(let port?):
            scene(on: port, of: id).flatMap { self[$0] }.map { close($0) } ?? .failure(.emptyPort(port))
        case .replace, .present, .show, .embed: .success(nil)
        }
    }

    /// The ways out that fit where a scene stands.
    func waysOut(from id: ID) -> [RouteOperation.Verb] {
        [.dismiss, .pop, .popToRoot, .unembed(nil), .close(nil)].filter { verb in
            if case .success = target(of: verb, from: id) { true } else { false }
        }
    }

    /// The first scene of the nearest container of a kind.
    private func first(
        around id: ID, or error: NavigationError, _ isMatch: (SceneContainer) -> Bool
    ) -> Result<ID?, NavigationError> {
        surroundings(of: id).first { isMatch($0.container) }.map { .success($0.scene.container) } ?? .failure(error)
    }

    private func pop(from id: ID) -> Result<ID?, NavigationError> {
        guard let page = surroundings(of: id).first(where: { $0.container.isStacked })?.scene else {
            return .failure(.noStack)
        }
        return page.index > 0 ? .success(page.scene.id) : .failure(.bottomOfStack)
    }

    private func popToRoot(from id: ID) -> Result<ID?, NavigationError> {
        guard let stack = surroundings(of: id).first(where: { $0.container.isStacked })?.container else {
            return .failure(.noStack)
        }
        return .success(stack.scene(above: 0))
    }

    private func close(_ placed: PlacedScene) -> Result<ID?, NavigationError> {
        placed.scene.position == .root ? .failure(.rootOfWindow) : .success(placed.scene.id)
    }
}

// MARK: - Outline

extension SceneLayout {
    /// The scenes in the order of an outline.
    var tree: SceneTree {
        var outline: [Navigator.Scene] = []
        for container in [root].compactMap({ $0 }) + modals.sorted() {
            // A scene's places come after it, and before what was pushed upon it.
            var pending = scenesReversed(in: container)
            while let placed = pending.popLast().flatMap({ self[$0] }) {
                outline.append(placed.scene)
                for place in placed.places.values.sorted(by: >) { pending += scenesReversed(in: place) }
            }
        }
        return SceneTree(outline)
    }

    private func scenesReversed(in container: ID) -> [ID] { containers[container]?.scenes.reversed() ?? [] }
}
