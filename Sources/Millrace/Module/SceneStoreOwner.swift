/// What a store knows of the scene that it belongs to. The store keeps it when the scene has been removed.
final class SceneStoreOwner<R: Reducer> {
    let scene: SceneReference
    /// Reduces an output in the store of the presenter.
    let reduceOutput: ((R.Output) -> Void)?
    /// Notifies the listeners of an output, once it was reduced.
    let notifyOutput: ((R.Output) -> Void)?
    /// Performs the route of a transition.
    let route: (R.Transition, SceneTurn) -> Void

    init(
        _ scene: SceneReference, reduceOutput: ((R.Output) -> Void)?, notifyOutput: ((R.Output) -> Void)?,
        route: @escaping (R.Transition, SceneTurn) -> Void
    ) {
        (self.scene, self.reduceOutput, self.notifyOutput) = (scene, reduceOutput, notifyOutput)
        self.route = route
    }
}

/// A scene that may have been removed.
struct SceneReference {
    let id: Navigator.Scene.ID
    /// `nil` if the window has gone.
    weak var runtime: SceneRuntime?

    /// The scene on a port of this one.
    func context(on port: PortName) -> (any AnySceneContext)? { runtime?.context(on: port, of: id) }
}
