import Millrace

extension SceneRuntime {
    /// Performs the operations of a router in order, each from where the scene stands then.
    func perform(_ operations: [RouteOperation], from id: ID, by transition: Any, in turn: SceneTurn) {
        guard let scene = layout[id]?.scene else { return }
        var number = 0
        for operation in operations {
            guard layout.contains(id) else {
                report(operation, of: scene, as: .sceneRemoved)
                continue
            }
            if let presentation = operation.presentation, operation.verb != .replace {
                let origin = SceneOrigin(transition: transition, number: number)
                number += 1
                present(presentation, by: operation.verb, presenter: id, origin: origin, in: turn)
            } else if let presentation = operation.presentation {
                present(presentation, by: .replace, in: turn)
            } else {
                switch layout.target(of: operation.verb, from: id) {
                case .success(let target): target.map(remove)
                case .failure(let error): report(operation, of: scene, as: error)
                }
            }
        }
    }

    private func report(_ operation: RouteOperation, of scene: Navigator.Scene, as error: NavigationError) {
        engine.report(.unfitVerb(operation, scene, error, possible: layout.waysOut(from: scene.id)))
    }

    /// Performs a request of a host or of the application.
    ///
    /// - Parameter roots: the modules that a restored root may be.
    /// - Throws: ``Navigator/Refusal`` and ``StoredTree/Failure``; then the tree is unchanged.
    func perform(_ request: Navigator.Request, roots: [any Module], in turn: SceneTurn) throws {
        // Middleware may have held it until now.
        if hasEnded { throw Navigator.Refusal(reason: .gone) }
        switch request {
        case .back(let id): try leave(id, by: .pop, in: turn)
        case .dismiss(let id): try leave(id, by: .dismiss, in: turn)
        case .closeWindow:
            try askToLeave(layout.ids.reversed(), in: turn)
            removeAll()
        case .enter(let operation): try enter(operation, in: turn)
        case .end(let id):
            guard layout.contains(id) else { throw Navigator.Refusal(reason: .gone) }
            remove(id)
        case .endAll: removeAll()
        case .restore(let tree):
            Restoration(try RestorationPlan(tree, roots, in: self), in: self).proceed(in: turn)
        }
    }

    /// Removes what a way out removes, if every module allows it.
    private func leave(_ id: ID, by verb: RouteOperation.Verb, in turn: SceneTurn) throws {
        switch layout.target(of: verb, from: id) {
        case .success(let target?):
            try askToLeave(layout.scenesRemoved(with: [target]), in: turn)
            remove(target)
        case .failure(.sceneRemoved): throw Navigator.Refusal(reason: .gone)
        case .success(nil), .failure: throw Navigator.Refusal(reason: .unfit)
        }
    }

    /// Asks each module that would be removed, the newest first.
    private func askToLeave(_ ids: [ID], in turn: SceneTurn) throws {
        for id in ids where self[id]?.objectsToLeaving(in: turn) == true {
            if let scene = layout[id]?.scene { throw Navigator.Refusal(reason: .objection(scene)) }
        }
    }

    private func enter(_ operation: RouteOperation, in turn: SceneTurn) throws {
        switch (operation.verb, operation.presentation) {
        case (.replace, let presentation?): present(presentation, by: .replace, in: turn)
        case (.present, let presentation?), (.show, let presentation?):
            if layout.isClosed { throw Navigator.Refusal(reason: .gone) }
            present(presentation, by: operation.verb, in: turn)
        // There is no scene that could have a place.
        default: throw Navigator.Refusal(reason: .unfit)
        }
    }
}
