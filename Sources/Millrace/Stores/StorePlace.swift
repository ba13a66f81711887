/// The place of a store's scene in its window, as the owner of the store describes it.
package struct StorePlace: Hashable, Sendable {
    /// The position, in relation to the scenes of other stores.
    package enum Position: Hashable, Sendable {
        /// The scene is the root of the window.
        case root
        /// The scene is the first of a modal layer.
        case modal
        /// The scene was pushed on the scene of the store with this number.
        case above(UInt64)
        /// The scene is embedded at a named place of the scene of the store with this number.
        case embedded(at: String, in: UInt64)
    }

    /// The number of the window, which is unique in its engine.
    package let window: UInt64
    package let position: Position

    package init(window: UInt64, position: Position) { (self.window, self.position) = (window, position) }
}
