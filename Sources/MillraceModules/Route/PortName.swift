import Millrace

/// A ``Navigator/Port`` without its generic parameter: the name and the module's type as values.
public struct PortName: Hashable, Sendable, CustomStringConvertible {
    /// The port's name.
    public let name: String
    /// The type of the module on the port.
    public var module: any Module.Type { moduleType.type }
    let moduleType: ModuleType

    /// The port's name.
    public var description: String { name }
}
