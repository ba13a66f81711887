import Millrace

/// The observers of a window: hosts, subscribers to its tree, and listeners to the outputs of its root.
final class SceneObservers {
    typealias Output = (module: any Module.Type, output: Any)

    /// The subscribers. They receive each new ``SceneTree``.
    let trees = ObserverList()
    /// The hosts. They receive the changes, or `nil` when the navigator was released or its engine was shut down.
    let hosts = ObserverList()
    /// The listeners to outputs of the root. They receive each output with the type of the root's module.
    let outputs = ObserverList()
    /// Tracks the reads of the tree, for Observation.
    private let tracker = Tracker()
    /// Whether Observation has tracked a read since the tree last changed.
    private var isTracked = false

    var count: Int { trees.count + hosts.count + outputs.count }

    /// Whether a change has no observer.
    var isEmpty: Bool { trees.isEmpty && hosts.isEmpty && !isTracked }

    func noteRead() { if tracker.noteRead() { isTracked = true } }

    /// Notifies all observers of changes. Notifies only the hosts if there are no changes.
    ///
    /// - Parameter last: the number of the newest subscriber. A subscriber that registers during the notification has already
    ///   received the newest tree.
    func notify(_ changes: [SceneChange], of tree: @autoclosure () -> SceneTree, upTo last: UInt64) {
        if !changes.isEmpty, isTracked {
            // The notified observers read the tree again, which sets this flag again.
            isTracked = false
            tracker.alert()
        }
        // Hosts first: a host that a subscriber attaches has already drawn these changes.
        hosts.notify(of: Optional(changes))
        if !changes.isEmpty, !trees.isEmpty { trees.notify(of: tree(), upTo: last) }
    }

    /// Ends all subscriptions.
    func close() {
        hosts.notify(of: [SceneChange]?.none)
        for list in [trees, hosts, outputs] { list.close() }
    }
}
