/// The tree of a navigator: which scene stands where, what goes with what.
///
/// What comes in, and what goes without others, costs the same however many scenes there are.
final class Scenes {
    /// Safe: the navigator holds its engine, and an engine closes its windows before it goes.
    unowned(unsafe) let engine: Engine
    /// The window's own frame; `nil` when the window was closed.
    private(set) var root: Frame?
    private(set) var modals: [UInt64: Frame] = [:]
    private(set) var nodes: [UInt64: SceneNode] = [:]
    /// What has changed since those who watch were told.
    var changes: [SceneChange] = []
    /// Functions of the application that hear of scenes that have gone: when the change is whole, because they may do anything.
    var endings: [() -> Void] = []
    let watchers = Hearers<SceneTree>()
    /// They are told what has changed, and `nil` when nothing comes any more.
    let hosts = Hearers<[SceneChange]?>()
    /// Those who listen to the outputs of the root, by the type of its module.
    var rootHearers: [ObjectIdentifier: AnyHearers] = [:]
    let tracker = Tracker()
    /// The tree as it is now, once somebody has asked.
    var known: SceneTree?
    weak var navigator: Navigator?

    init(on engine: Engine) { self.engine = engine }

    var isClosed: Bool { root == nil }
    /// Whether the navigator has gone or its engine was shut down: nothing comes in any more.
    private(set) var hasEnded = false

    subscript(id: Navigator.Scene.ID) -> SceneNode? { nodes[id.number] }

    // MARK: Coming in

    /// Puts a scene in the place of the whole window.
    @discardableResult
    func replace(by presentation: Presentation, stored: Any? = nil, job: Job?) -> SceneNode {
        clear()
        let frame = Frame(.root, number: engine.takeNumber(), isStacked: presentation.isStacked)
        root = frame
        return place(presentation, in: frame, presenter: nil, nil, stored, job)
    }

    /// Places a scene that comes in by `verb`.
    @discardableResult
    func place(
        _ presentation: Presentation, by verb: RouteOperation.Verb, presenter: SceneNode?, _ origin: NodeSeat.Origin?,
        stored: Any? = nil, job: Job?
    ) -> SceneNode {
        let frame: Frame
        switch verb {
        case .embed(let name):
            if let other = presenter?.places[name]?.nodes.first { leave(other) }
            frame = makeFrame(.place(name), presentation, host: presenter)
            presenter?.places[name] = frame
        case .show:
            let stack = presenter.map { $0.surroundings.first { $0.frame.isStacked }?.frame } ?? root
            frame = stack.flatMap { $0.isStacked ? $0 : nil } ?? makeModal(presentation)
        default: frame = makeModal(presentation)
        }
        return place(presentation, in: frame, presenter: presenter, origin, stored, job)
    }

    private func makeModal(_ presentation: Presentation) -> Frame {
        let frame = makeFrame(.modal, presentation, host: nil)
        modals[frame.number] = frame
        return frame
    }

    private func makeFrame(_ kind: Frame.Kind, _ presentation: Presentation, host: SceneNode?) -> Frame {
        Frame(kind, number: engine.takeNumber(), isStacked: presentation.isStacked, host: host)
    }

    @discardableResult
    private func place(
        _ presentation: Presentation, in frame: Frame, presenter: SceneNode?, _ origin: NodeSeat.Origin?,
        _ stored: Any?, _ job: Job?
    ) -> SceneNode {
        let seat = NodeSeat(
            scenes: self, frame: frame, presenter: presenter, port: presentation.port, origin: origin)
        let node = presentation.makeNode(seat, stored)
        nodes[node.id.number] = node
        frame.nodes.append(node)
        presenter?.children[node.id.number] = node
        if let port = node.port { presenter?.ports[port, default: []].append(node) }
        changes.append(.began(node.scene))
        node.begin(job: job)
        return node
    }

    // MARK: Going

    /// Takes `first` away with what goes with it: what stands upon it, and what it presented, showed or embedded.
    ///
    /// The newer go first, so nobody sees a scene without what it stands in.
    func leave(_ first: SceneNode) { leave(all: leaving(with: first)) }

    private func leave(all nodes: [SceneNode]) {
        for node in nodes { node.isLeaving = true }
        for node in nodes { remove(node) }
    }

    /// Every scene, the newest first.
    var newestFirst: [SceneNode] { nodes.values.sorted { $0.id > $1.id } }

    /// Takes all away.
    func clear() { leave(all: newestFirst) }

    /// Those that go with `first`, it among them: the newest first.
    func leaving(with first: SceneNode) -> [SceneNode] {
        // Not by recursion: ten thousand may stand one upon the other.
        var (found, pending): ([UInt64: SceneNode], [SceneNode]) = ([:], [first])
        while let node = pending.popLast() {
            guard found.updateValue(node, forKey: node.id.number) == nil else { continue }
            // With the one upon it goes the one upon that.
            if node.index + 1 < node.frame.nodes.count { pending.append(node.frame.nodes[node.index + 1]) }
            pending += node.children.values
        }
        return found.values.sorted { $0.id > $1.id }
    }

    private func remove(_ node: SceneNode) {
        let frame = node.frame
        frame.nodes.removeLast()
        if frame.nodes.isEmpty { remove(frame) }
        nodes[node.id.number] = nil
        if let presenter = node.presenter {
            presenter.children[node.id.number] = nil
            if let port = node.port { presenter.vacate(port, node) }
        }
        changes.append(.ended(node.id))
        node.end()
    }

    private func remove(_ frame: Frame) {
        switch frame.kind {
        case .root: root = nil
        case .modal: modals[frame.number] = nil
        case .place(let name): if frame.host?.places[name] === frame { frame.host?.places[name] = nil }
        }
    }

    // MARK: The end

    /// Ends all that belongs to the window.
    func close() {
        hasEnded = true
        clear()
        tell()
        watchers.close()
        hosts.tell(nil)
        hosts.close()
        for hearers in rootHearers.values { hearers.close() }
        engine.windows[ObjectIdentifier(self)] = nil
    }
}
