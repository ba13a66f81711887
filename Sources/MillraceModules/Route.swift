public import Millrace

/// What happens to the screen next, as a value: a router returns it as a reducer returns a ``Flow``.
///
/// ```swift
/// func route(_ transition: Transition) -> Route<Self> {
///     switch transition {
///     case .list: .popToRoot
///     case .item(let id): .popToRoot.and(.show(Item(), with: id, as: Action.item))
///     }
/// }
/// ```
/// The ``Navigator`` performs its operations in order when the router has returned, each from where the scene stands then.
/// <doc:Modules> has the table of what each operation does where. An operation that does not fit there changes nothing and
/// is ``Fault/Kind/unfitVerb``, which lists the operations that would fit.
///
/// A router is tested by calling it: `Feed().operations(for: .profile(3)) == [.show(Profile(), with: 3)]`.
public struct Route<M: Module>: Equatable, CustomStringConvertible {
    /// The operations, in order.
    public private(set) var operations: [RouteOperation]

    private init(_ operations: [RouteOperation]) { self.operations = operations }

    /// The operations, in order.
    public var description: String { "\(operations)" }

    // MARK: Combining

    /// No operation.
    public static var none: Route { Route([]) }

    /// Performs the operations of each route in order.
    public static func sequence(_ routes: [Route]) -> Route { Route(routes.flatMap(\.operations)) }

    /// Performs the operations of `next` after those of this route.
    public consuming func and(_ next: Route) -> Route {
        operations += next.operations
        return self
    }

    // MARK: Ways in

    /// Replaces everything in the window, this scene and all modal layers included.
    ///
    /// The outputs of the module go to the listeners of the window's root.
    ///
    /// - Parameters:
    ///   - module: the module.
    ///   - requirement: what it requires.
    ///   - stacked: whether others can be pushed upon it.
    public static func replace<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, stacked: Bool = false
    ) -> Route { Route([.replace(module, with: requirement, stacked: stacked)]) }

    /// Presents the module as a modal layer over everything in the window. It is removed with this scene.
    ///
    /// - Parameters:
    ///   - module: the module.
    ///   - requirement: what it requires.
    ///   - stacked: whether others can be pushed upon it.
    ///   - port: names it for ``Flow/tell(_:_:)`` and ``close(_:)``.
    ///   - action: makes an action of each of its outputs, which is reduced in the output's turn. Defaults to `nil`: its
    ///     outputs are ignored.
    ///   - ended: the action to send when its scene has been removed, for any reason. It is not sent if this scene is
    ///     removed too.
    public static func present<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, stacked: Bool = false, port: Navigator.Port<Child>? = nil,
        as action: ((Child.Output) -> M.Action)? = nil, ended: M.Action? = nil
    ) -> Route {
        Route(.present, module, requirement, isStacked: stacked, port, action, ended)
    }

    /// Pushes the module on the nearest stack that this scene stands in, or presents it as a modal layer if there is no
    /// stack. It is removed with this scene.
    public static func show<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, port: Navigator.Port<Child>? = nil,
        as action: ((Child.Output) -> M.Action)? = nil, ended: M.Action? = nil
    ) -> Route {
        Route(.show, module, requirement, isStacked: false, port, action, ended)
    }

    /// Embeds the module at a named place of this scene and removes what is there. It is removed with this scene.
    public static func embed<Child: Module>(
        _ module: Child, at place: String, with requirement: Child.Requirement, stacked: Bool = false,
        port: Navigator.Port<Child>? = nil, as action: ((Child.Output) -> M.Action)? = nil, ended: M.Action? = nil
    ) -> Route {
        Route(.embed(at: place), module, requirement, isStacked: stacked, port, action, ended)
    }

    private init<Child: Module>(
        _ verb: RouteOperation.Verb, _ module: Child, _ requirement: Child.Requirement, isStacked: Bool,
        _ port: Navigator.Port<Child>?, _ action: ((Child.Output) -> M.Action)?, _ ended: M.Action?
    ) {
        let handlers = OutputHandlers<Child>.presenter(M.self, action, ended)
        self.init([.init(verb, ModulePresentation(module, requirement, isStacked: isStacked, port: port, handlers))])
    }

    // MARK: Ways out

    /// Removes the modal layer that this scene stands in, with everything in it.
    public static var dismiss: Route { Route([.dismiss]) }

    /// Removes this scene from the nearest stack, with everything that was pushed upon it. An embedded scene removes the
    /// page of that stack in which it is embedded.
    public static var pop: Route { Route([.pop]) }

    /// Removes all pages but the first from the nearest stack. Does nothing if there is only one.
    public static var popToRoot: Route { Route([.popToRoot]) }

    /// Removes this scene from the place where it is embedded, with everything in that place.
    public static var unembed: Route { Route([.unembed]) }

    /// Removes what is embedded at a named place of this scene.
    public static func unembed(_ place: String) -> Route { Route([.unembed(place)]) }

    /// Removes this scene: from its stack if it was pushed, else from the place where it is embedded, else with its modal
    /// layer.
    public static var close: Route { Route([.close]) }

    /// Removes the scene on `port`, as its own ``close`` would.
    public static func close<Child: Module>(_ port: Navigator.Port<Child>) -> Route { Route([.close(port)]) }
}

// MARK: - Modules that require nothing

extension Route {
    /// Replaces everything in the window by a module that requires nothing.
    public static func replace<Child: Module>(_ module: Child, stacked: Bool = false) -> Route
    where Child.Requirement == Void { replace(module, with: (), stacked: stacked) }

    /// Presents a module that requires nothing as a modal layer.
    public static func present<Child: Module>(
        _ module: Child, stacked: Bool = false, port: Navigator.Port<Child>? = nil,
        as action: ((Child.Output) -> M.Action)? = nil, ended: M.Action? = nil
    ) -> Route where Child.Requirement == Void {
        present(module, with: (), stacked: stacked, port: port, as: action, ended: ended)
    }

    /// Pushes a module that requires nothing, or presents it if there is no stack.
    public static func show<Child: Module>(
        _ module: Child, port: Navigator.Port<Child>? = nil, as action: ((Child.Output) -> M.Action)? = nil,
        ended: M.Action? = nil
    ) -> Route where Child.Requirement == Void { show(module, with: (), port: port, as: action, ended: ended) }

    /// Embeds a module that requires nothing at a named place of this scene.
    public static func embed<Child: Module>(
        _ module: Child, at place: String, stacked: Bool = false, port: Navigator.Port<Child>? = nil,
        as action: ((Child.Output) -> M.Action)? = nil, ended: M.Action? = nil
    ) -> Route where Child.Requirement == Void {
        embed(module, at: place, with: (), stacked: stacked, port: port, as: action, ended: ended)
    }
}

extension Module {
    /// The operations that the router returns for `transition`. Nothing is performed.
    public func operations(for transition: Transition) -> [RouteOperation] { route(transition).operations }
}
