import Millrace

/// Why an operation does not fit the position of a scene.
struct NavigationError: Error, Equatable {
    /// A main clause for a fault.
    let reason: String

    static let sceneRemoved = NavigationError(reason: "it was removed")
    static let noModalLayer = NavigationError(reason: "it is in no modal layer")
    static let notEmbedded = NavigationError(reason: "it is not embedded")
    static let noStack = NavigationError(reason: "it is in no stack")
    static let bottomOfStack = NavigationError(reason: "it is the first of its stack")
    static let rootOfWindow = NavigationError(reason: "it is the root of the window")
    static func emptyPlace(_ place: String) -> NavigationError {
        NavigationError(reason: "nothing is embedded at its place \"\(place)\"")
    }
    static func emptyPort(_ port: PortName) -> NavigationError {
        NavigationError(reason: "no scene is on its port \"\(port)\"")
    }
}
