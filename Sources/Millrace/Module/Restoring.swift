extension Navigator {
    /// What stands where and what each module knows, to be written down. Nothing changes.
    ///
    /// What is presented by the application itself, as by ``present(_:with:stacked:hear:ended:)`` and
    /// ``ask(_:with:isolation:)``, is left out, with what that presented: whoever waits for it would not be there again.
    ///
    /// - Throws: ``StoredTree/Failure/notEncodable(_:module:)`` where a transition by which a scene came is not `Encodable`,
    ///   or neither the state of the root is nor what it requires.
    public func stored() throws(StoredTree.Failure) -> StoredTree {
        var entries: [StoredTree.Entry] = []
        var stored: Set<Navigator.Scene.ID> = []
        for node in scenes.newestFirst.reversed()
        where node.isRoot || node.presenter.map({ stored.contains($0.id) }) == true {
            entries.append(try node.stored())
            stored.insert(node.id)
        }
        return StoredTree(entries: entries)
    }

    /// Puts back what was stored, in the place of all that is in the window: now, or, within a turn, in its turn.
    ///
    /// The routers are asked again for what each scene presented. Where there is a state the scene goes on with it and
    /// ``Module/resume(_:)`` is performed, else it begins anew with ``Module/start(_:)``. The root may be any of `roots`, as they
    /// would be given to ``init(root:with:stacked:on:)``.
    ///
    /// What a module that begins anew presents in its start, without waiting for an answer, is there before what the tree says
    /// that it presented; what both present is presented once.
    ///
    /// - Throws: ``StoredTree/Failure``; then the tree that runs is as it was.
    @discardableResult
    public func restore(_ tree: StoredTree, roots: any Module...) throws(StoredTree.Failure) -> Receipt {
        _ = try RestoringPlan(tree, roots)
        return send(.restore(tree), roots: roots)
    }
}

extension SceneNode {
    var isRoot: Bool {
        if case .root = frame.kind { index == 0 } else { false }
    }
}

extension StoredTree.Entry {
    /// What is stored of a scene.
    init<M: Module>(_ node: ModuleNode<M>, _ state: M.State) throws(StoredTree.Failure) {
        self.init(id: Int(node.id.number), type: M.self, isStacked: node.isRoot && node.frame.isStacked)
        if state is any Encodable { self.state = state }
        if let presenter = node.presenter, let origin = node.origin {
            guard origin.transition is any Encodable else {
                throw .notEncodable("the transition \(origin.transition) of \(presenter.type)", module: module)
            }
            (self.presenter, transition, number) = (Int(presenter.id.number), origin.transition, origin.number)
        } else if let required = node.required as? any Encodable {
            requirement = required
        } else if M.Requirement.self != Void.self, self.state == nil {
            throw .notEncodable("what it requires, \(M.Requirement.self),", module: module)
        }
    }
}

/// How a tree is restored: found out before anything is changed.
struct RestoringPlan {
    /// A scene that is to come in.
    struct Step {
        let id: Int
        let presentation: Presentation
        let verb: RouteOperation.Verb
        let presenter: Int?
        let origin: NodeSeat.Origin?
        let state: Any?
    }

    private(set) var steps: [Step] = []
    private var places: [Int: Int] = [:]
    private var taken: Set<Taken> = []

    /// A place of a scene at which another is embedded.
    private struct Taken: Hashable {
        let host: Int
        let name: String
    }

    /// The window in which a branch is put back, which has no root of its own.
    private let scenes: Scenes?

    /// How `tree` is restored, where its root is one of `roots`; or, where it is a branch of what is in `scenes`, by whom it was
    /// presented there.
    init(_ tree: StoredTree, _ roots: [any Module], in scenes: Scenes? = nil) throws(StoredTree.Failure) {
        let count = tree.entries.count { $0.presenter == nil }
        guard count == 1 || (count == 0 && scenes != nil) else { throw .roots(count) }
        self.scenes = count == 0 ? scenes : nil
        for entry in tree.entries {
            let step = try entry.presenter == nil ? first(entry, roots) : following(entry)
            guard places.updateValue(steps.count, forKey: entry.id) == nil else { throw .sameScene(entry.id) }
            if case .embed(let name) = step.verb, let host = step.presenter,
                !taken.insert(Taken(host: host, name: name)).inserted
            {
                throw .samePlace(name, of: host)
            }
            steps.append(step)
        }
    }

    private func first(_ entry: StoredTree.Entry, _ roots: [any Module]) throws(StoredTree.Failure) -> Step {
        guard let root = roots.first(where: { type(of: $0).moduleName == entry.module }) else {
            throw .unknownModule(entry.module)
        }
        if type(of: root) != entry.type { throw .sameName(entry.module) }
        return Step(
            id: entry.id, presentation: try presentation(of: root, entry), verb: .replace, presenter: nil, origin: nil,
            state: entry.state)
    }

    private func presentation<M: Module>(
        of root: M, _ entry: StoredTree.Entry
    ) throws(StoredTree.Failure) -> Presentation {
        let requirement = entry.requirement.flatMap { $0 as? M.Requirement } ?? () as? M.Requirement
        if requirement == nil, entry.state == nil { throw .noRequirement(entry.module) }
        return ModulePresentation(root, requirement, entry.isStacked, nil, .root)
    }

    /// Asks the router of whoever presented the scene.
    private func following(_ entry: StoredTree.Entry) throws(StoredTree.Failure) -> Step {
        let presenter = entry.presenter ?? 0
        let host: any Router
        if let place = places[presenter] {
            host = steps[place].presentation
        } else if let node = scenes?.nodes[UInt64(presenter)] {
            host = node
        } else {
            throw .noPresenter(presenter, of: entry.module)
        }
        let operations = entry.transition.flatMap { host.operations(for: $0) } ?? []
        let waysIn = operations.filter { $0.presentation != nil && $0.verb != .replace }
        guard waysIn.indices.contains(entry.number), let presentation = waysIn[entry.number].presentation,
            presentation.type.moduleName == entry.module
        else {
            throw .notPresented(
                entry.module, by: host.type.moduleName,
                transition: entry.transition.map { "\($0)" } ?? "no transition",
                instead: operations.isEmpty ? "nothing" : "\(operations)")
        }
        if presentation.type != entry.type { throw .sameName(entry.module) }
        return Step(
            id: entry.id, presentation: presentation, verb: waysIn[entry.number].verb, presenter: presenter,
            origin: entry.transition.map { .init(transition: $0, number: entry.number) }, state: entry.state)
    }
}

/// Who says what comes of a transition.
protocol Router {
    var type: any Module.Type { get }
    /// What its router makes of a transition that was stored; `nil` if it has no such transitions.
    func operations(for transition: Any) -> [RouteOperation]?
}

extension Presentation: Router {}
extension SceneNode: Router {}
