import Millrace

/// The route operation that presented a scene, by which it can be restored.
struct SceneOrigin {
    let transition: Any
    /// The index of the operation among those of the transition's route that present a scene with a presenter.
    let number: Int
}

/// A scene in a layout, with its relations to others.
///
/// A stack is a list of scenes, each linked to the one that was pushed on it. A scene that cannot have others pushed on it is
/// the only one of its stack.
struct PlacedScene {
    let scene: Navigator.Scene
    let port: PortName?
    /// `nil` if it has no presenter.
    let origin: SceneOrigin?
    /// The first scene of its stack.
    let bottom: Navigator.Scene.ID
    /// The last scene of its stack, if it is the first one.
    var top: Navigator.Scene.ID
    /// The scene that was pushed on it.
    var above: Navigator.Scene.ID?
    /// The first scene at each of its named places.
    var places: [String: Navigator.Scene.ID] = [:]
    /// The scenes that it presented, showed or embedded, by their ports.
    private(set) var childrenByPort: [PortName?: Set<Navigator.Scene.ID>] = [:]

    var isBottom: Bool { bottom == scene.id }
    var children: some Sequence<Navigator.Scene.ID> { childrenByPort.values.joined() }

    mutating func addChild(_ child: PlacedScene) { childrenByPort[child.port, default: []].insert(child.scene.id) }

    mutating func removeChild(_ child: PlacedScene) {
        childrenByPort[child.port]?.remove(child.scene.id)
        if childrenByPort[child.port]?.isEmpty == true { childrenByPort[child.port] = nil }
    }
}
