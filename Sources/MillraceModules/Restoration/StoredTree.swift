import Millrace

/// A tree that can be encoded: a session to restore, or a deep link.
///
/// Each scene but the root is stored as the transition that presented it. A restoration calls the same router again. The state
/// is stored if it is `Codable`; else the module creates it from its requirement. The root is stored with its requirement.
/// ```swift
/// let data = try JSONEncoder().encode(navigator.stored())
/// …
/// let decoder = JSONDecoder()
/// decoder.userInfo[.modules] = [Feed.self, Item.self] as [any Module.Type]
/// try navigator.restore(decoder.decode(StoredTree.self, from: data), roots: Feed())
/// ```
/// A deep link can be written by hand. A scene without a state starts with its requirement:
/// ```json
/// {"version": 1, "scenes": [
///     {"id": 1, "module": "Feed", "stacked": true},
///     {"id": 2, "module": "Item", "presenter": 1, "transition": {"item": {"_0": 3}}}]}
/// ```
public struct StoredTree {
    /// The version of the encoded form. A newer version is not decoded.
    public static let version = 1

    /// One scene, as it is stored.
    struct Entry {
        let id: Int
        let type: any Module.Type
        var module: String { type.moduleName }
        var isStacked = false
        var presenter: Int?
        /// `nil` for the root.
        var origin: SceneOrigin?
        /// `nil` for a scene with a presenter.
        var requirement: Any?
        var state: Any?
    }

    /// The scenes, in the order in which they were added.
    let entries: [Entry]

    /// Whether it has no scenes.
    package var isEmpty: Bool { entries.isEmpty }
}
