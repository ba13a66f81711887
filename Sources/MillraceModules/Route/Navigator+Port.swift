import Millrace

extension Navigator {
    /// Names a module that another one presents, shows or embeds, so that the reducer of the other can tell it something.
    ///
    /// ```swift
    /// static let filter = Navigator.Port<Filter>("filter")
    /// // in the router:   .embed(Filter(), at: "panel", port: Self.filter, as: Action.filtered)
    /// // in the reducer:  return .send(.reset, to: Self.filter)
    /// ```
    /// A port is a name within the module that presents: two modules may use the same. While two scenes are on one port, it names
    /// the newer one.
    public struct Port<Child: Module>: Hashable, Sendable, CustomStringConvertible {
        /// Its name.
        public let name: String

        /// A port of this name.
        public init(_ name: String) { self.name = name }

        /// Its name.
        public var description: String { name }

        @usableFromInline package var portName: PortName {
            PortName(name: name, moduleType: ModuleType(type: Child.self))
        }
    }
}
