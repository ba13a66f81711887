package import Millrace

// What hosts of this package need of a scene.
extension Navigator {
    /// Queues a transition of a scene, as though its reducer had returned it. It passes the middleware.
    ///
    /// - Returns: `nil` if the scene has been removed. A transition of another module is ignored.
    @discardableResult
    package func follow(_ transition: Any, from id: Navigator.Scene.ID) -> Receipt? {
        guard let context = runtime[id] else { return nil }
        return engine.dispatchToScenes("The transition \(transition)") { _ = context.follow(transition, in: $0) }
    }

    /// The module of a scene: the value that it was presented with.
    package func module<M: Module>(of id: Navigator.Scene.ID, as type: M.Type) -> M? {
        (runtime[id] as? SceneContext<M>)?.module
    }
}
