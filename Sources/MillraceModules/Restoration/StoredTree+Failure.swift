import Millrace

extension StoredTree {
    /// The error of storing or restoring a tree. The running tree is unchanged.
    public enum Failure: Error, CustomStringConvertible {
        /// A scene of this module cannot be stored: the named part is not `Encodable`.
        case notEncodable(String, module: String)
        /// The tree has this version, which is newer than ``StoredTree/version``.
        case version(Int)
        /// No module of this name was given to the decoder, or to ``Navigator/restore(_:roots:)`` for the root.
        case unknownModule(String)
        /// Two modules have this name.
        case sameName(String)
        /// A stored part of a scene of this module cannot be decoded as the module's present type.
        case shape(module: String, part: String, any Error)
        /// A scene names a presenter that does not come before it.
        case noPresenter(Int, of: String)
        /// The router of the presenter does not present this module for the transition.
        case notPresented(String, by: String, transition: String, instead: String)
        /// The root of this module has neither a state nor a requirement.
        case noRequirement(String)
        /// Two scenes have this number.
        case sameScene(Int)
        /// Two scenes are stored for the place of this name. The second would replace the first.
        case samePlace(String, of: Int)
        /// There is no root, or more than one.
        case roots(Int)

        /// The problem, its cause and the fix.
        public var description: String {
            switch self {
            case .notEncodable(let what, let module):
                "A scene of \(module) cannot be stored: \(what) is not Encodable. To fix this, make it Codable."
            case .version(let version):
                "The tree was stored in version \(version), and this program reads up to \(StoredTree.version). To fix "
                    + "this, read it with the newer program."
            case .unknownModule(let name):
                "The tree has a scene of a module \(name), which is not known. To fix this, give it to the decoder in "
                    + "userInfo[.modules], and the root's to restore(_:roots:)."
            case .sameName(let name):
                "Two types of modules are called \(name), so a stored tree cannot tell them apart. To fix this, give one of them a "
                    + "static moduleName of its own."
            case .shape(let module, let part, let error):
                "The stored \(part) of a scene of \(module) is of another shape than today's: \(error). To fix this, have "
                    + "the module read the older shape too, or leave the "
                    + (part == "transition" ? "scene that came by it out." : "\(part) out.")
            case .noPresenter(let id, let module):
                "A scene of \(module) says that scene \(id) presents it, which does not come before it. To fix this, put "
                    + "the presenter first."
            case .notPresented(let module, let presenter, let transition, let instead):
                "The router of \(presenter) makes of \(transition) \(instead), and no scene of \(module). To fix this, "
                    + "have it present \(module) for that transition again, or leave the scene out."
            case .noRequirement(let module):
                "The root, a \(module), is stored with neither its state nor what it requires. To fix this, write one of them."
            case .sameScene(let id): "Two scenes are stored as number \(id). To fix this, give each its own."
            case .samePlace(let place, let id):
                "Two scenes are stored for the place \"\(place)\" of scene \(id). To fix this, leave one of them out."
            case .roots(let count): "A tree has one scene without a presenter, its root; this one has \(count)."
            }
        }
    }
}
