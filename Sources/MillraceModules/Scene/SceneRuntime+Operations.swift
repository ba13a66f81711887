import Millrace

extension SceneRuntime {
    /// Performs the operations of a router in order, each from the scene's position at that moment.
    ///
    /// - Parameter transition: the address of the transition whose route has the operations.
    func perform(
        _ operations: [RouteOperation], of context: SceneContext, by transition: UnsafeRawPointer, scope: Int32
    ) {
        let id = context.id
        var number = 0
        for operation in operations {
            // Checked first, because an operation of a removed scene must not present anything.
            switch layout.target(of: operation.verb, from: id) {
            case .failure(let error):
                engine.report(
                    .invalidNavigation(
                        operation, context.presentation.type.moduleName, error,
                        possible: layout.applicableRemovals(from: id)))
            case .success(let target?): remove(target)
            case .success(nil) where operation.isPresentation:
                let origin = SceneOrigin(transition: context.presentation.transition(at: transition), number: number)
                present(operation, presenter: id, origin: origin, scope: scope)
                number += 1
            case .success(nil): present(operation, scope: scope)
            }
        }
    }

    /// Performs a request of a host or of the application.
    ///
    /// - Parameter roots: the possible roots of a tree to restore.
    /// - Throws: ``Navigator/RequestError`` and ``StoredTree/Failure``; then the tree is unchanged.
    func perform(_ request: Navigator.Request, roots: [any Module], scope: Int32) throws {
        // Middleware may have held the request until the navigator was released.
        if hasEnded { throw RequestError(reason: .removed) }
        switch request {
        case .back(let id): try dismiss(scenesRemoved(by: .pop, from: id), scope: scope)
        case .dismiss(let id): try dismiss(scenesRemoved(by: .dismiss, from: id), scope: scope)
        case .closeWindow: try dismiss(layout.ids.reversed(), scope: scope)
        case .present(let operation):
            // A request has no scene, so it cannot embed.
            if ![.replace, .present, .show].contains(operation.verb) { throw RequestError(reason: .notApplicable) }
            if operation.isPresentation, layout.root == nil { throw RequestError(reason: .removed) }
            present(operation, scope: scope)
        case .remove(let id):
            guard layout[id] != nil else { throw RequestError(reason: .removed) }
            remove(id)
        case .removeAll: removeAll()
        case .restore(let tree):
            Restoration(try RestorationPlan(tree, roots, in: self), in: self).proceed(scope: scope)
        }
    }

    private func scenesRemoved(by verb: RouteOperation.Verb, from id: ID) throws -> [ID] {
        switch layout.target(of: verb, from: id) {
        case .success(let target?): return layout.scenesRemoved(with: [target])
        case .failure(.sceneRemoved): throw RequestError(reason: .removed)
        case .success(nil), .failure: throw RequestError(reason: .notApplicable)
        }
    }

    /// Removes scenes, newest first, if every module allows it.
    private func dismiss(_ ids: [ID], scope: Int32) throws {
        for id in ids {
            guard let placed = layout[id], let context = placed.context else { continue }
            if context.presentation.refusesDismissal(context.core, on: engine, scope: scope) {
                throw RequestError(reason: .refused(by: placed.scene))
            }
        }
        remove(ids)
    }
}
