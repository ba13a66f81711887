import Millrace

/// The type of a module, as a key.
struct ModuleType: Hashable {
    let type: any Module.Type

    static func == (one: ModuleType, other: ModuleType) -> Bool { one.type == other.type }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}
