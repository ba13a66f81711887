public import Millrace

extension Navigator {
    /// Returns the tree with the state of each module, to be stored. The navigator does not change.
    ///
    /// Scenes that the application presented are left out, for example with ``present(_:with:stacked:onOutput:onRemoval:)`` or
    /// ``ask(_:with:isolation:)``. They cannot be restored, because the functions that handle their outputs cannot be stored.
    /// The scenes that they presented are left out too.
    ///
    /// - Throws: ``StoredTree/Failure/notEncodable(_:module:)`` if the transition that presented a scene is not `Encodable`, or
    ///   if neither the state nor the requirement of the root is `Encodable`.
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

    /// Replaces everything in the window by a stored tree.
    ///
    /// The tree is restored before this function returns. If a turn is in progress, the restoration is queued.
    ///
    /// For each stored transition, the navigator calls the router again. A scene with a stored state performs the flow of
    /// ``Module/resume(_:)``; a scene without one performs the flow of ``Module/start(_:)``. The root may be any of `roots`:
    /// the values that you would pass to ``init(root:with:stacked:on:)``.
    ///
    /// A scene without a stored state may present other scenes in its start flow. If the flow does not wait for an asynchronous
    /// answer, these scenes are added before the scenes that are stored for it. A scene that is stored and is also presented by
    /// the start flow is presented once.
    ///
    /// - Returns: the receipt of the restoration.
    /// - Throws: ``StoredTree/Failure``; then the current tree is unchanged.
    @discardableResult
    public func restore(_ tree: StoredTree, roots: any Module...) throws(StoredTree.Failure) -> Receipt {
        _ = try RestorationPlan(tree, roots)
        return send(.restore(tree), roots: roots)
    }

    /// Returns a tree of these scenes and of the scenes that would be removed with them, with their states.
    /// ``Request/restore(_:)`` adds them again, as long as their presenters exist. Scenes that the application itself presented
    /// are left out.
    public func branch(_ ids: [Navigator.Scene.ID]) -> StoredTree {
        let entries = runtime.layout.scenesRemoved(with: ids).reversed().compactMap { runtime.entry(of: $0) }
        return StoredTree(entries: entries.filter { $0.origin != nil })
    }
}

extension SceneRuntime {
    /// The entry of a scene, with its state and its requirement even if these are not `Encodable`.
    fileprivate func entry(of id: ID) -> StoredTree.Entry? {
        guard let placed = layout[id], let context = placed.context else { return nil }
        let presenter = placed.scene.presenter.map { Int($0.number) }
        return StoredTree.Entry(
            id: Int(id.number), type: placed.scene.type, isStacked: id == layout.root && placed.scene.isStacked,
            presenter: presenter, origin: placed.origin,
            requirement: presenter == nil ? context.presentation.requirement : nil,
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
                throw .notEncodable("its requirement, \(type.parts.requirement),", module: module)
            }
        }
    }
}
