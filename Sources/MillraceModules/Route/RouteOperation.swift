public import Millrace

/// One operation of a route, as a value that can be compared and printed.
///
/// The functions that return actions for outputs are not compared.
public struct RouteOperation: RouteBuilder, Equatable, CustomStringConvertible {
    /// A single operation has no actions.
    public typealias Action = Never

    /// The kind of an operation.
    public enum Verb: Hashable, Sendable, CustomStringConvertible {
        /// ``RouteBuilder/replace(_:with:stacked:)``
        case replace
        /// ``RouteBuilder/present(_:with:stacked:port:as:onRemoval:)``
        case present
        /// ``RouteBuilder/show(_:with:port:as:onRemoval:)``
        case show
        /// ``RouteBuilder/embed(_:at:with:stacked:port:as:onRemoval:)``
        case embed(at: String)
        /// ``RouteBuilder/dismiss``
        case dismiss
        /// ``RouteBuilder/pop``
        case pop
        /// ``RouteBuilder/popToRoot``
        case popToRoot
        /// ``RouteBuilder/unembed``, or, with a place, ``RouteBuilder/unembed(_:)``
        case unembed(String?)
        /// ``RouteBuilder/close``, or, with a port, ``RouteBuilder/close(_:)``
        case close(PortName?)

        /// The name of the kind, with the place or the port.
        public var description: String {
            switch self {
            case .embed(let place): "embed at \"\(place)\""
            case .unembed(let place?): "unembed \"\(place)\""
            case .close(let port?): "close \"\(port)\""
            default: caseName(of: self)
            }
        }
    }

    /// The kind of the operation.
    public let verb: Verb
    /// The module to present; `nil` for an operation that removes scenes.
    let presentation: Presentation?

    /// The port of the module; `nil` if it has none.
    public let port: PortName?
    /// Whether other scenes can be pushed on the module.
    public let isStacked: Bool

    @usableFromInline init(
        verb: Verb, _ presentation: Presentation? = nil, isStacked: Bool = false, port: PortName? = nil
    ) {
        (self.verb, self.presentation, self.isStacked, self.port) = (verb, presentation, isStacked, port)
    }

    /// The operation itself.
    public init(_ operation: RouteOperation) { self = operation }

    /// The type of the module to present; `nil` for an operation that removes scenes.
    public var module: (any Module.Type)? { presentation?.type }
    /// The data that the module requires; `nil` for an operation that removes scenes.
    public var requirement: Any? { presentation.map { $0.requirement ?? () } }
    /// Whether the operation is `present`, `show` or `embed`.
    var isPresentation: Bool { presentation != nil && verb != .replace }

    /// Whether two operations have equal verbs, modules, requirements, ports and values of ``isStacked``. Modules are compared
    /// by type, and by value if they are `Equatable`.
    public static func == (one: RouteOperation, other: RouteOperation) -> Bool {
        one.verb == other.verb && one.module == other.module && one.port == other.port
            && one.isStacked == other.isStacked && areSame(one.requirement as Any, other.requirement as Any)
            && (!(one.presentation?.module is any Equatable)
                || areSame(one.presentation?.module as Any, other.presentation?.module as Any))
    }

    /// The verb, the module and its parameters.
    public var description: String {
        guard let presentation else { return "\(verb)" }
        let requirement = presentation.requirement.map { $0 is Void ? "" : "\($0)" } ?? ""
        let more = (port.map { ", port: \($0)" } ?? "") + (isStacked ? ", stacked" : "")
        return "\(verb) \(presentation.type.moduleName)(\(requirement))\(more)"
    }
}

extension RouteOperation: FaultDescribable {
    /// The verb and the module, without its parameters.
    public var faultDescription: String { presentation.map { "\(verb) \($0.type.moduleName)" } ?? "\(verb)" }
}
