/// Where a router says what becomes of the screen: ways in, and ways out.
///
/// It collects what was asked for; the ``Navigator`` does it in order when the router returns, each from where the module
/// stands then. <doc:Modules> has the table of what each verb does where. A verb that does not fit there changes nothing,
/// and is ``Fault/Kind/unfitVerb``, which says what would have fitted.
///
/// A router is tested by asking it: `Feed().operations(for: .profile(3)) == [.show(Profile(), with: 3)]`.
public struct Route<M: Module> {
    /// What was asked for until now, in order.
    public private(set) var operations: [RouteOperation] = []

    /// A route on which nothing was asked for.
    public init() {}

    // MARK: Ways in

    /// Puts the module in the place of all that is in the window: everything goes, this scene too, and what was presented
    /// over it. Its outputs come to who listens to those of the window's root. Where `stacked`, others can be pushed upon it.
    public mutating func replace<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, stacked: Bool = false
    ) {
        operations.append(.replace(module, with: requirement, stacked: stacked))
    }

    /// Presents the module as a modal layer over all that is there. It goes when this scene goes.
    ///
    /// - Parameters:
    ///   - module: the module.
    ///   - requirement: what it requires.
    ///   - stacked: whether others can be pushed upon it.
    ///   - port: names it for ``Flow/tell(_:_:)`` and ``close(_:)``.
    ///   - hear: makes an action of each of its outputs, which is folded in the output's turn; nobody hears them otherwise.
    ///   - ended: the action that is sent when it has gone, whoever closed it; not where this scene goes as well, or has gone when
    ///     the action's turn comes.
    public mutating func present<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, stacked: Bool = false, port: Navigator.Port<Child>? = nil,
        as hear: ((Child.Output) -> M.Action)? = nil, ended: M.Action? = nil
    ) {
        let hearing = Hearing<Child>.presenter(M.self, hear, ended)
        operations.append(.init(.present, ModulePresentation(module, requirement, stacked, port, hearing)))
    }

    /// Pushes the module on the nearest stack that this scene stands in; where there is none, presents it as a modal layer. It
    /// goes when this scene goes.
    public mutating func show<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, port: Navigator.Port<Child>? = nil,
        as hear: ((Child.Output) -> M.Action)? = nil, ended: M.Action? = nil
    ) {
        let hearing = Hearing<Child>.presenter(M.self, hear, ended)
        operations.append(.init(.show, ModulePresentation(module, requirement, false, port, hearing)))
    }

    /// Puts the module at a named place of this scene; what is there goes. It goes when this scene goes.
    public mutating func embed<Child: Module>(
        _ module: Child, at place: String, with requirement: Child.Requirement, stacked: Bool = false,
        port: Navigator.Port<Child>? = nil, as hear: ((Child.Output) -> M.Action)? = nil, ended: M.Action? = nil
    ) {
        let hearing = Hearing<Child>.presenter(M.self, hear, ended)
        operations.append(.init(.embed(at: place), ModulePresentation(module, requirement, stacked, port, hearing)))
    }

    // MARK: Ways out

    /// Takes the modal layer away that this scene stands in, with all that stands in it.
    public mutating func dismiss() { operations.append(.dismiss) }

    /// Takes this scene off the nearest stack, with all that was pushed upon it; an embedded scene takes along the one that it
    /// is embedded in, if that is what stands on the stack.
    public mutating func pop() { operations.append(.pop) }

    /// Takes all but the first off the nearest stack; where there is nothing else on it, it is done already.
    public mutating func popToRoot() { operations.append(.popToRoot) }

    /// Takes this scene away from the place where it is embedded, with all that stands there.
    public mutating func unembed() { operations.append(.unembed) }

    /// Takes away what is embedded at a named place of this scene.
    public mutating func unembed(_ place: String) { operations.append(.unembed(place)) }

    /// Takes this scene away as fits where it stands: off its stack if it was pushed, else from the place where it is
    /// embedded, else with its modal layer.
    public mutating func close() { operations.append(.close) }

    /// Takes the scene on `port` away, as its own ``close()`` would.
    public mutating func close<Child: Module>(_ port: Navigator.Port<Child>) { operations.append(.close(port)) }
}

// MARK: - Modules that require nothing

extension Route {
    /// Puts a module that requires nothing in the place of all that is in the window.
    public mutating func replace<Child: Module>(_ module: Child, stacked: Bool = false)
    where Child.Requirement == Void { replace(module, with: (), stacked: stacked) }

    /// Presents a module that requires nothing as a modal layer.
    public mutating func present<Child: Module>(
        _ module: Child, stacked: Bool = false, port: Navigator.Port<Child>? = nil,
        as hear: ((Child.Output) -> M.Action)? = nil, ended: M.Action? = nil
    ) where Child.Requirement == Void {
        present(module, with: (), stacked: stacked, port: port, as: hear, ended: ended)
    }

    /// Pushes a module that requires nothing, or presents it where there is no stack.
    public mutating func show<Child: Module>(
        _ module: Child, port: Navigator.Port<Child>? = nil, as hear: ((Child.Output) -> M.Action)? = nil,
        ended: M.Action? = nil
    ) where Child.Requirement == Void { show(module, with: (), port: port, as: hear, ended: ended) }

    /// Puts a module that requires nothing at a named place of this scene.
    public mutating func embed<Child: Module>(
        _ module: Child, at place: String, stacked: Bool = false, port: Navigator.Port<Child>? = nil,
        as hear: ((Child.Output) -> M.Action)? = nil, ended: M.Action? = nil
    ) where Child.Requirement == Void {
        embed(module, at: place, with: (), stacked: stacked, port: port, as: hear, ended: ended)
    }
}

extension Module {
    /// What the router makes of `transition`. Nothing happens.
    public func operations(for transition: Transition) -> [RouteOperation] {
        var route = Route<Self>()
        self.route(transition, on: &route)
        return route.operations
    }
}
