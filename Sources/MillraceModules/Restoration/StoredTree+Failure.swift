import Millrace

extension StoredTree {
    /// The error of storing or restoring a tree. The running tree is unchanged.
    public enum Failure: Error, CustomStringConvertible {
        /// A scene of this module cannot be stored: the named part is not `Encodable`.
        case notEncodable(String, module: String)
        /// The tree has this version of the format, which is newer than ``StoredTree/version``.
        case version(Int)
        /// No module of this name was passed to the decoder or, for the root, to ``Navigator/restore(_:roots:)``.
        case unknownModule(String)
        /// Two modules have this name.
        case sameName(String)
        /// A stored part of a scene of this module cannot be decoded as the module's current type.
        case shape(module: String, part: String, any Error)
        /// A scene refers to a presenter that is not stored before it.
        case noPresenter(Int, of: String)
        /// The router of the presenter does not present this module for the transition.
        case notPresented(String, by: String, transition: String, instead: String)
        /// The root of this module has neither a state nor a requirement.
        case noRequirement(String)
        /// Two scenes have this id.
        case sameScene(Int)
        /// Two scenes are embedded at the place of this name in the scene of this id. The second would replace the first.
        case samePlace(String, of: Int)
        /// The number of roots is not one.
        case roots(Int)

        /// The problem, its cause and the fix.
        public var description: String {
            switch self {
            case .notEncodable(let what, let module):
                "A scene of \(module) cannot be stored: \(what) is not Encodable. To fix this, make its type Codable."
            case .version(let version):
                "The tree has version \(version) of the format, and this program reads up to version "
                    + "\(StoredTree.version). To fix this, read it with a newer program."
            case .unknownModule(let name):
                "The tree has a scene of the unknown module \(name). To fix this, pass the module's type to the decoder in "
                    + "userInfo[.modules], and the root module to restore(_:roots:)."
            case .sameName(let name):
                "Two module types have the name \(name), so a stored tree cannot distinguish them. To fix this, give one of "
                    + "them its own static moduleName."
            case .shape(let module, let part, let error):
                "The stored \(part) of a scene of \(module) cannot be decoded as its current type: \(error). To fix this, make "
                    + "the type decode the old format too, or leave out the "
                    + (part == "transition" ? "scene that the transition presented." : "\(part).")
            case .noPresenter(let id, let module):
                "A scene of \(module) has the presenter \(id), but no scene before it has that id. To fix this, put "
                    + "the presenter first."
            case .notPresented(let module, let presenter, let transition, let instead):
                "The router of \(presenter) does not present \(module) for \(transition); it returns \(instead). To fix "
                    + "this, make it present \(module) for that transition again, or leave out the scene."
            case .noRequirement(let module):
                "The root, a \(module), is stored with neither its state nor its requirement. To fix this, store one of them."
            case .sameScene(let id): "Two scenes have the id \(id). To fix this, give each scene its own id."
            case .samePlace(let place, let id):
                "Two scenes are embedded at the place \"\(place)\" of scene \(id). To fix this, leave out one of them."
            case .roots(let count):
                "The tree has \(count) scenes without a presenter, not one root. To fix this, store exactly one."
            }
        }
    }
}
