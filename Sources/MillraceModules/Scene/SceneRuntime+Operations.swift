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
            // First: an operation of a removed scene presents nothing either.
            switch layout.target(of: operation.verb, from: id) {
            case .failure(let error):
                engine.report(
                    .unfitVerb(
                        operation, context.presentation.type.moduleName, error, possible: layout.waysOut(from: id)))
            case .success(let target?): remove(target)
            case .success(nil) where operation.isWayIn:
                let origin = SceneOrigin(transition: context.presentation.transition(at: transition), number: number)
                present(operation, presenter: id, origin: origin, scope: scope)
                number += 1
            case .success(nil): present(operation, scope: scope)
            }
        }
    }

    /// Performs a request of a host or of the application.
    ///
    /// - Parameter roots: the modules that a restored root may be.
    /// - Throws: ``Navigator/Refusal`` and ``StoredTree/Failure``; then the tree is unchanged.
    func perform(_ request: Navigator.Request, roots: [any Module], scope: Int32) throws {
        // Middleware may have held it until now.
        if hasEnded { throw Navigator.Refusal(reason: .gone) }
        switch request {
        case .back(let id): try leave(scenesRemoved(by: .pop, from: id), scope: scope)
        case .dismiss(let id): try leave(scenesRemoved(by: .dismiss, from: id), scope: scope)
        case .closeWindow: try leave(layout.ids.reversed(), scope: scope)
        case .enter(let operation):
            // There is no scene that could have a place.
            guard [.replace, .present, .show].contains(operation.verb) else { throw Navigator.Refusal(reason: .unfit) }
            if operation.isWayIn, layout.root == nil { throw Navigator.Refusal(reason: .gone) }
            present(operation, scope: scope)
        case .end(let id):
            guard layout[id] != nil else { throw Navigator.Refusal(reason: .gone) }
            remove(id)
        case .endAll: removeAll()
        case .restore(let tree):
            Restoration(try RestorationPlan(tree, roots, in: self), in: self).proceed(scope: scope)
        }
    }

    private func scenesRemoved(by verb: RouteOperation.Verb, from id: ID) throws -> [ID] {
        switch layout.target(of: verb, from: id) {
        case .success(let target?): return layout.scenesRemoved(with: [target])
        case .failure(.sceneRemoved): throw Navigator.Refusal(reason: .gone)
        case .success(nil), .failure: throw Navigator.Refusal(reason: .unfit)
        }
    }

    /// Removes scenes, newest first, if every module allows it.
    private func leave(_ ids: [ID], scope: Int32) throws {
        for id in ids {
            guard let placed = layout[id], let context = placed.context else { continue }
            if context.presentation.objectsToLeaving(context.core, on: engine, scope: scope) {
                throw Navigator.Refusal(reason: .objection(placed.scene))
            }
        }
        remove(ids)
    }
}
