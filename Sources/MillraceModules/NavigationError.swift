import Millrace

/// Why an operation does not fit where a scene stands.
enum NavigationError: Error, Equatable {
    case sceneRemoved
    case noModalLayer
    case notEmbedded
    case emptyPlace(String)
    case noStack
    case bottomOfStack
    case rootOfWindow
    case emptyPort(PortName)

    /// The reason, in the words of a fault.
    var reason: String {
        switch self {
        case .sceneRemoved: "it has gone"
        case .noModalLayer: "it stands in no modal layer"
        case .notEmbedded: "it is not embedded"
        case .emptyPlace(let place): "nothing is embedded at its place \"\(place)\""
        case .noStack: "it stands in no stack"
        case .bottomOfStack: "it stands at the bottom of its stack"
        case .rootOfWindow: "it is the root of the window"
        case .emptyPort(let port): "nobody is on its port \"\(port)\""
        }
    }
}
