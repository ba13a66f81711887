import Millrace

extension Navigator {
    /// A name for a module that another module presents, shows or embeds. The presenter's reducer sends inputs to it.
    ///
    /// ```swift
    /// static let filter = Navigator.Port<Filter>("filter")
    /// // in the router:   .embed(Filter(), at: "panel", with: (), port: Self.filter, as: Action.filtered)
    /// // in the reducer:  return .send(.reset, to: Self.filter)
    /// ```
    /// A port belongs to the module that presents. So two presenters may use the same name. If two scenes of one presenter are
    /// on the same port, inputs go to the newer scene.
    public struct Port<Child: Module>: Hashable, Sendable, CustomStringConvertible {
        /// The port's name.
        public let name: String

        /// Creates a port with this name.
        public init(_ name: String) { self.name = name }

        /// The port's name.
        public var description: String { name }

        @usableFromInline package var portName: PortName {
            PortName(name: name, moduleType: ModuleType(type: Child.self))
        }
    }
}
