import Millrace

extension SceneRuntime {
    /// Performs the operations of a transition's route in order, each from the scene's position at that moment.
    ///
    /// - Parameter transition: the address of the transition.
    func perform(_ transition: UnsafeRawPointer, of context: SceneContext, scope: Int32) {
        let id = context.id
        var (number, replacements) = (0, 0)
        for operation in context.presentation.operations(transition) {
            // Checked first, because an operation of a removed scene must not present anything.
            do {
                if let target = try layout.target(of: operation.verb, from: id) {
                    remove(target)
                } else if operation.isPresentation {
                    let transition = context.presentation.type.transition(at: transition)
                    let origin = SceneOrigin(transition: transition, number: number)
                    present(operation, presenter: id, origin: origin, scope: scope)
                    number += 1
                } else {
                    stored?.noteReplacement(by: transition, number: replacements, of: context, operation)
                    replacements += 1
                    present(operation, scope: scope)
                }
            } catch {
                engine.report(.invalidNavigation(operation, of: context, error))
            }
        }
    }

    /// Performs a request of a host or of the application.
    ///
    /// - Parameter roots: the possible roots of a tree to restore.
    /// - Throws: ``Navigator/RequestError`` and ``StoredTree/Failure``; then the tree is unchanged.
    func perform(_ request: Navigator.Request, roots: [any Module], scope: Int32) throws {
        // Middleware may have held the request until the navigator was released.
        if hasEnded || request.scene.map({ layout[$0] == nil }) == true { throw RequestError(reason: .removed) }
        switch request {
        case .back(let id): try dismiss(scenesRemoved(by: .pop, from: id), scope: scope)
        case .dismiss(let id): try dismiss(scenesRemoved(by: .dismiss, from: id), scope: scope)
        case .closeWindow: try dismiss(layout.ids.reversed(), scope: scope)
        case .present(let operation):
            // A request has no scene, so it cannot embed.
            if ![.replace, .present, .show].contains(operation.verb) { throw RequestError(reason: .notApplicable) }
            if operation.isPresentation, layout.root == nil { throw RequestError(reason: .removed) }
            if operation.verb == .replace { stored?.noteUnknownRoot() }
            present(operation, scope: scope)
        case .remove(let id): remove(id)
        case .removeAll: removeAll()
        case .restore(let tree):
            Restoration(try RestorationPlan(tree, roots, in: self), in: self).proceed(scope: scope)
        }
    }

    private func scenesRemoved(by verb: RouteOperation.Verb, from id: ID) throws -> [ID] {
        guard let target = try? layout.target(of: verb, from: id) else { throw RequestError(reason: .notApplicable) }
        return layout.scenesRemoved(with: [target])
    }

    /// Removes scenes, newest first, if every module allows it.
    private func dismiss(_ ids: [ID], scope: Int32) throws {
        for id in ids {
            guard let placed = layout[id], let context = placed.context else { continue }
            if context.presentation.module.refusesDismissal(of: context.core, on: engine, scope: scope) {
                throw RequestError(reason: .refused(by: placed.scene))
            }
        }
        remove(ids)
    }
}
