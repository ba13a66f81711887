import Millrace

/// A port, with the type of its module hidden.
public struct PortName: Hashable, Sendable, CustomStringConvertible {
    /// Its name.
    public let name: String
    /// The module that it names.
    public var module: any Module.Type { moduleType.type }
    let moduleType: ModuleType

    /// Its name.
    public var description: String { name }
}
