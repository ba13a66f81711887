// What those are told who watch a tree, draw it, or listen to its root.
extension Scenes {
    /// Tells those who watch, if something has changed; hosts in any case if `always`, because they may have drawn something
    /// else.
    func tell(always: Bool = false) {
        if changes.isEmpty && !always { return }
        let told = takeChanges()
        if !told.isEmpty {
            known = nil
            tracker.alert()
        }
        // Who begins to watch while the others are told is told the tree as it is now then.
        let last = engine.loop.pointee.lastNumber
        // Hosts first: one that a watcher attaches has drawn all that is told here.
        if !told.isEmpty || always { hosts.tell(told) }
        if !told.isEmpty, !watchers.isEmpty { _ = watchers.tell(tree, from: 0, upTo: last) }
        let endings = endings
        self.endings = []
        for end in endings { end() }
    }

    /// Tells hosts that nothing came of a request. In the middle of a change whoever makes it tells, when it is whole.
    func tellOfRefusal() {
        if changes.isEmpty { tell(always: true) }
    }

    /// What has changed, without scenes that came and went meanwhile: nobody could draw them, as their stores have gone.
    private func takeChanges() -> [SceneChange] {
        let all = changes
        changes = []
        var (began, passing): (Set<Navigator.Scene.ID>, Set<Navigator.Scene.ID>) = ([], [])
        for change in all {
            switch change {
            case .began(let scene): began.insert(scene.id)
            case .ended(let id): if began.contains(id) { passing.insert(id) }
            }
        }
        return passing.isEmpty ? all : all.filter { !passing.contains($0.id) }
    }

    /// The tree as it is now.
    var tree: SceneTree {
        if changes.isEmpty, let known { return known }
        var scenes: [Navigator.Scene] = []
        for frame in [root].compactMap({ $0 }) + modals.values.sorted(by: { $0.number < $1.number }) {
            // What is embedded comes after its host, before what stands upon the host.
            var nodes = Array(frame.nodes.reversed())
            while let node = nodes.popLast() {
                scenes.append(node.scene)
                for place in node.places.values.sorted(by: { $0.number > $1.number }) {
                    nodes += place.nodes.reversed()
                }
            }
        }
        let tree = SceneTree(scenes)
        if changes.isEmpty { known = tree }
        return tree
    }

    var watcherCount: Int {
        watchers.count + hosts.count + rootHearers.values.reduce(0) { $0 + $1.count }
    }

    /// What hears the outputs of a root of this type, now and later.
    func hearerOfRoot<M: Module>(_ type: M.Type) -> ((M.Output) -> Void)? {
        // Weak: an output that was sent before may have its turn when the window has gone.
        { [weak self] in (self?.rootHearers[ObjectIdentifier(type)] as? Hearers<M.Output>)?.tell($0) }
    }
}
