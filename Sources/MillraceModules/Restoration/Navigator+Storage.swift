public import Millrace

extension Navigator {
    /// Returns the tree with the state of each module, to be stored. Nothing changes.
    ///
    /// Scenes that the application itself presented, as by ``present(_:with:stacked:onOutput:onRemoval:)`` and
    /// ``ask(_:with:isolation:)``, are left out, with the scenes that those presented: the code that waits for them would not
    /// be there again.
    ///
    /// - Throws: ``StoredTree/Failure/notEncodable(_:module:)`` if the transition that presented a scene is not `Encodable`,
    ///   or neither the state of the root nor its requirement is.
    public func stored() throws(StoredTree.Failure) -> StoredTree {
        var entries: [StoredTree.Entry] = []
        var modules: [Int: any Module.Type] = [:]
        for id in runtime.layout.ids {
            guard var entry = runtime.entry(of: id) else { continue }
            let presenter = entry.presenter.flatMap { modules[$0] }
            guard presenter != nil || id == runtime.layout.root else { continue }
            try entry.keepEncodableParts(presenter: presenter)
            entries.append(entry)
            modules[entry.id] = entry.type
        }
        return StoredTree(entries: entries)
    }

    /// Replaces everything in the window by a stored tree: now, or in its turn if a turn is in progress.
    ///
    /// The routers are called again for what each scene presented. A scene with a stored state starts with it and performs
    /// ``Module/resume(_:)``; another one starts anew with ``Module/start(_:)``. The root may be any of `roots`, as they
    /// would be given to ``init(root:with:stacked:on:)``.
    ///
    /// Scenes that a module presents in its start, if it starts anew and does not wait for an answer, come before those that
    /// the tree has for it. A scene that both present is presented once.
    ///
    /// - Throws: ``StoredTree/Failure``; then the running tree is unchanged.
    @discardableResult
    public func restore(_ tree: StoredTree, roots: any Module...) throws(StoredTree.Failure) -> Receipt {
        _ = try RestorationPlan(tree, roots)
        return send(.restore(tree), roots: roots)
    }

    /// These scenes and those that would be removed with them, with their states: to be added again by
    /// ``Request/restore(_:)`` while their presenters are there. Scenes that the application itself presented are left out.
    package func branch(_ ids: [Navigator.Scene.ID]) -> StoredTree {
        let entries = runtime.layout.scenesRemoved(with: ids).reversed().compactMap { runtime.entry(of: $0) }
        return StoredTree(entries: entries.filter { $0.origin != nil })
    }
}

extension SceneRuntime {
    /// A scene as an entry, with all that is known of it.
    fileprivate func entry(of id: ID) -> StoredTree.Entry? {
        guard let placed = layout[id], let context = placed.context else { return nil }
        let presenter = placed.scene.presenter.map { Int($0.number) }
        return StoredTree.Entry(
            id: Int(id.number), type: placed.scene.type, isStacked: id == layout.root && placed.scene.isStacked,
            presenter: presenter, origin: placed.origin,
            requirement: presenter == nil ? context.presentation.anyRequirement : nil,
            state: context.core.snapshot().any)
    }
}

extension StoredTree.Entry {
    /// Leaves out the state and the requirement if they are not `Encodable`.
    ///
    /// - Throws: ``StoredTree/Failure/notEncodable(_:module:)`` if the scene cannot be restored without them.
    fileprivate mutating func keepEncodableParts(presenter: (any Module.Type)?) throws(StoredTree.Failure) {
        if !(type.parts.state is any Encodable.Type) { state = nil }
        if let presenter, let origin {
            guard origin.transition is any Encodable else {
                throw .notEncodable("the transition \(origin.transition) of \(presenter)", module: module)
            }
        } else if !(requirement is any Encodable) {
            requirement = nil
            if type.parts.requirement != Void.self, state == nil {
                throw .notEncodable("what it requires, \(type.parts.requirement),", module: module)
            }
        }
    }
}
