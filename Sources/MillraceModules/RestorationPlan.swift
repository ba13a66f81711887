import Millrace

/// How a stored tree is restored. Made before anything changes, so that a tree that cannot be restored changes nothing.
struct RestorationPlan {
    /// A scene to present.
    struct Step {
        let id: Int
        let presentation: any Presentation
        let verb: RouteOperation.Verb
        var presenter: Int?
        var origin: SceneOrigin?
        let state: Any?
    }

    private(set) var steps: [Step] = []
    private var stepOfScene: [Int: Int] = [:]
    private var takenPlaces: Set<Place> = []
    /// The window to which a branch is added; `nil` for a tree with a root.
    private let window: SceneRuntime?

    /// A place of a scene.
    private struct Place: Hashable {
        let host: Int
        let name: String
    }

    /// A plan for a tree whose root is one of `roots`, or for a branch whose presenters are in `window`.
    init(_ tree: StoredTree, _ roots: [any Module], in window: SceneRuntime? = nil) throws(StoredTree.Failure) {
        let count = tree.entries.count { $0.presenter == nil }
        guard count == 1 || (count == 0 && window != nil) else { throw .roots(count) }
        self.window = count == 0 ? window : nil
        for entry in tree.entries {
            if let presenter = entry.presenter {
                try add(step(entry, presenter: presenter))
            } else {
                try add(rootStep(entry, roots))
            }
        }
    }

    private mutating func add(_ step: Step) throws(StoredTree.Failure) {
        guard stepOfScene.updateValue(steps.count, forKey: step.id) == nil else { throw .sameScene(step.id) }
        if case .embed(let name) = step.verb, let host = step.presenter,
            !takenPlaces.insert(Place(host: host, name: name)).inserted
        {
            throw .samePlace(name, of: host)
        }
        steps.append(step)
    }

    private func rootStep(_ entry: StoredTree.Entry, _ roots: [any Module]) throws(StoredTree.Failure) -> Step {
        guard let root = roots.first(where: { type(of: $0).moduleName == entry.module }) else {
            throw .unknownModule(entry.module)
        }
        if type(of: root) != entry.type { throw .sameName(entry.module) }
        return Step(id: entry.id, presentation: try presentation(of: root, entry), verb: .replace, state: entry.state)
    }

    private func presentation<M: Module>(
        of root: M, _ entry: StoredTree.Entry
    ) throws(StoredTree.Failure) -> any Presentation {
        let requirement = entry.requirement.flatMap { $0 as? M.Requirement } ?? () as? M.Requirement
        if requirement == nil, entry.state == nil { throw .noRequirement(entry.module) }
        return ModulePresentation(root, requirement, isStacked: entry.isStacked, .root)
    }

    /// Asks the router of the presenter for the operation that presents the scene.
    private func step(_ entry: StoredTree.Entry, presenter: Int) throws(StoredTree.Failure) -> Step {
        guard let router = router(of: presenter) else { throw .noPresenter(presenter, of: entry.module) }
        let operations = entry.transition.flatMap { router.operations(for: $0) } ?? []
        let waysIn = operations.filter { $0.presentation != nil && $0.verb != .replace }
        guard waysIn.indices.contains(entry.number), let presentation = waysIn[entry.number].presentation,
            presentation.type.moduleName == entry.module
        else {
            throw .notPresented(
                entry.module, by: router.type.moduleName,
                transition: entry.transition.map { "\($0)" } ?? "no transition",
                instead: operations.isEmpty ? "nothing" : "\(operations)")
        }
        if presentation.type != entry.type { throw .sameName(entry.module) }
        return Step(
            id: entry.id, presentation: presentation, verb: waysIn[entry.number].verb, presenter: presenter,
            origin: entry.transition.map { SceneOrigin(transition: $0, number: entry.number) }, state: entry.state)
    }

    private func router(of presenter: Int) -> (any Router)? {
        stepOfScene[presenter].map { steps[$0].presentation } ?? window?[.init(UInt64(presenter))]
    }
}
