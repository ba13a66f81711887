import Millrace

/// What a store knows of the scene that it belongs to. The store keeps it when the scene has been removed.
final class SceneStoreOwner<R: Reducer>: StoreOwner, SceneOwner {
    let scene: SceneReference
    /// Reduces an output in the store of the presenter.
    private let reduceOutput: ((R.Output) -> Fault?)?
    /// Notifies the listeners of an output, once it was reduced.
    private let notifyOutput: ((R.Output) -> Void)?
    /// Performs the route of a transition.
    private let route: (R.Transition, SceneTurn) -> Void

    init(
        _ scene: SceneReference, reduceOutput: ((R.Output) -> Fault?)?, notifyOutput: ((R.Output) -> Void)?,
        route: @escaping (R.Transition, SceneTurn) -> Void
    ) {
        (self.scene, self.reduceOutput, self.notifyOutput) = (scene, reduceOutput, notifyOutput)
        self.route = route
    }

    func reduce(output: UnsafeRawPointer) -> Fault? {
        reduceOutput?(output.assumingMemoryBound(to: R.Output.self).pointee) ?? nil
    }

    func receive(output: UnsafeRawPointer) {
        notifyOutput?(output.assumingMemoryBound(to: R.Output.self).pointee)
    }

    func follow(transition: UnsafeRawPointer, scope: Int32) {
        guard let engine = scene.runtime?.engine else { return }
        route(
            transition.assumingMemoryBound(to: R.Transition.self).pointee, SceneTurn(on: engine, scope: scope))
    }
}

/// An owner of stores that is a scene.
protocol SceneOwner: AnyObject {
    var scene: SceneReference { get }
}

/// A scene that may have been removed.
struct SceneReference {
    let id: Navigator.Scene.ID
    /// `nil` if the window has gone.
    weak var runtime: SceneRuntime?

    /// The scene on a port of this one.
    func context(on port: PortName) -> (any AnySceneContext)? { runtime?.context(on: port, of: id) }
}
