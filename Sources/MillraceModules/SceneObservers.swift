import Millrace

/// The observers of a window: hosts, subscribers to its tree, and listeners to the outputs of its root.
final class SceneObservers {
    private let trees = ObserverList()
    /// They receive `nil` when the window ends.
    private let hosts = ObserverList()
    /// The listeners to outputs of the root, by the type of its module.
    private var rootOutputs: [ObjectIdentifier: ObserverList] = [:]
    private let tracker = Tracker()
    /// Safe: the navigator holds its engine, and an engine closes its windows before it goes.
    private unowned(unsafe) let engine: Engine

    init(on engine: Engine) { self.engine = engine }

    var count: Int { trees.count + hosts.count + rootOutputs.values.reduce(0) { $0 + $1.count } }

    func addHost(_ owner: AnyObject, _ body: @escaping ([SceneChange]?) -> Void) -> Subscription {
        hosts.add(number: engine.takeNumber(), owner: owner, body)
    }

    func addSubscriber(owner: AnyObject?, _ body: @escaping (SceneTree) -> Void) -> Subscription {
        trees.add(number: engine.takeNumber(), owner: owner, body)
    }

    func addRootListener<M: Module>(
        _ type: M.Type, owner: AnyObject?, _ body: @escaping (M.Output) -> Void
    ) -> Subscription {
        let key = ObjectIdentifier(type)
        let listeners = rootOutputs[key] ?? ObserverList()
        rootOutputs[key] = listeners
        return listeners.add(number: engine.takeNumber(), owner: owner, body)
    }

    /// Notes a read of the tree, for Observation.
    func noteRead() { _ = tracker.noteRead() }

    /// Notifies everyone of changes; only hosts if there are none.
    func notify(_ changes: [SceneChange], of tree: @autoclosure () -> SceneTree) {
        if !changes.isEmpty { tracker.alert() }
        // A subscriber that registers while the others are notified has received the newest tree already.
        let last = engine.lastNumber
        // Hosts first: one that a subscriber attaches has drawn these changes.
        hosts.notify(of: Optional(changes))
        if !changes.isEmpty, !trees.isEmpty { trees.notify(of: tree(), upTo: last) }
    }

    func notifyRootListeners<M: Module>(_ type: M.Type, of output: M.Output) {
        rootOutputs[ObjectIdentifier(type)]?.notify(of: output)
    }

    /// Ends all subscriptions.
    func close() {
        trees.close()
        hosts.notify(of: [SceneChange]?.none)
        hosts.close()
        for listeners in rootOutputs.values { listeners.close() }
    }
}
