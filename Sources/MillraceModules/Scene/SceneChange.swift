import Millrace

/// A change of a tree.
public enum SceneChange: Hashable, Sendable {
    /// The scene was added at its position.
    case added(Navigator.Scene)
    /// The scene and its store were removed. Scenes that were embedded in it or pushed on it were removed before.
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
    /// The changes without the scenes that were added and removed again. No host could draw those, because their stores are
    /// closed.
    func withoutShortLivedScenes() -> [SceneChange] {
        if count < 2 { return self }
        let counts = Dictionary(map { ($0.id, 1) }, uniquingKeysWith: +)
        return counts.count == count ? self : filter { counts[$0.id] == 1 }
    }
}
