import Millrace

/// A change of a tree.
public enum SceneChange: Hashable, Sendable {
    /// The scene was added at its position.
    case added(Navigator.Scene)
    /// The scene was removed, and its store with it. Scenes that stood in it or upon it were removed before.
    case removed(Navigator.Scene.ID)

    /// The scene that changed.
    public var id: Navigator.Scene.ID {
        switch self {
        case .added(let scene): scene.id
        case .removed(let id): id
        }
    }
}

extension [SceneChange] {
    /// The changes without scenes that were added and removed again: no host could draw them, as their stores have gone.
    func withoutShortLivedScenes() -> [SceneChange] {
        if count < 2 { return self }
        let counts = Dictionary(map { ($0.id, 1) }, uniquingKeysWith: +)
        return counts.count == count ? self : filter { counts[$0.id] == 1 }
    }
}
