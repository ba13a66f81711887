import Millrace

/// The route operation that presented a scene. A restoration performs the same operation again.
struct SceneOrigin {
    let transition: Any
    /// The operation's index among the `present`, `show` and `embed` operations of the transition's route.
    let number: Int
}

/// A scene in a layout, with its relations to other scenes.
///
/// A stack is a list of scenes, each linked to the scene that was pushed on it. A scene on which no scene can be pushed is a
/// stack of its own.
struct PlacedScene {
    typealias ID = Navigator.Scene.ID

    let scene: Navigator.Scene
    /// The operation that presented the scene; `nil` if the scene has no presenter.
    var origin: SceneOrigin?
    /// The scene's store and module; `nil` in a layout without a window.
    var context: SceneContext?
    /// The first scene of its stack.
    let bottom: ID
    /// The last scene of its stack. Only valid in the first scene of a stack.
    var top: ID
    /// The scene that was pushed on this scene.
    var above: ID?
    /// The first scene at each of its named places.
    var places: [String: ID] = [:]
    /// The scenes that this scene presented, showed or embedded, by their ports, oldest first.
    var childrenByPort: [PortName?: [ID]] = [:]
    /// Whether the scene was removed, and only its place in the array is left.
    var isRemoved = false

    /// Whether no other scene is removed with it.
    var isAlone: Bool { above == nil && childrenByPort.isEmpty }
    var children: some Sequence<ID> { childrenByPort.values.joined() }

    mutating func addChild(_ id: ID, on port: PortName?) { childrenByPort[port, default: []].append(id) }

    mutating func removeChild(_ id: ID, on port: PortName?) {
        guard let children = childrenByPort[port], children.count > 1 else { return childrenByPort[port] = nil }
        childrenByPort[port]?.remove(at: countBefore(among: children.count) { children[$0] < id })
    }

    mutating func clear() { (isRemoved, origin, context, places, childrenByPort) = (true, nil, nil, [:], [:]) }
}
