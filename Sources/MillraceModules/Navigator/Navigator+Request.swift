import Millrace

extension Navigator {
    /// A request to change the tree, sent by a host for the user, or by the application.
    ///
    /// A request passes the middleware as a message of the kind ``Message/Kind/request``. In its turn, the navigator changes
    /// the tree or refuses the request.
    public enum Request: CustomStringConvertible {
        /// The user goes back from the scene. The scene is removed from its stack, with everything that was pushed on it.
        case back(from: Navigator.Scene.ID)
        /// The user dismisses the modal layer that contains the scene.
        case dismiss(Navigator.Scene.ID)
        /// The user closes the window.
        case closeWindow
        /// The application presents a module that belongs to the window and to no scene. `replace` presents it as a new root,
        /// `present` as a modal layer, and `show` pushes it on the window's own stack. Other operations are refused.
        case present(RouteOperation)
        /// The application removes a scene without asking its module.
        case remove(Navigator.Scene.ID)
        /// The application closes the window without asking its modules.
        case removeAll
        /// The application restores a stored tree. Send it with ``Navigator/restore(_:roots:)``, which knows the possible
        /// roots. With ``Navigator/request(_:)``, there are no possible roots, so a tree with a root fails with
        /// ``StoredTree/Failure``.
        case restore(StoredTree)

        /// The scene of the request; `nil` if it has none.
        var scene: Scene.ID? {
            switch self {
            case .back(let id), .dismiss(let id), .remove(let id): id
            default: nil
            }
        }

        /// The name of the request and its scene.
        public var description: String {
            switch self {
            case .back(let id): "back from \(id)"
            case .dismiss(let id): "dismiss \(id)"
            case .closeWindow: "close the window"
            case .present(let operation): "\(operation)"
            case .remove(let id): "remove \(id)"
            case .removeAll: "remove all"
            case .restore(let tree): "restore \(tree.entries.count) scenes"
            }
        }
    }

    /// The error of a request that did not change the tree. It is not a fault, because the user may use a scene that was just
    /// removed.
    public struct RequestError: Error, Hashable, CustomStringConvertible {
        /// The reason why a request did not change the tree.
        public enum Reason: Hashable, Sendable {
            /// The scene was removed, the window was closed, or the navigator was released.
            case removed
            /// The request does not apply to the position of the scene. For example, there is no scene below it, or no modal
            /// layer to dismiss.
            case notApplicable
            /// The module of this scene does not let the user leave, or processes an action instead.
            case refused(by: Navigator.Scene)
        }

        /// The reason.
        public let reason: Reason

        /// The reason as a sentence.
        public var description: String {
            switch reason {
            case .removed: "The scene was removed, or the window was closed."
            case .notApplicable: "The request does not apply to the position of the scene."
            case .refused(let scene): "The scene \(scene) refused the request, or processes an action instead."
            }
        }
    }
}
