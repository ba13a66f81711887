public import Millrace

extension Navigator {
    /// The tree with the state of each module, to be stored. Nothing changes.
    ///
    /// What the application itself presented, as by ``present(_:with:stacked:hear:ended:)`` and ``ask(_:with:isolation:)``,
    /// is left out, with what that presented: the code that waits for it would not be there again.
    ///
    /// - Throws: ``StoredTree/Failure/notEncodable(_:module:)`` where a transition by which a scene came is not `Encodable`,
    ///   or neither the state of the root is nor what it requires.
    public func stored() throws(StoredTree.Failure) -> StoredTree {
        var entries: [StoredTree.Entry] = []
        var stored: Set<Navigator.Scene.ID> = []
        for id in runtime.layout.ids {
            guard let placed = runtime.layout[id], let context = runtime[id] else { continue }
            let presenter = placed.scene.presenter
            guard placed.scene.position == .root || presenter.map(stored.contains) == true else { continue }
            entries.append(try context.entry(placed, presenter: presenter.flatMap { runtime.layout[$0]?.scene.type }))
            stored.insert(id)
        }
        return StoredTree(entries: entries)
    }

    /// Replaces everything in the window by what was stored: now, or in its turn if a turn is in progress.
    ///
    /// The routers are called again for what each scene presented. A scene with a stored state starts with it and performs
    /// ``Module/resume(_:)``; another one starts anew with ``Module/start(_:)``. The root may be any of `roots`, as they
    /// would be given to ``init(root:with:stacked:on:)``.
    ///
    /// What a module that starts anew presents in its start, without waiting for an answer, comes before what the tree has
    /// for it. What both present is presented once.
    ///
    /// - Throws: ``StoredTree/Failure``; then the running tree is unchanged.
    @discardableResult
    public func restore(_ tree: StoredTree, roots: any Module...) throws(StoredTree.Failure) -> Receipt {
        _ = try RestorationPlan(tree, roots)
        return send(.restore(tree), roots: roots)
    }

    /// These scenes and those that would be removed with them, with their states: to be added again by
    /// ``Request/restore(_:)`` while their presenters are there. What the application itself presented is left out.
    package func branch(_ ids: [Navigator.Scene.ID]) -> StoredTree {
        StoredTree(
            entries: runtime.layout.scenesRemoved(with: ids).reversed().compactMap { id in
                guard let placed = runtime.layout[id], let context = runtime[id], let origin = placed.origin,
                    let presenter = placed.scene.presenter
                else { return nil }
                return StoredTree.Entry(
                    id: Int(id.number), type: context.type, presenter: Int(presenter.number),
                    transition: origin.transition, number: origin.number, state: context.anyState)
            })
    }
}

extension StoredTree {
    /// Whether there is nothing in it.
    package var isEmpty: Bool { entries.isEmpty }
}

extension SceneContext {
    func entry(_ placed: PlacedScene, presenter: (any Module.Type)?) throws(StoredTree.Failure) -> StoredTree.Entry {
        var entry = StoredTree.Entry(id: Int(id.number), type: M.self)
        entry.isStacked = placed.scene.position == .root && placed.scene.isStacked
        if state is any Encodable { entry.state = state }
        if let presenter, let origin = placed.origin {
            guard origin.transition is any Encodable else {
                throw .notEncodable("the transition \(origin.transition) of \(presenter)", module: entry.module)
            }
            entry.presenter = placed.scene.presenter.map { Int($0.number) }
            (entry.transition, entry.number) = (origin.transition, origin.number)
        } else if let requirement = requirement as? any Encodable {
            entry.requirement = requirement
        } else if M.Requirement.self != Void.self, entry.state == nil {
            throw .notEncodable("what it requires, \(M.Requirement.self),", module: entry.module)
        }
        return entry
    }
}
