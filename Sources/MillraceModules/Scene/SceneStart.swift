/// How a scene starts.
@usableFromInline enum SceneStart {
    /// The scene is new. Its module starts.
    case new
    /// The scene was restored with a stored state. Its module resumes the lost work.
    case restored
    /// The scene was loaded, and no work of it was lost.
    case loaded
}
