extension Navigator {
    /// Draws a navigator's tree, and tells it what the person does: a web page, a SwiftUI view, a window, a text.
    ///
    /// The tree decides; a host only draws. It keeps a picture of its own, which it changes as it is told:
    /// ```swift
    /// final class Page: Navigator.Host {
    ///     func draw(_ changes: [SceneChange], of navigator: Navigator) {
    ///         for change in changes {
    ///             switch change {
    ///             case .began(let scene): show(scene, navigator.store(of: scene.id, as: Feed.self))
    ///             case .ended(let id): remove(id)
    ///             }
    ///         }
    ///     }
    /// }
    /// navigator.attach(page)
    /// ```
    /// When the person goes back, puts a modal layer away or closes the window, the host asks by ``Navigator/request(_:)`` and
    /// draws what it is told; a tap is an action that it sends to the scene's store. What it asks may be refused, and it is
    /// told then too, with no change: if it has moved something already, it puts it back. It may ask for what has gone
    /// meanwhile; that is refused, and no fault. Where taps come late, as from a browser, keep a scene's id and not its store,
    /// and ask ``Navigator/store(of:as:)`` for it: an action for a store that has gone is a fault.
    ///
    /// MillraceTesting has a conformance suite that every host should pass.
    public protocol Host: AnyObject {
        /// Draws what has changed, in order.
        ///
        /// Called on the engine's actor: when it is attached, with every scene that is there; after each turn that changed the tree;
        /// and after each request that came to nothing, because it was refused or middleware ended it, with nothing. A scene begins
        /// after those that it stands in or upon, and ends before them. When it is called the tree and the stores are as after the
        /// turn: each scene that began is there. What the host sends or asks for meanwhile waits its turn.
        func draw(_ changes: [SceneChange], of navigator: Navigator)

        /// Puts away all that it has drawn: the navigator has gone, or its engine was shut down, and nothing comes after this.
        ///
        /// Called once, on the engine's actor. Nothing happens unless declared.
        func navigatorEnded()
    }
}

extension Navigator.Host {
    /// It stays as it is.
    public func navigatorEnded() {}
}

extension Navigator {
    /// Has `host` draw the tree: as it is now, and each change, until the subscription ends or the host goes. Several may.
    ///
    /// The host is not kept alive.
    @discardableResult
    public func attach(_ host: some Navigator.Host) -> Subscription {
        // What has changed in this turn is in what it is told first.
        scenes.tell()
        let subscription = scenes.hosts.add(number: engine.takeNumber(), owner: host) {
            [weak host, weak self] changes in
            guard let host else { return }
            guard let changes else { return host.navigatorEnded() }
            if let self { host.draw(changes, of: self) }
        }
        // Within the loop: what it sends or asks for while it draws waits until it has drawn.
        engine.perform {
            host.draw(scenes.tree.scenes.map { .began($0) }, of: self)
            if subscription.isCancelled { host.navigatorEnded() }
        }
        return subscription
    }
}
