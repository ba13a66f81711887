extension Navigator {
    /// Names a module that another one presents, shows or embeds, so that the reducer of the other can tell it something,
    /// purely.
    ///
    /// ```swift
    /// static let filter = Navigator.Port<Filter>("filter")
    /// // in the router:   route.embed(Filter(), at: "panel", port: Self.filter, as: Action.filtered)
    /// // in the reducer:  return .tell(Self.filter, .reset)
    /// ```
    /// A port is a name within the module that presents: two modules may use the same. While two scenes are on one port it
    /// names the newer, and the older again when that has gone.
    public struct Port<Child: Module>: Hashable, Sendable, CustomStringConvertible {
        /// Its name.
        public let name: String

        /// A port of this name.
        public init(_ name: String) { self.name = name }

        /// Its name.
        public var description: String { name }

        package var portName: PortName { PortName(name: name, module: Child.self) }
    }
}

/// A port, with the type of its module hidden.
public struct PortName: Hashable, Sendable, CustomStringConvertible {
    /// Its name.
    public let name: String
    /// The module that it names.
    public let module: any Module.Type

    init(name: String, module: any Module.Type) { (self.name, self.module) = (name, module) }

    /// Whether both name the same port of a module.
    public static func == (one: PortName, other: PortName) -> Bool {
        one.name == other.name && one.module == other.module
    }

    /// Hashes the name and the module.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(ObjectIdentifier(module))
    }

    /// Its name.
    public var description: String { name }
}

/// Something that a flow tells the module on a port, with its type hidden.
@usableFromInline class AnyTelling {
    final let port: PortName

    fileprivate init(_ port: PortName) { self.port = port }

    var input: Any { () }

    /// Has it wait its turn; `core` is the store that tells it.
    func enqueue(from core: any AnyCore, job: Job?) {}

    final func isSame(as other: AnyTelling) -> Bool { port == other.port && areSame(input, other.input) }
}

/// Something that a flow tells the module on a port.
final class Telling<Child: Module>: AnyTelling {
    private let value: Child.Input

    init(_ port: Navigator.Port<Child>, _ value: Child.Input) {
        self.value = value
        super.init(port.portName)
    }

    override var input: Any { value }

    override func enqueue(from core: any AnyCore, job: Job?) {
        core.engine.enqueue(InputTurn<Child>(value, to: .port(port, of: core)), job: job)
    }
}
