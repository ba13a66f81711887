extension Navigator {
    /// What a person, by way of a host, or the application asks of a navigator. It passes the middleware as a message of
    /// the kind ``Message/Kind/request``, and the tree decides in its turn.
    public enum Request: CustomStringConvertible {
        /// The person goes back from the scene: it goes off its stack.
        case back(from: Navigator.Scene.ID)
        /// The person puts the modal layer away that the scene stands in.
        case dismiss(Navigator.Scene.ID)
        /// The person closes the window.
        case closeWindow
        /// The application brings a module in, which belongs to no scene but to the window: in the place of all, as a modal
        /// layer, or, by `show`, upon the window's own stack. Another operation is refused.
        case enter(RouteOperation)
        /// The application takes a scene away, whatever its module says.
        case end(Navigator.Scene.ID)
        /// The application closes the window, whatever its modules say.
        case endAll
        /// The application puts back what was stored, by ``Navigator/restore(_:roots:)``, which knows what the root may be. One that
        /// is asked for by itself knows none, and fails with ``StoredTree/Failure``.
        case restore(StoredTree)

        /// What is asked, and of which scene.
        public var description: String {
            switch self {
            case .back(let id): "back from \(id)"
            case .dismiss(let id): "dismiss \(id)"
            case .closeWindow: "close the window"
            case .enter(let operation): "\(operation)"
            case .end(let id): "end \(id)"
            case .endAll: "end all"
            case .restore(let tree): "restore \(tree.entries.count) scenes"
            }
        }

        /// The scene that it is about.
        fileprivate var scene: Navigator.Scene.ID? {
            switch self {
            case .back(let id), .dismiss(let id), .end(let id): id
            case .closeWindow, .enter, .endAll, .restore: nil
            }
        }
    }

    /// Why the tree stayed as it was. Not a fault: the person may ask for what is not there any more.
    public struct Refusal: Error, Hashable, CustomStringConvertible {
        /// Why.
        public enum Reason: Hashable, Sendable {
            /// The scene has gone, or the window was closed, or the navigator has gone.
            case gone
            /// There is nothing under the scene to go back to, or no modal layer to put away.
            case unfit
            /// The module of this scene does not let the person leave, or does something else first.
            case objection(Navigator.Scene)
        }

        /// Why.
        public let reason: Reason

        /// A sentence.
        public var description: String {
            switch reason {
            case .gone: "The scene, or the window, is not there any more."
            case .unfit: "There is no way out of that kind where the scene stands."
            case .objection(let scene):
                "The scene \(scene) does not let the person leave, or does something else first."
            }
        }
    }
}

/// What was asked of a navigator, waiting for its turn.
final class RequestTurn: PayloadTurn {
    let payload: Navigator.Request
    private let scenes: Scenes
    /// What a root that is restored may be.
    private let roots: [any Module]

    init(_ request: Navigator.Request, of scenes: Scenes, roots: [any Module] = []) {
        (payload, self.scenes, self.roots) = (request, scenes, roots)
    }

    var kind: Message.Kind { .request }
    var engine: Engine { scenes.engine }
    /// The scene that it is about; of one that is about none the message knows the window at least.
    var subject: AnyObject? { payload.scene.flatMap { scenes[$0] }?.anyCore ?? scenes }

    func copy(holding request: Navigator.Request) -> RequestTurn { RequestTurn(request, of: scenes, roots: roots) }

    // What the person saw go may have to come back.
    func drop(because reason: (any Error)?) { scenes.tellOfRefusal() }
    func fail(with error: any Error, job: Job?) { scenes.tellOfRefusal() }

    /// The tree decides.
    func take(_ request: Navigator.Request, job: Job?) {
        defer { scenes.tell(always: true) }
        do {
            // It may have been held meanwhile.
            if scenes.hasEnded { throw Navigator.Refusal(reason: .gone) }
            switch request {
            case .back(let id): try leave(.pop, id, job)
            case .dismiss(let id): try leave(.dismiss, id, job)
            case .closeWindow:
                try ask(scenes.newestFirst, job)
                scenes.clear()
            case .enter(let operation): try enter(operation, job)
            case .end(let id): try scenes.leave(node(id))
            case .endAll: scenes.clear()
            case .restore(let tree):
                RestoringTurn(try RestoringPlan(tree, roots, in: scenes), of: scenes).goOn(job: job)
            }
        } catch {
            scenes.engine.requireJob(job).fail(with: error)
        }
    }

    private func node(_ id: Navigator.Scene.ID) throws -> SceneNode {
        guard let node = scenes[id] else { throw Navigator.Refusal(reason: .gone) }
        return node
    }

    /// Lets the person leave by a way out, if it fits and nobody objects.
    private func leave(_ verb: RouteOperation.Verb, _ id: Navigator.Scene.ID, _ job: Job?) throws {
        guard case .success(let target?) = scenes.target(of: verb, for: try node(id)) else {
            throw Navigator.Refusal(reason: .unfit)
        }
        try ask(scenes.leaving(with: target), job)
        scenes.leave(target)
    }

    /// Asks each module that would go, the newest first.
    private func ask(_ nodes: [SceneNode], _ job: Job?) throws {
        for node in nodes {
            guard let objection = node.objection() else { continue }
            objection(job)
            throw Navigator.Refusal(reason: .objection(node.scene))
        }
    }

    private func enter(_ operation: RouteOperation, _ job: Job?) throws {
        guard let presentation = operation.presentation else { throw Navigator.Refusal(reason: .unfit) }
        switch operation.verb {
        case .replace: scenes.replace(by: presentation, job: job)
        case .present, .show:
            if scenes.isClosed { throw Navigator.Refusal(reason: .gone) }
            scenes.place(presentation, by: operation.verb, presenter: nil, nil, job: job)
        // It belongs to no scene that could have a place.
        default: throw Navigator.Refusal(reason: .unfit)
        }
    }
}
