import Millrace

/// The observers of a window: hosts, subscribers to its tree, and listeners to the outputs of its root.
final class SceneObservers {
    private typealias RootOutput = (module: any Module.Type, output: Any)

    private let trees = ObserverList()
    /// They receive `nil` when the window ends.
    private let hosts = ObserverList()
    /// They receive each output of the root, with the type of its module.
    private let rootOutputs = ObserverList()
    /// Tracks the reads of the tree, for Observation.
    private let tracker = Tracker()
    /// Whether Observation has tracked a read since the tree last changed.
    private var isTracked = false
    /// Safe: the navigator retains its engine, and an engine closes its windows before it is released.
    private unowned(unsafe) let engine: Engine

    init(on engine: Engine) { self.engine = engine }

    var count: Int { trees.count + hosts.count + rootOutputs.count }

    /// Whether nothing is notified of a change.
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

    /// Notifies everyone of changes; only hosts if there are none.
    func notify(_ changes: [SceneChange], of tree: @autoclosure () -> SceneTree) {
        if !changes.isEmpty, isTracked {
            // Those that are notified read again, and are tracked again.
            isTracked = false
            tracker.alert()
        }
        // A subscriber that registers while the others are notified has received the newest tree already.
        let last = engine.lastNumber
        // Hosts first: one that a subscriber attaches has drawn these changes.
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
