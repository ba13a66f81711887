import Millrace

/// The route operation that presented a scene, by which it can be restored.
struct SceneOrigin {
    let transition: Any
    /// The index of the operation among those of the transition's route that present a scene with a presenter.
    let number: Int
}

/// A scene in a layout, with its relations to others.
struct PlacedScene {
    let scene: Navigator.Scene
    let port: PortName?
    /// `nil` if it has no presenter.
    let origin: SceneOrigin?
    /// The first scene of its container.
    let container: Navigator.Scene.ID
    /// Its index in the container.
    let index: Int
    /// The containers embedded in it.
    private(set) var places: [String: Navigator.Scene.ID] = [:]
    /// The scenes that it presented, showed or embedded.
    private(set) var children: Set<Navigator.Scene.ID> = []
    /// Those of them that have a port, the newest last.
    private(set) var ports: [PortName: [Navigator.Scene.ID]] = [:]

    init(
        _ scene: Navigator.Scene, port: PortName?, origin: SceneOrigin?, container: Navigator.Scene.ID, index: Int
    ) {
        (self.scene, self.port, self.origin) = (scene, port, origin)
        (self.container, self.index) = (container, index)
    }

    mutating func addChild(_ child: Navigator.Scene.ID, port: PortName?) {
        children.insert(child)
        if let port { ports[port, default: []].append(child) }
    }

    mutating func removeChild(_ child: Navigator.Scene.ID, port: PortName?) {
        children.remove(child)
        // Most often it is the newest.
        guard let port, let index = ports[port]?.lastIndex(of: child) else { return }
        ports[port]?.remove(at: index)
        if ports[port]?.isEmpty == true { ports[port] = nil }
    }

    mutating func setContainer(_ container: Navigator.Scene.ID?, at place: String) { places[place] = container }
}
