import Millrace

/// A single scene or a stack of scenes: the window itself, a modal layer, or a named place of a scene.
struct SceneContainer {
    enum Kind {
        case root
        case modal
        case place(String, of: Navigator.Scene.ID)
    }

    let kind: Kind
    /// Whether scenes can be pushed upon the first one.
    let isStacked: Bool
    /// The scenes, from the first to the one that was pushed last. Only the end is removed, so each keeps its index.
    var scenes: [Navigator.Scene.ID] = []

    /// The scene that embeds the container.
    var host: Navigator.Scene.ID? {
        if case .place(_, let host) = kind { host } else { nil }
    }

    var isModal: Bool {
        if case .modal = kind { true } else { false }
    }

    /// The scene that was pushed upon the one at `index`.
    func scene(above index: Int) -> Navigator.Scene.ID? { index + 1 < scenes.count ? scenes[index + 1] : nil }
}
