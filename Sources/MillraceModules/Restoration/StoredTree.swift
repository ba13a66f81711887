import Millrace

/// A tree of scenes that can be encoded and decoded: a session to restore, or a deep link.
///
/// Every scene except the root is stored as the transition that presented it. A restoration passes that transition to the
/// presenter's router again. A scene's state is stored if it is `Codable`. Otherwise the module creates the state from the
/// requirement. The root is stored with its
/// requirement.
/// ```swift
/// let data = try JSONEncoder().encode(navigator.stored())
/// …
/// let decoder = JSONDecoder()
/// decoder.userInfo[.modules] = [Feed.self, Item.self] as [any Module.Type]
/// try navigator.restore(decoder.decode(StoredTree.self, from: data), roots: Feed())
/// ```
/// A deep link can be written by hand. A scene without a stored state starts with its requirement:
/// ```json
/// {"version": 1, "scenes": [
///     {"id": 1, "module": "Feed", "stacked": true},
///     {"id": 2, "module": "Item", "presenter": 1, "transition": {"item": {"_0": 3}}}]}
/// ```
public struct StoredTree {
    /// The version of the encoded format. Decoding a newer version throws ``Failure/version(_:)``.
    public static let version = 1

    /// One stored scene.
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

    /// Whether the tree has no scenes.
    public var isEmpty: Bool { entries.isEmpty }

    /// The transitions that presented the scenes, in the order in which the scenes were added. A root has none.
    ///
    /// A middleware reads them to decide about a ``Navigator/Request/restore(_:)``, which sends no transition.
    public var transitions: [Any] { entries.compactMap { $0.origin?.transition } }
}
