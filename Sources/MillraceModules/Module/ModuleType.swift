import Millrace

/// The type of a module, as a key.
struct ModuleType: Hashable {
    let type: any Module.Type

    static func == (one: ModuleType, other: ModuleType) -> Bool { one.type == other.type }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

extension Module {
    /// The types of the stored parts of the module's scenes.
    static var parts: (state: Any.Type, requirement: Any.Type, transition: Any.Type) {
        (State.self, Requirement.self, Transition.self)
    }
}
