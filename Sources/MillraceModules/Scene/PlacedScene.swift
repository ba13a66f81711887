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
    typealias ID = Navigator.Scene.ID

    let scene: Navigator.Scene
    /// `nil` if it has no presenter.
    var origin: SceneOrigin?
    /// Its store and module; `nil` in a layout alone.
    var context: SceneContext?
    /// The first scene of its stack.
    let bottom: ID
    /// The last scene of its stack, if it is the first one.
    var top: ID
    /// The scene that was pushed on it.
    var above: ID?
    /// The first scene at each of its named places.
    var places: [String: ID] = [:]
    /// The scenes that it presented, showed or embedded, by their ports, oldest first.
    var childrenByPort: [PortName?: [ID]] = [:]
    /// Whether it was removed, and only its place is left.
    var isRemoved = false

    /// Whether no other scene is removed with it.
    var isAlone: Bool { above == nil && childrenByPort.isEmpty }
    var port: PortName? { scene.port.map { PortName(name: $0, moduleType: scene.moduleType) } }
    var children: some Sequence<ID> { childrenByPort.values.joined() }

    mutating func addChild(_ id: ID, on port: PortName?) { childrenByPort[port, default: []].append(id) }

    mutating func removeChild(_ id: ID, on port: PortName?) {
        guard let children = childrenByPort[port], children.count > 1 else { return childrenByPort[port] = nil }
        childrenByPort[port]?.remove(at: countBefore(among: children.count) { children[$0] < id })
    }

    mutating func clear() { (isRemoved, origin, context, places, childrenByPort) = (true, nil, nil, [:], [:]) }
}
