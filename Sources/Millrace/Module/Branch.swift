// What a host needs to go back, and forward again, as a browser does.
extension Navigator {
    /// Goes where the router of a scene says for `transition`, as though its reducer had asked: in a turn of its own, past the
    /// middleware. Nothing happens where the scene has gone, or has no such transitions.
    @discardableResult
    package func follow(_ transition: Any, from id: Navigator.Scene.ID) -> Receipt? {
        guard let node = scenes[id] else { return nil }
        return engine.dispatch("The transition \(transition)") { job in _ = node.follow(transition, job: job) }
    }

    /// What would go with these scenes, and what each of them knows: to be put back, while those are there that presented it,
    /// by ``Request/restore(_:)``. What the application itself presented is left out.
    package func branch(_ ids: [Navigator.Scene.ID]) -> StoredTree {
        let going = ids.compactMap { scenes[$0] }.flatMap { scenes.leaving(with: $0) }
        let nodes = Dictionary(going.map { ($0.id, $0) }) { one, _ in one }.values.sorted { $0.id < $1.id }
        return StoredTree(
            entries: nodes.compactMap { node in
                guard let presenter = node.presenter, let origin = node.origin else { return nil }
                return StoredTree.Entry(
                    id: Int(node.id.number), type: node.type, presenter: Int(presenter.id.number),
                    transition: origin.transition, number: origin.number, state: node.anyState)
            })
    }

    /// The module of a scene: the value that it was presented with.
    package func module<M: Module>(of id: Navigator.Scene.ID, as type: M.Type) -> M? {
        (scenes[id] as? ModuleNode<M>)?.core.reducer
    }
}

extension StoredTree {
    /// Whether there is nothing in it.
    package var isEmpty: Bool { entries.isEmpty }
}
