public import Millrace

extension Fault.Kind {
    /// An input was sent to a port that has no scene.
    public static let portNotConnected = Fault.Kind("portNotConnected")
    /// A router requested an operation that does not apply to the position of its scene.
    public static let invalidNavigation = Fault.Kind("invalidNavigation")
    /// A module was presented on a durable engine that cannot be stored.
    public static let sceneNotDurable = Fault.Kind("sceneNotDurable")
}

extension Fault {
    static func portNotConnected(_ port: PortName, _ input: Any) -> Fault {
        Fault(
            .portNotConnected,
            "The input \(input) was sent to the port \"\(text: port)\" of \(port.module), which has no scene.",
            cause: "No module was presented on that port, or it was removed, so the input was discarded.",
            fix: """
                Send the input only while the module is presented. To learn when the module is removed, pass onRemoval: when \
                you present it.
                """)
    }

    static func invalidNavigation(
        _ operation: RouteOperation, of scene: SceneContext, _ error: NavigationError
    ) -> Fault {
        let module = scene.presentation.type.moduleName
        let removals = scene.runtime.layout.applicableRemovals(from: scene.id)
        let list = removals.map { "\($0)" }.joined(separator: ", ")
        return Fault(
            .invalidNavigation,
            "The router of \(text: module) requested \(operation), but its scene \(text: error.reason).",
            cause: "The operation does not apply to the position of the scene, so nothing was done.",
            fix: removals.isEmpty
                ? "No operation can remove the scene there." : "To remove it, use one of: \(text: list).")
    }

    static func sceneNotDurable(_ module: any Module.Type, _ type: Any.Type, because reason: FaultText) -> Fault {
        Fault(
            .sceneNotDurable, "A scene of \(text: module.moduleName) cannot be stored: \(type): \(reason).",
            cause: "The engine is durable, so its window is loaded with the states of all scenes after a restart.",
            fix: "Make the type Codable. Until then, the window is not loaded after a restart.")
    }

    static func secondWindow(_ root: RouteOperation) -> Fault {
        Fault(
            .sceneNotDurable, "A durable engine has a second window, with \(root).",
            cause: "It stores one window. The scenes of the second one are lost at a restart.",
            fix: "Give each window an engine of its own.")
    }
}
