import Millrace

extension SceneLayout {
    /// The indices of a scene and of the first scene of its stack.
    typealias ScenePlace = (scene: Int, bottom: Int)

    /// Searches a scene and then the scenes that embed it. Returns the nearest one for which the first scene of its stack
    /// matches.
    func place(of index: Int, where isMatch: (Navigator.Scene) -> Bool) -> ScenePlace? {
        var next: Int? = index
        while let index = next, let bottom = self.index(of: scenes[index].bottom) {
            if isMatch(scenes[bottom].scene) { return (index, bottom) }
            next = self.index(of: scenes[bottom].scene.position.host)
        }
        return nil
    }

    /// The scene that an operation removes, with everything above and inside it; `nil` if there is nothing to remove.
    func target(of verb: RouteOperation.Verb, from id: ID) -> Result<ID?, NavigationError> {
        guard let index = index(of: id) else { return .failure(.sceneRemoved) }
        return switch verb {
        case .dismiss:
            nearest(of: index, or: .noModalLayer, where: { $0.position == .modal }) { scenes[$0.bottom].scene.id }
        case .unembed(nil):
            nearest(of: index, or: .notEmbedded, where: { $0.position.host != nil }) { scenes[$0.bottom].scene.id }
        case .unembed(let place?): scenes[index].places[place].map { .success($0) } ?? .failure(.emptyPlace(place))
        case .pop:
            nearest(of: index, or: .noStack, where: \.isStacked) {
                $0.scene == $0.bottom ? nil : scenes[$0.scene].scene.id
            }
            .flatMap { $0 == nil ? .failure(.bottomOfStack) : .success($0) }
        case .popToRoot: nearest(of: index, or: .noStack, where: \.isStacked) { scenes[$0.bottom].above }
        case .close(nil): close(index)
        case .close(let port?): self.index(of: scene(on: port, of: id)).map { close($0) } ?? .failure(.emptyPort(port))
        case .replace, .present, .show, .embed: .success(nil)
        }
    }

    /// The operations that remove scenes and that apply to the position of a scene.
    func applicableRemovals(from id: ID) -> [RouteOperation.Verb] {
        [.dismiss, .pop, .popToRoot, .unembed(nil), .close(nil)].filter { verb in
            if case .success = target(of: verb, from: id) { true } else { false }
        }
    }

    /// Applies `part` to the result of ``place(of:where:)``. Fails with `error` if no scene matches.
    private func nearest(
        of index: Int, or error: NavigationError, where isMatch: (Navigator.Scene) -> Bool, _ part: (ScenePlace) -> ID?
    ) -> Result<ID?, NavigationError> {
        place(of: index, where: isMatch).map { .success(part($0)) } ?? .failure(error)
    }

    private func close(_ index: Int) -> Result<ID?, NavigationError> {
        let scene = scenes[index].scene
        return scene.position == .root ? .failure(.rootOfWindow) : .success(scene.id)
    }
}
