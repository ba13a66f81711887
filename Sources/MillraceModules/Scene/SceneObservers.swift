import Millrace

/// The observers of a window: hosts, subscribers to its tree, and listeners to the outputs of its root.
final class SceneObservers {
    private typealias RootOutput = (module: any Module.Type, output: Any)

    private let trees = ObserverList()
    /// The hosts. They receive `nil` when the navigator was released or its engine was shut down.
    private let hosts = ObserverList()
    /// The listeners to outputs of the root. They receive each output with the type of the root's module.
    private let rootOutputs = ObserverList()
    /// Tracks the reads of the tree, for Observation.
    private let tracker = Tracker()
    /// Whether Observation has tracked a read since the tree last changed.
    private var isTracked = false
    /// Safe: the navigator retains its engine, and an engine closes its windows before it is released.
    private unowned(unsafe) let engine: Engine

    init(on engine: Engine) { self.engine = engine }

    var count: Int { trees.count + hosts.count + rootOutputs.count }

    /// Whether a change has no observer.
    var isEmpty: Bool { trees.isEmpty && hosts.isEmpty && !isTracked }

    func noteRead() { if tracker.noteRead() { isTracked = true } }

    func addHost(_ owner: AnyObject, _ body: @escaping ([SceneChange]?) -> Void) -> Subscription {
        hosts.add(number: engine.takeNumber(), owner: owner, body)
    }

    func addSubscriber(owner: AnyObject?, _ body: @escaping (SceneTree) -> Void) -> Subscription {
        trees.add(number: engine.takeNumber(), owner: owner, body)
    }

    func addRootListener<M: Module>(
        _ type: M.Type, owner: AnyObject?, _ body: @escaping (M.Output) -> Void
    ) -> Subscription {
        rootOutputs.add(number: engine.takeNumber(), owner: owner) { (message: RootOutput) in
            if message.module == type, let output = message.output as? M.Output { body(output) }
        }
    }

    /// Notifies all observers of changes. Notifies only the hosts if there are no changes.
    func notify(_ changes: [SceneChange], of tree: @autoclosure () -> SceneTree) {
        if !changes.isEmpty, isTracked {
            // The notified observers read the tree again, which sets this flag again.
            isTracked = false
            tracker.alert()
        }
        // A subscriber that registers during the notification has already received the newest tree.
        let last = engine.lastNumber
        // Hosts first: a host that a subscriber attaches has already drawn these changes.
        hosts.notify(of: Optional(changes))
        if !changes.isEmpty, !trees.isEmpty { trees.notify(of: tree(), upTo: last) }
    }

    func notifyRootListeners<M: Module>(_ type: M.Type, of output: M.Output) {
        if !rootOutputs.isEmpty { rootOutputs.notify(of: (module: type, output: output) as RootOutput) }
    }

    /// Ends all subscriptions.
    func close() {
        hosts.notify(of: [SceneChange]?.none)
        for list in [trees, hosts, rootOutputs] { list.close() }
    }
}
