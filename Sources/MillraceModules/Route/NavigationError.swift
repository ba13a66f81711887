import Millrace

/// The reason why an operation does not apply to the position of a scene.
struct NavigationError: Error, Equatable {
    /// The end of a sentence that begins with "its scene".
    let reason: String

    static let sceneRemoved = NavigationError(reason: "was removed")
    static let noModalLayer = NavigationError(reason: "is in no modal layer")
    static let notEmbedded = NavigationError(reason: "is not embedded")
    static let noStack = NavigationError(reason: "is in no stack")
    static let bottomOfStack = NavigationError(reason: "is the first of its stack")
    static let rootOfWindow = NavigationError(reason: "is the root of the window")
    static func emptyPlace(_ place: String) -> NavigationError { .init(reason: "has nothing embedded at \"\(place)\"") }
    static func emptyPort(_ port: PortName) -> NavigationError { .init(reason: "has nothing on its port \"\(port)\"") }
}
