import Millrace

extension SceneLayout {
    /// Searches a scene and then the scenes that embed it. Returns the nearest one for which the first scene of its stack
    /// matches, and that first scene. Throws `error` if there is none. Defaults to the nearest stack.
    func place(
        of id: ID?, or error: NavigationError = .noStack, where isMatch: (Navigator.Scene) -> Bool = \.isStacked
    ) throws(NavigationError) -> (scene: ID, bottom: ID) {
        var next = id
        while let index = index(of: next), let bottom = self.index(of: scenes[index].bottom) {
            if isMatch(scenes[bottom].scene) { return (scenes[index].scene.id, scenes[bottom].scene.id) }
            next = scenes[bottom].scene.position.host
        }
        throw error
    }

    /// The scene that an operation removes, with everything above and inside it; `nil` if there is nothing to remove.
    func target(of verb: RouteOperation.Verb, from id: ID) throws(NavigationError) -> ID? {
        guard let index = index(of: id) else { throw .sceneRemoved }
        switch verb {
        case .dismiss: return try place(of: id, or: .noModalLayer) { $0.position == .modal }.bottom
        case .unembed(nil): return try place(of: id, or: .notEmbedded) { $0.position.host != nil }.bottom
        case .unembed(let place?):
            guard let target = scenes[index].places[place] else { throw .emptyPlace(place) }
            return target
        case .pop:
            let place = try place(of: id)
            if place.scene == place.bottom { throw .bottomOfStack }
            return place.scene
        case .popToRoot: return try self[place(of: id).bottom]?.above
        case .close(nil):
            if id == root { throw .rootOfWindow }
            return id
        case .close(let port?):
            guard let target = scene(on: port, of: id) else { throw .emptyPort(port) }
            return target
        case .replace, .present, .show, .embed: return nil
        }
    }

    /// The operations that remove scenes and that apply to the position of a scene.
    func applicableRemovals(from id: ID) -> [RouteOperation.Verb] {
        [.dismiss, .pop, .popToRoot, .unembed(nil), .close(nil)].filter { verb in
            if case .success = Result(catching: { try target(of: verb, from: id) }) { true } else { false }
        }
    }
}
