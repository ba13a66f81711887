public import Millrace

extension Navigator {
    /// Draws a navigator's tree, and sends it what the person does: a web page, a SwiftUI view, a window, a text.
    ///
    /// The tree decides; a host only draws. It keeps a picture of its own and applies the changes that it receives:
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
    /// When the person goes back, dismisses a modal layer or closes the window, the host sends a ``Navigator/request(_:)`` and draws
    /// the changes that it then receives. A tap is an action that it sends to the scene's store. After a refused request it
    /// receives no changes: if it has moved something already, it puts it back. A request about a removed scene is refused and
    /// is no fault. If taps come late, as from a browser, keep a scene's id instead of its store and call
    /// ``Navigator/store(of:as:)``: an action for a store that has been closed is a fault.
    ///
    /// MillraceTesting has a conformance suite that every host should pass.
    public protocol Host: AnyObject {
        /// Draws the changes, in order.
        ///
        /// Called on the engine's actor: when the host is attached, with every scene that is there; after each turn that changed
        /// the tree; and without changes after each request that was refused or that middleware ended. A scene is added after
        /// those that it stands in or upon, and removed before them. The tree and the stores are as after the turn. Actions and
        /// requests that the host sends meanwhile are queued.
        func draw(_ changes: [SceneChange], of navigator: Navigator)

        /// Removes all that it has drawn: the navigator has been released, or its engine was shut down.
        ///
        /// Called once and last, on the engine's actor. Defaults to nothing.
        func navigatorEnded()
    }
}

extension Navigator.Host {
    /// Does nothing.
    public func navigatorEnded() {}
}

extension Navigator {
    /// Attaches a host, which draws the tree as it is now and each change, until the subscription ends or the host is released.
    /// A navigator may have several hosts, and does not retain them.
    @discardableResult
    public func attach(_ host: some Navigator.Host) -> Subscription {
        // The first drawing includes the changes of this turn.
        runtime.notifyObservers()
        let subscription = runtime.observers.addHost(host) { [weak host, weak self] changes in
            guard let host else { return }
            guard let changes else { return host.navigatorEnded() }
            if let self { host.draw(changes, of: self) }
        }
        // Within the loop: what it sends while it draws is queued.
        engine.perform {
            host.draw(runtime.tree.scenes.map { .added($0) }, of: self)
            if subscription.isCancelled { host.navigatorEnded() }
        }
        return subscription
    }
}
