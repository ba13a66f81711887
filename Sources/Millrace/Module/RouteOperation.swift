/// One thing that a router asks for, as a value that can be compared and printed.
///
/// What makes actions of outputs is not compared, as functions cannot be.
public struct RouteOperation: Equatable, CustomStringConvertible {
    /// What is to be done.
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

        /// As it is called, with the place or the port.
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

    /// What is to be done.
    public let verb: Verb
    /// What comes in; `nil` for a way out.
    let presentation: Presentation?

    init(_ verb: Verb, _ presentation: Presentation? = nil) { (self.verb, self.presentation) = (verb, presentation) }

    /// The module that comes in; `nil` for a way out.
    public var module: (any Module.Type)? { presentation?.type }
    /// What it is given; `nil` for a way out.
    public var requirement: Any? { presentation?.requirement }
    /// The port that it is on, if it is on one.
    public var port: PortName? { presentation?.port }
    /// Whether others can be pushed upon it where it is the first.
    public var isStacked: Bool { presentation?.isStacked ?? false }

    /// Whether both ask for the same: the verb, the module, what it is given, its port and its stack. Two modules of a type that
    /// is `Equatable` are compared too.
    public static func == (one: RouteOperation, other: RouteOperation) -> Bool {
        one.verb == other.verb && one.module == other.module && one.port == other.port
            && one.isStacked == other.isStacked && areSame(one.requirement as Any, other.requirement as Any)
            && haveSameModule(one.presentation, other.presentation)
    }

    private static func haveSameModule(_ one: Presentation?, _ other: Presentation?) -> Bool {
        guard let one = one?.anyModule as? any Equatable, let other = other?.anyModule else { return true }
        return areSame(one, other)
    }

    /// What is to be done, and with what.
    public var description: String {
        guard let presentation else { return "\(verb)" }
        let requirement = presentation.requirement is Void ? "" : "\(presentation.requirement)"
        let more = (port.map { ", port: \($0)" } ?? "") + (isStacked ? ", stacked" : "")
        return "\(verb) \(presentation.type.moduleName)(\(requirement))\(more)"
    }
}

// MARK: - What a test expects

extension RouteOperation {
    /// A module in the place of the whole window.
    public static func replace<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, stacked: Bool = false
    ) -> RouteOperation {
        RouteOperation(.replace, ModulePresentation(module, requirement, stacked, nil, .root))
    }

    /// A modal layer.
    public static func present<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, stacked: Bool = false, port: Navigator.Port<Child>? = nil
    ) -> RouteOperation {
        RouteOperation(.present, ModulePresentation(module, requirement, stacked, port, .nobody))
    }

    /// A module on the nearest stack.
    public static func show<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, port: Navigator.Port<Child>? = nil
    ) -> RouteOperation {
        RouteOperation(.show, ModulePresentation(module, requirement, false, port, .nobody))
    }

    /// A module at a named place.
    public static func embed<Child: Module>(
        _ module: Child, at place: String, with requirement: Child.Requirement, stacked: Bool = false,
        port: Navigator.Port<Child>? = nil
    ) -> RouteOperation {
        RouteOperation(.embed(at: place), ModulePresentation(module, requirement, stacked, port, .nobody))
    }

    /// The modal layer goes.
    public static var dismiss: RouteOperation { RouteOperation(.dismiss) }
    /// The scene goes off its stack.
    public static var pop: RouteOperation { RouteOperation(.pop) }
    /// All but the first go off the stack.
    public static var popToRoot: RouteOperation { RouteOperation(.popToRoot) }
    /// The scene goes from where it is embedded.
    public static var unembed: RouteOperation { RouteOperation(.unembed(nil)) }
    /// What is embedded at the place goes.
    public static func unembed(_ place: String) -> RouteOperation { RouteOperation(.unembed(place)) }
    /// The scene goes, as fits where it stands.
    public static var close: RouteOperation { RouteOperation(.close(nil)) }
    /// The scene on the port goes, as fits where it stands.
    public static func close<Child: Module>(_ port: Navigator.Port<Child>) -> RouteOperation {
        RouteOperation(.close(port.portName))
    }
}

// MARK: - What a test expects of modules that require nothing

extension RouteOperation {
    /// A module that requires nothing, in the place of the whole window.
    public static func replace<Child: Module>(_ module: Child, stacked: Bool = false) -> RouteOperation
    where Child.Requirement == Void { replace(module, with: (), stacked: stacked) }

    /// A modal layer of a module that requires nothing.
    public static func present<Child: Module>(
        _ module: Child, stacked: Bool = false, port: Navigator.Port<Child>? = nil
    ) -> RouteOperation where Child.Requirement == Void { present(module, with: (), stacked: stacked, port: port) }

    /// A module that requires nothing, on the nearest stack.
    public static func show<Child: Module>(_ module: Child, port: Navigator.Port<Child>? = nil) -> RouteOperation
    where Child.Requirement == Void { show(module, with: (), port: port) }

    /// A module that requires nothing, at a named place.
    public static func embed<Child: Module>(
        _ module: Child, at place: String, stacked: Bool = false, port: Navigator.Port<Child>? = nil
    ) -> RouteOperation where Child.Requirement == Void {
        embed(module, at: place, with: (), stacked: stacked, port: port)
    }
}
