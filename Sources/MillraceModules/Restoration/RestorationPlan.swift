import Millrace

/// The operations that restore a stored tree.
///
/// The plan is created before the window changes. So a tree that cannot be restored changes nothing.
struct RestorationPlan {
    typealias Entry = StoredTree.Entry
    typealias Failure = StoredTree.Failure
    /// A scene, with the operation that presents it.
    typealias Step = (entry: Entry, operation: RouteOperation)

    private(set) var steps: [Step] = []
    private var operations: [Int: RouteOperation] = [:]
    /// The window to which a branch is added; `nil` for a tree with a root.
    private let window: SceneRuntime?

    /// Creates a plan for a tree whose root is one of `roots`, or for a branch whose presenters are in `window`.
    init(_ tree: StoredTree, _ roots: [any Module], in window: SceneRuntime? = nil) throws(Failure) {
        let count = tree.entries.count { $0.presenter == nil }
        guard count == 1 || (count == 0 && window != nil) else { throw .roots(count) }
        self.window = count == 0 ? window : nil
        var places: [Int: Set<String>] = [:]
        for entry in tree.entries {
            let operation = try operation(for: entry, roots)
            if operation.module != entry.type { throw .sameName(entry.module) }
            guard operations.updateValue(operation, forKey: entry.id) == nil else { throw .sameScene(entry.id) }
            if case .embed(let place) = operation.verb, let host = entry.presenter,
                !places[host, default: []].insert(place).inserted
            {
                throw .samePlace(place, of: host)
            }
            steps.append((entry, operation))
        }
    }

    /// The operation that presents the root of the window.
    private func operation<M: Module>(for entry: Entry, root: M) throws(Failure) -> RouteOperation {
        let requirement = entry.requirement.flatMap { $0 as? M.Requirement } ?? () as? M.Requirement
        if requirement == nil, entry.state == nil { throw .noRequirement(entry.module) }
        return .init(verb: .replace, Presentation(root, requirement, .root(root)), isStacked: entry.isStacked)
    }

    /// The operation that presents the scene. Calls the router of its presenter.
    private func operation(for entry: Entry, _ roots: [any Module]) throws(Failure) -> RouteOperation {
        guard let presenter = entry.presenter else {
            let named = roots.filter { type(of: $0).moduleName == entry.module }
            guard let root = named.first(where: { type(of: $0) == entry.type }) else {
                throw named.isEmpty ? .unknownModule(entry.module) : .sameName(entry.module)
            }
            return try operation(for: entry, root: root)
        }
        let router =
            operations[presenter]?.presentation ?? window?.layout.context(of: .init(UInt64(presenter)))?.presentation
        guard let router else { throw .noPresenter(presenter, of: entry.module) }
        let operations = entry.origin.map { router.module.operations(forAny: $0.transition) } ?? []
        let presentations = operations.filter(\.isPresentation)
        guard let number = entry.origin?.number, presentations.indices.contains(number),
            presentations[number].module?.moduleName == entry.module
        else {
            throw .notPresented(
                entry.module, by: router.type.moduleName,
                transition: entry.origin.map { "\($0.transition)" } ?? "a missing transition",
                instead: operations.isEmpty ? "nothing" : "\(operations)")
        }
        return presentations[number]
    }
}
