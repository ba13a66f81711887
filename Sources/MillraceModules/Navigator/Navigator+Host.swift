public import Millrace

extension Navigator {
    /// An object that draws a navigator's tree, for example as a web page or a SwiftUI view, and sends the user's requests to
    /// the navigator.
    ///
    /// The navigator decides about the tree; a host only draws it. The host receives the changes of the tree and updates its
    /// drawing:
    /// ```swift
    /// final class Page: Navigator.Host {
    ///     func draw(_ changes: [SceneChange], of navigator: Navigator) {
    ///         for change in changes {
    ///             switch change {
    ///             case .added(let scene): show(scene, navigator.store(of: scene.id, as: Feed.self))
    ///             case .removed(let id): remove(id)
    ///             }
    ///         }
    ///     }
    /// }
    /// navigator.attach(page)
    /// ```
    /// When the user goes back, dismisses a modal layer or closes the window, the host sends a request with
    /// ``Navigator/request(_:)``. It then draws the changes that it receives. For a tap, the host sends an action to the
    /// scene's store.
    ///
    /// After a refused request, the host receives an empty list of changes. If the host has already moved something on the
    /// screen, it must undo that. A request about a removed scene is refused, and reports no fault.
    ///
    /// If taps may arrive late, for example from a browser, keep a scene's id instead of its store. For each tap, call
    /// ``Navigator/store(of:as:)``. An action for a closed store reports a fault.
    ///
    /// MillraceTesting has a conformance suite that every host should pass.
    public protocol Host: AnyObject {
        /// Draws the changes, in order.
        ///
        /// Called on the engine's actor:
        /// - when the host is attached, with every scene of the tree;
        /// - after each turn that changed the tree;
        /// - with no changes, after each request that changed nothing, for example because it was refused.
        ///
        /// A scene is added after the scene that embeds it and after the scene below it in its stack, and removed before both.
        /// The tree and the stores are in their state after the turn. Actions and requests that the host sends during this call
        /// are queued.
        func draw(_ changes: [SceneChange], of navigator: Navigator)

        /// Removes everything that the host has drawn, because the navigator was released or its engine was shut down.
        ///
        /// Called once, after the last call of ``draw(_:of:)``, on the engine's actor. The default implementation does nothing.
        func navigatorEnded()
    }
}

extension Navigator.Host {
    /// Does nothing.
    public func navigatorEnded() {}
}

extension Navigator {
    /// Attaches a host. The host draws the current tree now, and each change until the subscription ends or the host is
    /// released.
    ///
    /// A navigator may have several hosts. It does not retain them.
    @discardableResult
    public func attach(_ host: some Navigator.Host) -> Subscription {
        // The other observers receive the changes of this turn first. The new host draws them with the current tree.
        runtime.notifyObservers()
        let hosts = runtime.observers.hosts
        let subscription = hosts.add(number: engine.takeNumber(), owner: host) {
            [weak host, weak self] (changes: [SceneChange]?) in
            guard let host else { return }
            guard let changes else { return host.navigatorEnded() }
            if let self { host.draw(changes, of: self) }
        }
        // Within the loop, so that messages that the host sends while it draws are queued.
        engine.perform {
            host.draw(runtime.tree.scenes.map { .added($0) }, of: self)
            if subscription.isCancelled { host.navigatorEnded() }
        }
        return subscription
    }
}
