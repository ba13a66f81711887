/// A scene of a window, as it is stored: how it was presented. Its state is stored beside it.
package struct SceneRecord: Codable, Equatable, Sendable {
    /// An operation of a route that presented a scene.
    package struct Step: Codable, Equatable, Sendable {
        /// The transition, as JSON.
        package let transition: String
        /// The index among the operations of the route that replace the root, or among those that present beside it.
        package let number: Int
        package let isReplacement: Bool
        /// The name of the module that was presented.
        package let module: String
    }

    /// The number of the scene.
    package let id: UInt64
    /// The name of the module.
    package let module: String
    /// The number of the scene that presented it; `nil` for the root.
    package let presenter: UInt64?
    /// The operation that presented it. For the root, those that lead to it from the first root of the window.
    package let steps: [Step]
    /// Why the scene cannot be loaded; `nil` if it can.
    package let problem: String?

    /// The key of its state, and of its work.
    package var store: String { "\(module)#\(id)" }
}
