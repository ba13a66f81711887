import Millrace

/// A tree as it can be written down: a session to go on with, or a deep link.
///
/// Each scene but the root is stored as the transition by which it came, so restoring it asks the same router again; its
/// state is stored where it is `Codable`, else it is made anew of what it requires. Of the root, what it requires is stored too.
/// ```swift
/// let data = try JSONEncoder().encode(navigator.stored())
/// …
/// let decoder = JSONDecoder()
/// decoder.userInfo[.modules] = [Feed.self, Item.self] as [any Module.Type]
/// try navigator.restore(decoder.decode(StoredTree.self, from: data), roots: Feed())
/// ```
/// Written by hand it is a deep link; what a scene knows may be left out, and it begins with what it requires:
/// ```json
/// {"version": 1, "scenes": [
///     {"id": 1, "module": "Feed", "stacked": true},
///     {"id": 2, "module": "Item", "presenter": 1, "transition": {"item": {"_0": 3}}}]}
/// ```
public struct StoredTree {
    /// The shape that is written. One that is newer is not read.
    public static let version = 1

    /// Why a tree cannot be stored or restored. The tree that runs is as it was.
    public enum Failure: Error, CustomStringConvertible {
        /// What is named is not `Encodable`, so the scene of this module cannot be stored.
        case notEncodable(String, module: String)
        /// The tree was written in a shape of this version, which is newer than the one that is known.
        case version(Int)
        /// No module of this name was given to the decoder, or to ``Navigator/restore(_:roots:)`` for the root.
        case unknownModule(String)
        /// Two modules have this name: of those that were given to the decoder, or one of them and one that is presented.
        case sameName(String)
        /// What is stored of a scene of this module is of another shape than the module's now.
        case shape(module: String, part: String, any Error)
        /// A scene names a presenter that does not come before it.
        case noPresenter(Int, of: String)
        /// The router of the presenter makes of the transition something else than a scene of this module.
        case notPresented(String, by: String, transition: String, instead: String)
        /// The root of this module has neither a state nor what it requires.
        case noRequirement(String)
        /// Two scenes have this number.
        case sameScene(Int)
        /// Two scenes come to the place of this name, so the second would take the first away.
        case samePlace(String, of: Int)
        /// There is no root, or more than one.
        case roots(Int)

        /// A sentence, and what to do.
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

    /// One scene, as it is stored.
    struct Entry {
        let id: Int
        let type: any Module.Type
        var module: String { type.moduleName }
        var isStacked = false
        var presenter: Int?
        /// By what it came, and which of that transition's ways in it is; `nil` for the root.
        var transition: Any?
        var number = 0
        /// What the root requires.
        var requirement: Any?
        var state: Any?
    }

    /// The scenes, in the order in which they began.
    let entries: [Entry]
}

extension CodingUserInfoKey {
    /// The types of the modules that a stored tree may name, for the decoder: `[any Module.Type]`.
    public static let modules = CodingUserInfoKey(rawValue: "Millrace.modules").unsafelyUnwrapped
}

extension StoredTree: Codable {
    private enum Key: String, CodingKey { case version, scenes }
    private enum SceneKey: String, CodingKey {
        case id, module, stacked, presenter, transition, number, requirement, state
    }

    /// Writes it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.version, forKey: .version)
        var scenes = container.nestedUnkeyedContainer(forKey: .scenes)
        for entry in entries {
            var scene = scenes.nestedContainer(keyedBy: SceneKey.self)
            try scene.encode(entry.id, forKey: .id)
            try scene.encode(entry.module, forKey: .module)
            if entry.isStacked { try scene.encode(true, forKey: .stacked) }
            try scene.encodeIfPresent(entry.presenter, forKey: .presenter)
            if entry.number > 0 { try scene.encode(entry.number, forKey: .number) }
            for (key, part) in [
                (SceneKey.transition, entry.transition), (.requirement, entry.requirement), (.state, entry.state),
            ] {
                if let part = part as? any Encodable { try scene.encode(part, forKey: key) }
            }
        }
    }

    /// Reads it, with the modules that `userInfo[.modules]` names.
    ///
    /// - Throws: ``Failure``, and what the decoder throws where it is no stored tree at all.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let version = try container.decode(Int.self, forKey: .version)
        if version > Self.version { throw Failure.version(version) }
        let known = decoder.userInfo[.modules] as? [any Module.Type] ?? []
        var types: [String: any Module.Type] = [:]
        for type in known {
            if let other = types.updateValue(type, forKey: type.moduleName), other != type {
                throw Failure.sameName(type.moduleName)
            }
        }
        var scenes = try container.nestedUnkeyedContainer(forKey: .scenes)
        var entries: [Entry] = []
        var before: [Int: any Module.Type] = [:]
        while !scenes.isAtEnd {
            let entry = try Self.entry(scenes.nestedContainer(keyedBy: SceneKey.self), types, before)
            before[entry.id] = entry.type
            entries.append(entry)
        }
        self.entries = entries
    }

    private static func entry(
        _ scene: KeyedDecodingContainer<SceneKey>, _ types: [String: any Module.Type],
        _ before: [Int: any Module.Type]
    ) throws -> Entry {
        let name = try scene.decode(String.self, forKey: .module)
        guard let type = types[name] else { throw Failure.unknownModule(name) }
        var entry = Entry(id: try scene.decode(Int.self, forKey: .id), type: type)
        entry.isStacked = try scene.decodeIfPresent(Bool.self, forKey: .stacked) ?? false
        entry.presenter = try scene.decodeIfPresent(Int.self, forKey: .presenter)
        entry.number = try scene.decodeIfPresent(Int.self, forKey: .number) ?? 0
        entry.state = try part(type.parts.state, .state, of: scene, name)
        guard let presenter = entry.presenter else {
            entry.requirement = try part(type.parts.requirement, .requirement, of: scene, name)
            return entry
        }
        guard let other = before[presenter] else { throw Failure.noPresenter(presenter, of: name) }
        entry.transition = try part(other.parts.transition, .transition, of: scene, other.moduleName)
        return entry
    }

    /// Reads one part of a scene, if it is there and its type can be read.
    private static func part(
        _ type: Any.Type, _ key: SceneKey, of scene: KeyedDecodingContainer<SceneKey>, _ module: String
    ) throws -> Any? {
        guard let type = type as? any Decodable.Type, scene.contains(key) else { return nil }
        do {
            return try scene.decode(type, forKey: key)
        } catch {
            throw Failure.shape(module: module, part: key.rawValue, error)
        }
    }
}

extension Module {
    /// The types of what is stored of its scenes.
    fileprivate static var parts: (state: Any.Type, requirement: Any.Type, transition: Any.Type) {
        (State.self, Requirement.self, Transition.self)
    }
}
