import Millrace

/// Everything on the screen of one window, as a value: the root, stacks, modal layers and embedded scenes.
///
/// The tree contains the position of each scene. The state of a module is in its store; see ``Navigator/store(of:as:)``. Two
/// trees are equal if the same scenes have the same positions. The description of a tree is an outline:
/// ```
/// Feed
///   panel: Filter
/// › Item
/// = Settings
/// ```
/// `›` marks a scene that was pushed on the scene of a line above, `=` a modal layer, and `panel:` a named place.
public struct SceneTree: Hashable, Sendable, CustomStringConvertible {
    /// Every scene, from bottom to top: first the scenes of the window, each followed by the scenes that it embeds, then each
    /// modal layer in the same way.
    public let scenes: [Navigator.Scene]

    /// Creates a tree, for a host that draws scenes without a navigator.
    ///
    /// - Parameter scenes: The scenes, in the order of ``scenes``. Defaults to none.
    public init(_ scenes: [Navigator.Scene] = []) { self.scenes = scenes }

    /// The scene with this id; `nil` if it is not in the tree.
    public subscript(id: Navigator.Scene.ID) -> Navigator.Scene? { scenes.first { $0.id == id } }

    /// The root of the window and the scenes that were pushed on it, in order. Empty if the window was closed.
    public var root: [Navigator.Scene] { stack(on: scenes.first { $0.position == .root }) }

    /// The scenes of each modal layer, the lowest layer first. The scenes of a layer are in the order in which they were
    /// pushed.
    public var modals: [[Navigator.Scene]] { scenes.filter { $0.position == .modal }.map { stack(on: $0) } }

    /// Returns the named places of a scene, in the order in which their scenes were embedded. The scenes of a place are in the
    /// order in which they were pushed.
    public func embedded(in id: Navigator.Scene.ID) -> [(place: String, scenes: [Navigator.Scene])] {
        scenes.compactMap { scene in
            if case .place(let name, id) = scene.position { (name, stack(on: scene)) } else { nil }
        }
    }

    /// The topmost scene: the last of the highest modal layer or, if there is none, of the window. `nil` if the tree is empty.
    public var top: Navigator.Scene? { modals.last?.last ?? root.last }

    private func stack(on first: Navigator.Scene?) -> [Navigator.Scene] {
        scenes.reduce(into: first.map { [$0] } ?? []) { stack, scene in
            if case .above(stack.last?.id) = scene.position { stack.append(scene) }
        }
    }

    /// An outline with a line for each scene.
    public var description: String {
        var depths: [Navigator.Scene.ID: Int] = [:]
        return scenes.map { scene in
            let (depth, mark) =
                switch scene.position {
                case .root: (0, "")
                case .modal: (0, "= ")
                case .place(let name, let host): ((depths[host] ?? 0) + 1, "\(name): ")
                case .above(let lower): (depths[lower] ?? 0, "› ")
                }
            depths[scene.id] = depth
            return String(repeating: "  ", count: depth) + mark + scene.module
        }.joined(separator: "\n")
    }
}
