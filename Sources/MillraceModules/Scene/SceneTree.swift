import Millrace

/// All that is on the screen of one window, as a value: the root, stacks, modal layers, embedded scenes.
///
/// It has the position of each scene. The state of a module is in its store, ``Navigator/store(of:as:)``. Two trees are equal
/// if the same scenes stand at the same positions. Its description is an outline:
/// ```
/// Feed
///   panel: Filter
/// › Item
/// = Settings
/// ```
/// `›` was pushed on what stands above it, `=` is a modal layer, `panel:` a named place.
public struct SceneTree: Hashable, Sendable, CustomStringConvertible {
    /// Every scene, what lies lower first: those of the window, each followed by those that it embeds, then each modal layer
    /// in the same way.
    public let scenes: [Navigator.Scene]

    init(_ scenes: [Navigator.Scene] = []) { self.scenes = scenes }

    /// The scene of this id; `nil` if it is not in the tree.
    public subscript(id: Navigator.Scene.ID) -> Navigator.Scene? { scenes.first { $0.id == id } }

    /// The scenes of the window itself: its root, and what was pushed upon it. Empty if the window was closed.
    public var root: [Navigator.Scene] { stack(on: scenes.first { $0.position == .root }) }

    /// The scenes of each modal layer, the lowest layer first, each from its first to what was pushed last.
    public var modals: [[Navigator.Scene]] { scenes.filter { $0.position == .modal }.map { stack(on: $0) } }

    /// The named places of a scene in the order in which something was embedded there, each with its scenes from the first
    /// to what was pushed last.
    public func embedded(in id: Navigator.Scene.ID) -> [(place: String, scenes: [Navigator.Scene])] {
        scenes.compactMap { scene in
            if case .place(let name, id) = scene.position { (name, stack(on: scene)) } else { nil }
        }
    }

    /// What lies on top of all: the last of the highest modal layer or, where there is none, of the window.
    public var top: Navigator.Scene? { modals.last?.last ?? root.last }

    private func stack(on first: Navigator.Scene?) -> [Navigator.Scene] {
        var stack = first.map { [$0] } ?? []
        for scene in scenes where !stack.isEmpty {
            if case .above(stack[stack.count - 1].id) = scene.position { stack.append(scene) }
        }
        return stack
    }

    /// An outline, a line for each scene.
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
