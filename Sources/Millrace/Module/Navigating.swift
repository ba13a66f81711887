extension Scenes {
    /// Does what a router asked for, in order, from where its scene stands then.
    func perform(_ operations: [RouteOperation], for node: SceneNode, by transition: Any, job: Job?) {
        var number = 0
        for operation in operations {
            if node.isLeaving {
                refuse(operation, of: node, because: .gone)
                continue
            }
            if let presentation = operation.presentation, operation.verb != .replace {
                let origin = NodeSeat.Origin(transition: transition, number: number)
                number += 1
                place(presentation, by: operation.verb, presenter: node, origin, job: job)
            } else if let presentation = operation.presentation {
                replace(by: presentation, job: job)
            } else {
                switch target(of: operation.verb, for: node) {
                case .success(let target): if let target { leave(target) }
                case .failure(let misfit): refuse(operation, of: node, because: misfit)
                }
            }
        }
    }

    private func refuse(_ operation: RouteOperation, of node: SceneNode, because misfit: Misfit) {
        engine.report(
            .unfitVerb(operation, node.scene, misfit, possible: node.isLeaving ? [] : waysOut(of: node)))
    }

    /// Which scene goes by a way out, with all that goes with it; none if it is done already.
    func target(of verb: RouteOperation.Verb, for node: SceneNode) -> Result<SceneNode?, Misfit> {
        switch verb {
        case .dismiss: first(of: node) { if case .modal = $0.kind { true } else { false } } ?? .failure(.noModal)
        case .unembed(nil):
            first(of: node) { if case .place = $0.kind { true } else { false } } ?? .failure(.notEmbedded)
        case .unembed(let place?): node.places[place]?.nodes.first.map { .success($0) } ?? .failure(.nothingAt(place))
        case .pop: pop(node)
        case .popToRoot: popToRoot(node)
        case .close(nil): close(node)
        case .close(let port?): node.ports[port]?.last.map { close($0) } ?? .failure(.nobodyOn(port))
        case .replace, .present, .show, .embed: .success(nil)
        }
    }

    /// The first scene in the nearest frame of a kind that `node` stands in.
    private func first(of node: SceneNode, _ isMeant: (Frame) -> Bool) -> Result<SceneNode?, Misfit>? {
        node.surroundings.first { isMeant($0.frame) }.map { .success($0.frame.nodes.first) }
    }

    private func pop(_ node: SceneNode) -> Result<SceneNode?, Misfit> {
        guard let (_, page) = node.surroundings.first(where: { $0.frame.isStacked }) else { return .failure(.noStack) }
        return page.index > 0 ? .success(page) : .failure(.bottom)
    }

    private func popToRoot(_ node: SceneNode) -> Result<SceneNode?, Misfit> {
        guard let stack = node.surroundings.first(where: { $0.frame.isStacked })?.frame else {
            return .failure(.noStack)
        }
        return .success(stack.nodes.count > 1 ? stack.nodes[1] : nil)
    }

    private func close(_ node: SceneNode) -> Result<SceneNode?, Misfit> {
        if case .root = node.frame.kind, node.index == 0 { return .failure(.root) }
        return .success(node)
    }

    /// The ways out that fit where a scene stands.
    func waysOut(of node: SceneNode) -> [RouteOperation.Verb] {
        [.dismiss, .pop, .popToRoot, .unembed(nil), .close(nil)].filter { verb in
            if case .success = target(of: verb, for: node) { true } else { false }
        }
    }
}

/// Why a way out does not fit.
enum Misfit: Error {
    case gone
    case noModal
    case notEmbedded
    case nothingAt(String)
    case noStack
    case bottom
    case root
    case nobodyOn(PortName)
}
