public import Millrace
public import Observation

/// The scenes of one window as a tree: modules at their positions, each with its own store.
///
/// ```swift
/// let navigator = Navigator(root: Feed(), stacked: true, on: engine)
/// navigator.store(of: Feed.self)?.send(.tapped(3))      // Feed's router shows Item
/// print(navigator.tree)                                 // Feed, and Item pushed on it
/// ```
/// Modules navigate only with their routers. A ``Navigator/Host`` draws the tree and sends the user's requests; the navigator
/// accepts or refuses them. The application can add and remove scenes too, for example with
/// ``present(_:with:stacked:onOutput:onRemoval:)``. A navigator works without a host, so tests need only a navigator.
///
/// A navigator belongs to its engine's actor. When the navigator is released, its scenes are removed, with their stores and
/// effects. An engine may have several navigators: one for each window.
public final class Navigator {
    /// The engine of the navigator's stores.
    public let engine: Engine
    let runtime: SceneRuntime

    /// Creates a window with the root module `root`, which requires `requirement`.
    ///
    /// The root's start flow has been performed when this initializer returns. Within a turn, the messages of that flow are
    /// queued. If `stacked` is true, other scenes can be pushed on the root. ``RouteBuilder/replace(_:with:stacked:)`` replaces
    /// the root.
    @inlinable public convenience init<Root: Module>(
        root: Root, with requirement: Root.Requirement, stacked: Bool = false, on engine: Engine
    ) {
        self.init(on: engine) { $0.begin(with: .replace(root, with: requirement, stacked: stacked)) }
    }

    /// Creates a window with the root module `root`, which requires nothing.
    @inlinable public convenience init<Root: Module>(root: Root, stacked: Bool = false, on engine: Engine)
    where Root.Requirement == Void { self.init(root: root, with: (), stacked: stacked, on: engine) }

    /// Creates a window with a stored tree, whose root may be any of `roots`; see ``restore(_:roots:)``.
    ///
    /// - Throws: ``StoredTree/Failure``.
    public convenience init(
        restoring tree: StoredTree, roots: any Module..., on engine: Engine
    ) throws(StoredTree.Failure) {
        let plan = try RestorationPlan(tree, roots)
        self.init(on: engine) { Restoration(plan, in: $0).proceed(scope: 0) }
    }

    @usableFromInline init(on engine: Engine, _ begin: (SceneRuntime) -> Void) {
        (self.engine, runtime) = (engine, SceneRuntime(on: engine))
        runtime.navigator = self
        if engine.isShutDown {
            engine.report(.shutDown("A navigator"))
            return
        }
        engine.attachments[ObjectIdentifier(runtime)] = runtime
        engine.perform {
            begin(runtime)
            runtime.notifyObservers()
        }
    }

    /// Removes all scenes, and closes the window. No scene can be presented afterwards.
    ///
    /// A host calls it when its window has closed. The release of the navigator does the same, but code that waits for an answer of the
    /// user may still retain the navigator. That code continues without an answer.
    ///
    /// Call it on the actor of ``engine``. If a turn is in progress, the scenes are removed in it. A second call has no effect.
    public func end() { engine.perform { runtime.close() } }

    /// The navigator may be released on any thread. Its scenes are removed on the engine's actor.
    deinit {
        // Safe: used on the engine's actor, or after that actor was released, when no other code can use the runtime.
        nonisolated(unsafe) let runtime = runtime
        engine.performOnActor({ $0.perform { runtime.close() } }, orElse: { runtime.close() })
    }
}

// MARK: - The tree

extension Navigator {
    /// The current tree. The Observation framework tracks reads of this property.
    public var tree: SceneTree {
        runtime.observers.noteRead()
        return runtime.tree
    }

    /// Returns the store of a scene; `nil` if the scene was removed, or belongs to another module.
    ///
    /// The store closes when its scene is removed. An action for a closed store is ``Fault/Kind/storeReleased``.
    public func store<M: Module>(of id: Navigator.Scene.ID, as type: M.Type = M.self) -> Store<M>? {
        runtime.layout.context(of: id)?.store as? Store<M>
    }

    /// Returns the store of the newest scene of a module; `nil` if there is none. The search takes time in proportion to the
    /// number of scenes.
    public func store<M: Module>(of type: M.Type) -> Store<M>? {
        runtime.layout.scenes.reversed().lazy.compactMap { $0.context?.store as? Store<M> }.first
    }

    /// Calls `body` with the tree: now, and after each turn that changed it.
    ///
    /// `body` runs on the engine's actor. Subscribers are called in the order of registration. Within a turn, the first call
    /// follows after that turn. The subscription ends when `owner` is released. The cost of each call grows with the tree; a
    /// ``Navigator/Host`` receives only the changes.
    @discardableResult
    public func subscribe(owner: AnyObject? = nil, _ body: @escaping (SceneTree) -> Void) -> Subscription {
        let subscription = runtime.observers.trees.add(number: engine.takeNumber(), owner: owner, body)
        // Within the loop, so that requests that `body` sends are queued.
        engine.performAfterTurn { [runtime] in
            if subscription.isActive { body(runtime.tree) }
        }
        return subscription
    }

    /// Calls `body` with each output of the window's root, as long as the root is a module of this type.
    ///
    /// `body` runs on the engine's actor, in the output's turn. The subscription continues if the root is replaced by another
    /// scene. It ends when `owner` is released.
    @discardableResult
    public func onOutput<M: Module>(
        of type: M.Type, owner: AnyObject? = nil, _ body: @escaping (M.Output) -> Void
    ) -> Subscription {
        runtime.observers.outputs.add(number: engine.takeNumber(), owner: owner) { (root: SceneObservers.Output) in
            if root.module == type, let output = root.output as? M.Output { body(output) }
        }
    }
}

extension Navigator: Observable {}

// MARK: - Requests

extension Navigator {
    /// Requests a change of the tree.
    ///
    /// The request and the messages that it causes are processed before this function returns. If a turn is in progress, the
    /// request is queued.
    ///
    /// - Returns: the receipt. It throws ``RequestError`` if the request was refused.
    @discardableResult
    public func request(_ request: Request) -> Receipt { send(request) }

    func send(_ request: Request, roots: [any Module] = []) -> Receipt {
        engine.dispatch("The request \(request)") {
            engine.effects.enqueue(RequestMessage(request, to: runtime, roots: roots), scope: $0)
        }
    }

    /// Enqueues a transition of a scene, as though its reducer had returned it. The transition passes the middleware. Hosts use
    /// it for URLs.
    ///
    /// - Returns: `nil` if the scene has been removed. A transition of another module is ignored.
    @discardableResult
    public func follow(_ transition: Any, from id: Navigator.Scene.ID) -> Receipt? {
        guard let context = runtime.layout.context(of: id) else { return nil }
        return engine.dispatch("The transition \(transition)") {
            context.presentation.module.enqueue(transition, of: context.core, on: engine, scope: $0)
        }
    }

    /// Returns the module of a scene: the value with which the scene was presented. `nil` for a removed scene and another type.
    public func module<M: Module>(of id: Navigator.Scene.ID, as type: M.Type) -> M? {
        runtime.layout.context(of: id)?.presentation.module as? M
    }

    /// Presents a module as a modal layer that belongs to the window and to no scene. Call this from middleware or from the
    /// application.
    ///
    /// - Parameters:
    ///   - module: the module.
    ///   - requirement: the data that it requires.
    ///   - stacked: whether other scenes can be pushed on it.
    ///   - onOutput: the function to call with each of its outputs, in the output's turn.
    ///   - onRemoval: the function to call once when its scene has been removed, for any reason. It runs in the same turn,
    ///     after the observers of the tree.
    @discardableResult
    public func present<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, stacked: Bool = false,
        onOutput: @escaping (Child.Output) -> Void = { _ in }, onRemoval: @escaping () -> Void = {}
    ) -> Receipt {
        var handlers = OutputHandlers { (output: Child.Output, _) in onOutput(output) }
        handlers.onRemoval = { $0.runtime.callLater(onRemoval) }
        let presentation = Presentation(module, requirement, handlers)
        return request(.present(.init(verb: .present, presentation, isStacked: stacked)))
    }

    /// Replaces everything in the window by a module, also after ``close()``.
    @discardableResult
    public func replace<Root: Module>(
        by root: Root, with requirement: Root.Requirement, stacked: Bool = false
    ) -> Receipt { request(.present(.replace(root, with: requirement, stacked: stacked))) }

    /// Presents a module that requires nothing as a modal layer that belongs to the window.
    @discardableResult
    public func present<Child: Module>(
        _ module: Child, stacked: Bool = false, onOutput: @escaping (Child.Output) -> Void = { _ in },
        onRemoval: @escaping () -> Void = {}
    ) -> Receipt where Child.Requirement == Void {
        present(module, with: (), stacked: stacked, onOutput: onOutput, onRemoval: onRemoval)
    }

    /// Replaces everything in the window by a module that requires nothing.
    @discardableResult
    public func replace<Root: Module>(by root: Root, stacked: Bool = false) -> Receipt
    where Root.Requirement == Void { replace(by: root, with: (), stacked: stacked) }

    /// Closes the window: removes all its scenes without asking their modules. Observers are notified and stay registered.
    @discardableResult
    public func close() -> Receipt { request(.removeAll) }
}
