import Millrace

/// A tree as it can be written down: a session to go on with, or a deep link.
///
/// Each scene but the root is stored as the transition by which it came, so restoring it asks the same router again; its
/// state is stored where it is `Codable`, else it is made anew of what it requires. Of the root, what it requires is stored too.
/// ```swift
/// let data = try JSONEncoder().encode(navigator.stored())
/// …
/// let decoder = JSONDecoder()
/// decoder.userInfo[.modules] = [Feed.self, Item.self] as [any Module.Type]
/// try navigator.restore(decoder.decode(StoredTree.self, from: data), roots: Feed())
/// ```
/// Written by hand it is a deep link; what a scene knows may be left out, and it begins with what it requires:
/// ```json
/// {"version": 1, "scenes": [
///     {"id": 1, "module": "Feed", "stacked": true},
///     {"id": 2, "module": "Item", "presenter": 1, "transition": {"item": {"_0": 3}}}]}
/// ```
public struct StoredTree {
    /// The shape that is written. One that is newer is not read.
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
