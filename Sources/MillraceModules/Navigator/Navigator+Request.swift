import Millrace

extension Navigator {
    /// A request of the person, through a host, or of the application. It passes the middleware as a message of the kind
    /// ``Message/Kind/request``, and the tree decides in its turn.
    public enum Request: CustomStringConvertible {
        /// The person goes back from the scene: it is removed from its stack.
        case back(from: Navigator.Scene.ID)
        /// The person dismisses the modal layer that the scene stands in.
        case dismiss(Navigator.Scene.ID)
        /// The person closes the window.
        case closeWindow
        /// The application presents a module that belongs to the window and to no scene: as a new root, as a modal layer or, by
        /// `show`, upon the window's own stack. Other operations are refused.
        case present(RouteOperation)
        /// The application removes a scene without asking its module.
        case remove(Navigator.Scene.ID)
        /// The application closes the window without asking its modules.
        case removeAll
        /// The application restores a stored tree, by ``Navigator/restore(_:roots:)``, which has the possible roots. Sent by itself
        /// it has none, and a tree with a root fails with ``StoredTree/Failure``.
        case restore(StoredTree)

        /// The request and its scene.
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

    /// Why a request did not change the tree. Not a fault: the person may use what has just been removed.
    public struct RequestError: Error, Hashable, CustomStringConvertible {
        /// Why a request did not change the tree.
        public enum Reason: Hashable, Sendable {
            /// The scene was removed, the window was closed, or the navigator was released.
            case removed
            /// There is nothing under the scene to go back to, or no modal layer to dismiss.
            case notApplicable
            /// The module of this scene does not let the person leave, or does something else first.
            case refused(by: Navigator.Scene)
        }

        /// The reason.
        public let reason: Reason

        /// A sentence.
        public var description: String {
            switch reason {
            case .removed: "The scene was removed, or the window was closed."
            case .notApplicable: "The request does not apply to the position of the scene."
            case .refused(let scene): "The scene \(scene) refused the request, or does something else first."
            }
        }
    }
}
