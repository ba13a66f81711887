/// Where scenes stand one upon the other: the window, a modal layer, a named place of a scene.
final class Frame {
    enum Kind {
        case root
        case modal
        case place(String)
    }

    let kind: Kind
    /// Grows in the order in which frames were made, and tells those of one kind apart.
    let number: UInt64
    /// Whether scenes can be pushed.
    let isStacked: Bool
    /// The scene whose place it is.
    private(set) weak var host: SceneNode?
    /// From the first to what was pushed last. Only the end is ever cut off, so each keeps its place.
    var nodes: [SceneNode] = []

    init(_ kind: Kind, number: UInt64, isStacked: Bool, host: SceneNode? = nil) {
        (self.kind, self.number, self.isStacked, self.host) = (kind, number, isStacked, host)
    }
}

/// Where a scene is to stand, and who presents it.
struct NodeSeat {
    unowned let scenes: Scenes
    let frame: Frame
    let presenter: SceneNode?
    let port: PortName?
    /// By which of the operations of which transition it came, so that it can be restored.
    let origin: Origin?

    struct Origin {
        let transition: Any
        /// Which of the transition's ways in.
        let number: Int
    }
}

/// A scene, with its module's type hidden.
class SceneNode {
    let id: Navigator.Scene.ID
    unowned let scenes: Scenes
    // The frame and the presenter stay as long as the scene does: it goes before they do.
    unowned let frame: Frame
    private(set) weak var presenter: SceneNode?
    let port: PortName?
    let origin: NodeSeat.Origin?
    /// Its place in the frame.
    let index: Int
    /// What is embedded in it.
    var places: [String: Frame] = [:]
    /// The scenes that it presented, showed or embedded, by their numbers.
    var children: [UInt64: SceneNode] = [:]
    /// Those of them that are on a port, the newest last.
    var ports: [PortName: [SceneNode]] = [:]
    /// Whether it is going, with others.
    var isLeaving = false

    init(_ seat: NodeSeat) {
        let id = Navigator.Scene.ID(seat.scenes.engine.takeNumber())
        (self.id, scenes, frame, presenter) = (id, seat.scenes, seat.frame, seat.presenter)
        (port, origin, index) = (seat.port, seat.origin, seat.frame.nodes.count)
    }

    var anyCore: any AnyCore { missing() }
    var type: any Module.Type { missing() }
    /// Performs what happens first.
    func begin(job: Job?) { missing() }
    /// Ends the store, and tells whoever wants to know.
    func end() { missing() }
    /// What the module says when the person asks to leave; `nil` if it allows it, else what it does instead.
    func objection() -> ((Job?) -> Void)? { missing() }
    /// What its router makes of a transition, if it is one of its own.
    func operations(for transition: Any) -> [RouteOperation]? { missing() }
    /// Has a transition wait its turn, as though its reducer had asked for it; whether it is one of its own.
    func follow(_ transition: Any, job: Job?) -> Bool { missing() }
    /// What it knows.
    var anyState: Any { missing() }
    /// What is stored of it.
    func stored() throws(StoredTree.Failure) -> StoredTree.Entry { missing() }

    private func missing() -> Never { preconditionFailure("Every kind of node says this itself.") }

    /// One that was on a port has gone; of many it is most often the newest.
    func vacate(_ port: PortName, _ node: SceneNode) {
        guard let index = ports[port]?.lastIndex(where: { $0 === node }) else { return }
        ports[port]?.remove(at: index)
        if ports[port]?.isEmpty == true { ports[port] = nil }
    }

    /// The frames that it stands in, the nearest first, each with the scene in it that it is or is embedded in.
    var surroundings: some Sequence<(frame: Frame, node: SceneNode)> {
        sequence(first: (frame: frame, node: self)) { _, node in node.frame.host.map { ($0.frame, $0) } }
    }

    /// What it is known as outside. Found out when it is placed: it keeps its place, and a fault may name it when what it stood
    /// in has gone.
    private(set) lazy var scene = makeScene()

    private func makeScene() -> Navigator.Scene {
        let position: Navigator.Scene.Position =
            switch frame.kind {
            case _ where index > 0: .above(frame.nodes[index - 1].id)
            case .root: .root
            case .modal: .modal
            case .place(let name): frame.host.map { .place(name, of: $0.id) } ?? .root
            }
        return Navigator.Scene(
            id: id, type: type, presenter: presenter?.id, port: port?.name, position: position,
            isStacked: frame.isStacked)
    }
}

/// A scene.
final class ModuleNode<M: Module>: SceneNode {
    let store: Store<M>
    let required: M.Requirement?
    private let isRestored: Bool
    private var onEnd: (() -> Void)?

    init(
        _ module: M, _ state: M.State, _ required: M.Requirement?, _ hearing: Hearing<M>, _ seat: NodeSeat,
        isRestored: Bool
    ) {
        store = Store(state, module, on: seat.scenes.engine)
        (self.required, self.isRestored) = (required, isRestored)
        super.init(seat)
        core.seat = Seat(self, fold: hearing.fold?(self), hear: hearing.hear?(self))
        onEnd = hearing.end?(self)
    }

    var core: StoreCore<M> { store.core }
    private var state: M.State { core.memory.pointee.state }
    override var anyCore: any AnyCore { core }
    override var type: any Module.Type { M.self }

    override func begin(job: Job?) {
        core.reducer.listen(store)
        core.perform(isRestored ? core.reducer.resume(state) : core.reducer.start(state), job: job)
    }

    override func end() {
        scenes.engine.retire(core)
        onEnd.take()?()
    }

    override func objection() -> ((Job?) -> Void)? {
        switch core.reducer.leave(state) {
        case .allow: nil
        case .refuse: { _ in }
        case .instead(let action): { [core] in core.enqueue(action, job: $0) }
        }
    }

    override func operations(for transition: Any) -> [RouteOperation]? {
        (transition as? M.Transition).map { core.reducer.operations(for: $0) }
    }

    override func follow(_ transition: Any, job: Job?) -> Bool {
        guard let transition = transition as? M.Transition else { return false }
        core.engine.enqueue(TransitionTurn(transition, of: core), job: job)
        return true
    }

    override var anyState: Any { state }

    override func stored() throws(StoredTree.Failure) -> StoredTree.Entry { try StoredTree.Entry(self, state) }

    /// Goes where `transition` says.
    func route(_ transition: M.Transition, job: Job?) {
        let scenes = scenes
        scenes.perform(core.reducer.operations(for: transition), for: self, by: transition, job: job)
        scenes.tell()
    }
}

/// What a store knows of the scene that it belongs to.
final class Seat<R: Reducer> {
    /// `nil` when it has gone.
    private(set) weak var scene: SceneNode?
    /// The window that it stood in, for outputs whose turn comes when it has gone.
    private(set) weak var scenes: Scenes?
    /// Folds an output in the store of whoever presented the scene.
    let fold: ((R.Output) -> Void)?
    /// Hears an output when it has been folded.
    let hear: ((R.Output) -> Void)?
    let route: (R.Transition, Job?) -> Void

    fileprivate init(
        _ scene: ModuleNode<R>, fold: ((R.Output) -> Void)?, hear: ((R.Output) -> Void)?
    ) where R: Module {
        (self.scene, scenes, self.fold, self.hear) = (scene, scene.scenes, fold, hear)
        route = { [weak scene] in scene?.route($0, job: $1) }
    }
}
