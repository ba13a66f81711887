public import Observation

/// The tree of what is on the screen of one window: which module stands where, each with its own store.
///
/// ```swift
/// let navigator = Navigator(root: Feed(), stacked: true, on: engine)
/// navigator.store(of: Feed.self)?.send(.tapped(3))      // Feed's router shows Item
/// print(navigator.tree)                                 // Feed, and upon it Item
/// ```
/// Only routers navigate, and hosts ask: a ``Navigator/Host`` draws the tree and tells what the person did, the tree decides. Without a
/// host it does all the same, so a test needs nothing more than a navigator.
///
/// It lives on its engine's actor. When it goes, its scenes go, and with them their stores and all that these run.
/// Several on one engine are several windows.
public final class Navigator {
    /// The loop that its stores are on.
    public let engine: Engine
    let scenes: Scenes

    /// A window with `root` in it, which requires `requirement`.
    ///
    /// Its scene has begun when this returns, unless that is within a turn: what it starts then comes after. Which module is the
    /// first is for any condition to say; ``Route/replace(_:with:stacked:)`` puts another in its place. Where `stacked`,
    /// others can be pushed upon the root.
    public convenience init<Root: Module>(
        root: Root, with requirement: Root.Requirement, stacked: Bool = false, on engine: Engine
    ) {
        self.init(on: engine) { $0.replace(by: ModulePresentation(root, requirement, stacked, nil, .root), job: nil) }
    }

    /// A window with `root` in it, which requires nothing.
    public convenience init<Root: Module>(root: Root, stacked: Bool = false, on engine: Engine)
    where Root.Requirement == Void { self.init(root: root, with: (), stacked: stacked, on: engine) }

    /// A window with what was stored in it, the root of which may be any of `roots`; see ``restore(_:roots:)``.
    ///
    /// - Throws: ``StoredTree/Failure``.
    public convenience init(
        restoring tree: StoredTree, roots: any Module..., on engine: Engine
    ) throws(StoredTree.Failure) {
        let plan = try RestoringPlan(tree, roots)
        self.init(on: engine) { RestoringTurn(plan, of: $0).goOn(job: nil) }
    }

    private init(on engine: Engine, _ begin: (Scenes) -> Void) {
        (self.engine, scenes) = (engine, Scenes(on: engine))
        scenes.navigator = self
        if engine.isShutDown {
            engine.report(.shutDown("A navigator"))
            return
        }
        engine.windows[ObjectIdentifier(scenes)] = AtHome(scenes)
        engine.perform {
            begin(scenes)
            scenes.tell()
        }
    }

    /// As a store, it may be let go of anywhere; its scenes go on the engine's actor.
    deinit {
        // Safe: opened on the engine's actor, or when it has gone and nobody else can touch it.
        nonisolated(unsafe) let scenes = scenes
        if engine.mailbox.canDeliver { engine.mailbox.post { $0.perform { scenes.close() } } } else { scenes.close() }
    }
}

// MARK: - Looking

extension Navigator {
    /// What stands where now. Reading it takes part in Observation.
    public var tree: SceneTree {
        _ = scenes.tracker.noteRead()
        return scenes.tree
    }

    /// The store of a scene; `nil` if the scene has gone, or is of another module.
    ///
    /// Whoever keeps it longer than the scene has a store that folds nothing any more.
    public func store<M: Module>(of id: Navigator.Scene.ID, as type: M.Type = M.self) -> Store<M>? {
        (scenes[id] as? ModuleNode<M>)?.store
    }

    /// The store of the newest scene of this module; `nil` if there is none. It looks through all scenes.
    public func store<M: Module>(of type: M.Type) -> Store<M>? {
        scenes.nodes.values.lazy.compactMap { $0 as? ModuleNode<M> }.max { $0.id < $1.id }?.store
    }

    /// Tells `body` the tree: now, and after each turn that changed it.
    ///
    /// On the engine's actor, in the order of registration. The subscription ends when `owner` goes. Each change costs as much
    /// as the tree is large, because the whole of it is told; a ``Navigator/Host`` is told what has changed.
    @discardableResult
    public func subscribe(owner: AnyObject? = nil, _ body: @escaping (SceneTree) -> Void) -> Subscription {
        let subscription = scenes.watchers.add(number: engine.takeNumber(), owner: owner, body)
        // Within the loop: what it asks for while it is told waits until it has been.
        engine.perform { body(scenes.tree) }
        return subscription
    }

    /// Tells `body` each output of the window's root while that is a module of this type: also of one that takes the place of
    /// the first.
    @discardableResult
    public func listen<M: Module>(
        toOutputsOf type: M.Type, owner: AnyObject? = nil, _ body: @escaping (M.Output) -> Void
    ) -> Subscription {
        let key = ObjectIdentifier(type)
        let hearers = scenes.rootHearers[key] as? Hearers<M.Output> ?? Hearers()
        scenes.rootHearers[key] = hearers
        return hearers.add(number: engine.takeNumber(), owner: owner, body)
    }
}

extension Navigator: Observable {}

// MARK: - Asking

extension Navigator {
    /// Asks for a change of the tree: now, with all that follows from it at once, or in its turn when a turn is under way.
    ///
    /// - Returns: the receipt. Whoever awaits it gets ``Refusal`` where the tree stayed as it was.
    @discardableResult
    public func request(_ request: Request) -> Receipt { send(request) }

    func send(_ request: Request, roots: [any Module] = []) -> Receipt {
        engine.dispatch("The request \(request)") {
            engine.enqueue(RequestTurn(request, of: scenes, roots: roots), job: $0)
        }
    }

    /// Presents a module as a modal layer that belongs to no scene but to the window: for middleware and the application.
    ///
    /// - Parameters:
    ///   - module: the module.
    ///   - requirement: what it requires.
    ///   - stacked: whether others can be pushed upon it.
    ///   - hear: hears each of its outputs, in the output's turn.
    ///   - ended: hears that it has gone, once, whoever closed it: in the same turn, after those who watch the tree.
    @discardableResult
    public func present<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, stacked: Bool = false,
        hear: @escaping (Child.Output) -> Void = { _ in }, ended: @escaping () -> Void = {}
    ) -> Receipt {
        let hearing = Hearing<Child>.functions(hear: hear, end: ended)
        return request(.enter(.init(.present, ModulePresentation(module, requirement, stacked, nil, hearing))))
    }

    /// Puts a module in the place of all that is in the window; one that was closed opens again.
    @discardableResult
    public func replace<Root: Module>(
        by root: Root, with requirement: Root.Requirement, stacked: Bool = false
    ) -> Receipt { request(.enter(.replace(root, with: requirement, stacked: stacked))) }

    /// Presents a module that requires nothing as a modal layer of the window's own.
    @discardableResult
    public func present<Child: Module>(
        _ module: Child, stacked: Bool = false, hear: @escaping (Child.Output) -> Void = { _ in },
        ended: @escaping () -> Void = {}
    ) -> Receipt where Child.Requirement == Void {
        present(module, with: (), stacked: stacked, hear: hear, ended: ended)
    }

    /// Puts a module that requires nothing in the place of all that is in the window.
    @discardableResult
    public func replace<Root: Module>(by root: Root, stacked: Bool = false) -> Receipt
    where Root.Requirement == Void { replace(by: root, with: (), stacked: stacked) }

    /// Closes the window: all its scenes go, whatever their modules say. Those who watch are told, and stay.
    @discardableResult
    public func close() -> Receipt { request(.endAll) }
}
