public import Millrace

/// The operations that a router can return. A module that requires nothing is shown `with: ()`.
///
/// ``Route`` has these functions for routers, and ``RouteOperation`` for values to compare with.
public protocol RouteBuilder {
    /// The type of the actions for outputs: the action type of the module that navigates, or `Never` for a single operation.
    associatedtype Action

    /// Creates a value with one operation. Outputs are ignored if their actions are of another type than ``Action``.
    init(_ operation: RouteOperation)
}

// MARK: - Operations that add a scene

extension RouteBuilder {
    /// Replaces everything in the window by the module, including this scene and all modal layers.
    ///
    /// The outputs of the module go to the listeners of the window's root.
    ///
    /// - Parameters:
    ///   - module: the module.
    ///   - requirement: the data that it requires.
    ///   - stacked: whether other scenes can be pushed on it.
    @inlinable public static func replace<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, stacked: Bool = false
    ) -> Self {
        Self(RouteOperation(verb: .replace, Presentation(module, requirement, .root(module)), isStacked: stacked))
    }

    /// Presents the module as a modal layer over everything in the window. The layer is removed with this scene.
    ///
    /// - Parameters:
    ///   - module: the module.
    ///   - requirement: the data that it requires.
    ///   - stacked: whether other scenes can be pushed on it.
    ///   - port: the module's name in ``Flow/send(_:to:)`` and ``close(_:)``.
    ///   - action: the function that returns an action for each of its outputs. This scene's store reduces the action in the
    ///     output's turn. Defaults to `nil`: outputs are ignored.
    ///   - onRemoval: the action to send to this scene's store when the module's scene has been removed, for any reason. The
    ///     action is not sent if this scene is removed too.
    @inlinable public static func present<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, stacked: Bool = false, port: Navigator.Port<Child>? = nil,
        as action: ((Child.Output) -> Action)? = nil, onRemoval: Action? = nil
    ) -> Self { Self(.present, module, requirement, isStacked: stacked, port, action, onRemoval) }

    /// Pushes the module on the nearest stack that contains this scene, or presents it as a modal layer if there is no stack.
    /// The module's scene is removed with this scene.
    @inlinable public static func show<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, port: Navigator.Port<Child>? = nil,
        as action: ((Child.Output) -> Action)? = nil, onRemoval: Action? = nil
    ) -> Self { Self(.show, module, requirement, isStacked: false, port, action, onRemoval) }

    /// Embeds the module at a named place of this scene, and removes the scene that was embedded there. The module's scene is
    /// removed with this scene.
    @inlinable public static func embed<Child: Module>(
        _ module: Child, at place: String, with requirement: Child.Requirement, stacked: Bool = false,
        port: Navigator.Port<Child>? = nil, as action: ((Child.Output) -> Action)? = nil, onRemoval: Action? = nil
    ) -> Self { Self(.embed(at: place), module, requirement, isStacked: stacked, port, action, onRemoval) }

    @inlinable init<Child: Module>(
        _ verb: RouteOperation.Verb, _ module: Child, _ requirement: Child.Requirement, isStacked: Bool,
        _ port: Navigator.Port<Child>?, _ action: ((Child.Output) -> Action)?, _ onRemoval: Action?
    ) {
        let presentation = Presentation(module, requirement, OutputHandlers(action, onRemoval: onRemoval))
        self.init(RouteOperation(verb: verb, presentation, isStacked: isStacked, port: port?.portName))
    }
}

// MARK: - Operations that remove scenes

extension RouteBuilder {
    /// Removes the modal layer that contains this scene, with everything in it.
    public static var dismiss: Self { Self(RouteOperation(verb: .dismiss)) }

    /// Removes this scene from the nearest stack, with everything that was pushed on it. For an embedded scene, removes the
    /// scene of that stack that embeds it.
    public static var pop: Self { Self(RouteOperation(verb: .pop)) }

    /// Removes all scenes but the first from the nearest stack. Does nothing if the stack has only one scene.
    public static var popToRoot: Self { Self(RouteOperation(verb: .popToRoot)) }

    /// Removes this scene from the place where it is embedded, with everything in that place.
    public static var unembed: Self { Self(RouteOperation(verb: .unembed(nil))) }

    /// Removes the scene that is embedded at a named place of this scene, with everything in that place.
    public static func unembed(_ place: String) -> Self { Self(RouteOperation(verb: .unembed(place))) }

    /// Removes this scene: from its stack if it was pushed, from its place if it is embedded, otherwise with its modal layer.
    public static var close: Self { Self(RouteOperation(verb: .close(nil))) }

    /// Removes the scene on `port`, as its own ``close`` would.
    @inlinable public static func close<Child: Module>(_ port: Navigator.Port<Child>) -> Self {
        Self(RouteOperation(verb: .close(port.portName)))
    }
}
