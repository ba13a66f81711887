import Millrace

/// One operation of a route, as a value that can be compared and printed.
///
/// Functions that make actions of outputs are not compared.
public struct RouteOperation: Equatable, CustomStringConvertible {
    /// The kind of an operation.
    public enum Verb: Hashable, Sendable, CustomStringConvertible {
        /// ``Route/replace(_:with:stacked:)``
        case replace
        /// ``Route/present(_:with:stacked:port:as:ended:)``
        case present
        /// ``Route/show(_:with:port:as:ended:)``
        case show
        /// ``Route/embed(_:at:with:stacked:port:as:ended:)``
        case embed(at: String)
        /// ``Route/dismiss``
        case dismiss
        /// ``Route/pop``
        case pop
        /// ``Route/popToRoot``
        case popToRoot
        /// ``Route/unembed``, or, with a place, ``Route/unembed(_:)``
        case unembed(String?)
        /// ``Route/close``, or, with a port, ``Route/close(_:)``
        case close(PortName?)

        /// Its name, with the place or the port.
        public var description: String {
            switch self {
            case .replace: "replace"
            case .present: "present"
            case .show: "show"
            case .embed(let place): "embed at \"\(place)\""
            case .dismiss: "dismiss"
            case .pop: "pop"
            case .popToRoot: "popToRoot"
            case .unembed(let place): place.map { "unembed \"\($0)\"" } ?? "unembed"
            case .close(let port): port.map { "close \"\($0)\"" } ?? "close"
            }
        }
    }

    /// The kind of the operation.
    public let verb: Verb
    /// The module to present; `nil` for a way out.
    let presentation: (any Presentation)?

    init(_ verb: Verb, _ presentation: (any Presentation)? = nil) {
        (self.verb, self.presentation) = (verb, presentation)
    }

    /// The type of the module to present; `nil` for a way out.
    public var module: (any Module.Type)? { presentation?.type }
    /// What the module requires; `nil` for a way out.
    public var requirement: Any? { presentation?.anyRequirement }
    /// The port of the module; `nil` if it has none.
    public var port: PortName? { presentation?.port }
    /// Whether others can be pushed upon the module.
    public var isStacked: Bool { presentation?.isStacked ?? false }

    /// Whether two operations are equal: their verbs, modules, requirements, ports and stacks. Modules are compared by type,
    /// and by value if they are `Equatable`.
    public static func == (one: RouteOperation, other: RouteOperation) -> Bool {
        one.verb == other.verb && one.module == other.module && one.port == other.port
            && one.isStacked == other.isStacked && areSame(one.requirement as Any, other.requirement as Any)
            && haveSameModule(one.presentation, other.presentation)
    }

    private static func haveSameModule(_ one: (any Presentation)?, _ other: (any Presentation)?) -> Bool {
        guard let one = one?.anyModule as? any Equatable, let other = other?.anyModule else { return true }
        return areSame(one, other)
    }

    /// The verb, the module and its parameters.
    public var description: String {
        guard let presentation else { return "\(verb)" }
        let requirement = presentation.anyRequirement is Void ? "" : "\(presentation.anyRequirement)"
        let more = (port.map { ", port: \($0)" } ?? "") + (isStacked ? ", stacked" : "")
        return "\(verb) \(presentation.type.moduleName)(\(requirement))\(more)"
    }
}

// MARK: - Operations to compare with

extension RouteOperation {
    /// Replaces everything in the window by a module.
    public static func replace<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, stacked: Bool = false
    ) -> RouteOperation {
        RouteOperation(.replace, ModulePresentation(module, requirement, isStacked: stacked, .root))
    }

    /// Presents a module as a modal layer.
    public static func present<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, stacked: Bool = false, port: Navigator.Port<Child>? = nil
    ) -> RouteOperation {
        RouteOperation(.present, ModulePresentation(module, requirement, isStacked: stacked, port: port))
    }

    /// Pushes a module on the nearest stack.
    public static func show<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, port: Navigator.Port<Child>? = nil
    ) -> RouteOperation {
        RouteOperation(.show, ModulePresentation(module, requirement, port: port))
    }

    /// Embeds a module at a named place.
    public static func embed<Child: Module>(
        _ module: Child, at place: String, with requirement: Child.Requirement, stacked: Bool = false,
        port: Navigator.Port<Child>? = nil
    ) -> RouteOperation {
        RouteOperation(.embed(at: place), ModulePresentation(module, requirement, isStacked: stacked, port: port))
    }

    /// Removes the modal layer.
    public static var dismiss: RouteOperation { RouteOperation(.dismiss) }
    /// Removes the scene from its stack.
    public static var pop: RouteOperation { RouteOperation(.pop) }
    /// Removes all pages but the first from the stack.
    public static var popToRoot: RouteOperation { RouteOperation(.popToRoot) }
    /// Removes the scene from the place where it is embedded.
    public static var unembed: RouteOperation { RouteOperation(.unembed(nil)) }
    /// Removes what is embedded at the place.
    public static func unembed(_ place: String) -> RouteOperation { RouteOperation(.unembed(place)) }
    /// Removes the scene: from its stack, its place, or with its modal layer.
    public static var close: RouteOperation { RouteOperation(.close(nil)) }
    /// Removes the scene on the port.
    public static func close<Child: Module>(_ port: Navigator.Port<Child>) -> RouteOperation {
        RouteOperation(.close(port.portName))
    }
}

// MARK: - Modules that require nothing

extension RouteOperation {
    /// Replaces everything in the window by a module that requires nothing.
    public static func replace<Child: Module>(_ module: Child, stacked: Bool = false) -> RouteOperation
    where Child.Requirement == Void { replace(module, with: (), stacked: stacked) }

    /// Presents a module that requires nothing as a modal layer.
    public static func present<Child: Module>(
        _ module: Child, stacked: Bool = false, port: Navigator.Port<Child>? = nil
    ) -> RouteOperation where Child.Requirement == Void { present(module, with: (), stacked: stacked, port: port) }

    /// Pushes a module that requires nothing on the nearest stack.
    public static func show<Child: Module>(_ module: Child, port: Navigator.Port<Child>? = nil) -> RouteOperation
    where Child.Requirement == Void { show(module, with: (), port: port) }

    /// Embeds a module that requires nothing at a named place.
    public static func embed<Child: Module>(
        _ module: Child, at place: String, stacked: Bool = false, port: Navigator.Port<Child>? = nil
    ) -> RouteOperation where Child.Requirement == Void {
        embed(module, at: place, with: (), stacked: stacked, port: port)
    }
}
