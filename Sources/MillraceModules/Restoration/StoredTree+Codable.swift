import Millrace

extension CodingUserInfoKey {
    /// The key for the module types that a decoder may find in a stored tree: `[any Module.Type]`.
    public static let modules = CodingUserInfoKey(rawValue: "Millrace.modules").unsafelyUnwrapped
}

extension StoredTree: Codable {
    private enum Key: String, CodingKey { case version, scenes }
    private enum SceneKey: String, CodingKey {
        case id, module, stacked, presenter, transition, number, requirement, state
    }

    /// Encodes the scenes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.version, forKey: .version)
        var scenes = container.nestedUnkeyedContainer(forKey: .scenes)
        for entry in entries {
            var scene = scenes.nestedContainer(keyedBy: SceneKey.self)
            try scene.encode(entry.id, forKey: .id)
            try scene.encode(entry.module, forKey: .module)
            try scene.encodeIfPresent(entry.isStacked ? true : nil, forKey: .stacked)
            try scene.encodeIfPresent(entry.presenter, forKey: .presenter)
            try scene.encodeIfPresent(entry.origin?.number == 0 ? nil : entry.origin?.number, forKey: .number)
            let parts: [(SceneKey, Any?)] = [
                (.transition, entry.origin?.transition), (.requirement, entry.requirement), (.state, entry.state),
            ]
            for case (let key, let part as any Encodable) in parts { try scene.encode(part, forKey: key) }
        }
    }

    /// Decodes the scenes, with the modules of `userInfo[.modules]`.
    ///
    /// - Throws: ``Failure``, or the decoder's error if the data is not a stored tree.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let version = try container.decode(Int.self, forKey: .version)
        if version > Self.version { throw Failure.version(version) }
        var types: [String: any Module.Type] = [:]
        for type in decoder.userInfo[.modules] as? [any Module.Type] ?? [] {
            if let other = types.updateValue(type, forKey: type.moduleName), other != type {
                throw Failure.sameName(type.moduleName)
            }
        }
        var scenes = try container.nestedUnkeyedContainer(forKey: .scenes)
        var entries: [Entry] = []
        var modules: [Int: any Module.Type] = [:]
        while !scenes.isAtEnd {
            let entry = try Self.entry(scenes.nestedContainer(keyedBy: SceneKey.self), types, presenters: modules)
            modules[entry.id] = entry.type
            entries.append(entry)
        }
        self.entries = entries
    }

    private static func entry(
        _ scene: KeyedDecodingContainer<SceneKey>, _ types: [String: any Module.Type],
        presenters: [Int: any Module.Type]
    ) throws -> Entry {
        /// Decodes a part of the scene. Returns `nil` if the part is missing or its type is not `Decodable`.
        func part(_ key: SceneKey, as type: Any.Type, _ module: any Module.Type) throws -> Any? {
            guard let type = type as? any Decodable.Type, scene.contains(key) else { return nil }
            do {
                return try scene.decode(type, forKey: key)
            } catch {
                throw Failure.shape(module: module.moduleName, part: key.rawValue, error)
            }
        }
        let name = try scene.decode(String.self, forKey: .module)
        guard let type = types[name] else { throw Failure.unknownModule(name) }
        var entry = Entry(id: try scene.decode(Int.self, forKey: .id), type: type)
        entry.isStacked = try scene.decodeIfPresent(Bool.self, forKey: .stacked) ?? false
        entry.presenter = try scene.decodeIfPresent(Int.self, forKey: .presenter)
        let number = try scene.decodeIfPresent(Int.self, forKey: .number) ?? 0
        entry.state = try part(.state, as: type.parts.state, type)
        if let presenter = entry.presenter {
            guard let module = presenters[presenter] else { throw Failure.noPresenter(presenter, of: name) }
            let transition = try part(.transition, as: module.parts.transition, module)
            entry.origin = transition.map { SceneOrigin(transition: $0, number: number) }
        } else {
            entry.requirement = try part(.requirement, as: type.parts.requirement, type)
        }
        return entry
    }
}
