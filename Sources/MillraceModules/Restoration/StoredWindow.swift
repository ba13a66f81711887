import Millrace

/// The scenes of a window on a durable engine, as its storage knows them.
///
/// A scene is stored with the operation that presented it, and loaded by the same operation: the router of its presenter is called
/// as a function, for the module and the handlers of the outputs, and nothing of its route is performed.
final class StoredWindow {
    typealias ID = Navigator.Scene.ID
    typealias Step = SceneRecord.Step

    /// Safe: the window retains this, and nothing else does.
    private unowned let window: SceneRuntime
    private let storage: any SceneStorage
    /// The operation that presents the first root.
    private let first: RouteOperation
    /// The operations that lead from the first root to the root; `nil` if the application has replaced it.
    private var rootSteps: [Step]? = []
    /// The problem of the steps to the next root; `nil` if there is none.
    private var rootProblem: (type: Any.Type, reason: FaultText)?
    /// The stored scenes.
    private var records: [ID: SceneRecord] = [:]
    /// Whether this window's scenes are stored.
    private let isStored: Bool

    /// Returns `nil` if the engine is not durable.
    init?(of window: SceneRuntime, _ first: RouteOperation) {
        guard let storage = window.engine.sceneStorage else { return nil }
        (self.window, self.storage, self.first) = (window, storage, first)
        isStored = storage.beginWindow()
        if !isStored { window.engine.report(.secondWindow(first)) }
    }

    // MARK: Loading

    /// Adds the stored scenes, with their states. Their modules do not start. Returns `false` for a new window.
    func load() -> Bool {
        if !isStored { return false }
        do {
            let plan = try plan(storage.scenes())
            for (record, operation, origin, state) in plan {
                guard let presentation = operation.presentation else { continue }
                let presenter = record.presenter.map { ID($0) }
                if presenter == nil { rootSteps = record.steps }
                records[ID(record.id)] = record
                let context = window.add(
                    operation, presentation, as: ID(record.id), presenter: presenter, origin: origin, state: state)
                add(record, context)
                context.start(.loaded, scope: 0)
            }
            return !plan.isEmpty
        } catch {
            storage.fail(error)
            return true
        }
    }

    /// Returns the operations that add the stored scenes, with the states of these. Adds nothing.
    private func plan(
        _ scenes: [SceneRecord]
    ) throws -> [(SceneRecord, RouteOperation, SceneOrigin?, state: Any)] {
        var operations: [UInt64: RouteOperation] = [:]
        return try scenes.map { scene in
            if let problem = scene.problem { throw NotLoadable(module: scene.module, reason: problem) }
            var operation = first
            var origin: SceneOrigin?
            if let presenter = scene.presenter {
                guard let known = operations[presenter] else {
                    throw StoredTree.Failure.noPresenter(Int(presenter), of: scene.module)
                }
                operation = known
            }
            for step in scene.steps { (operation, origin) = try self.operation(step, of: operation) }
            guard let type = operation.module, type.moduleName == scene.module else {
                throw StoredTree.Failure.unknownModule(scene.module)
            }
            operations[scene.id] = operation
            return (scene, operation, scene.presenter == nil ? nil : origin, try storage.state(of: scene, as: type))
        }
    }

    /// Returns the operation of a step of the module that another operation presents.
    private func operation(
        _ step: Step, of presenter: RouteOperation
    ) throws -> (RouteOperation, SceneOrigin) {
        guard let module = presenter.presentation?.module,
            let type = type(of: module).parts.transition as? any Decodable.Type
        else { throw NotLoadable(module: step.module, reason: "The transitions of its presenter are not Codable.") }
        let transition = try storage.decode(step.transition, as: type)
        let all = module.operations(forAny: transition)
        let candidates = all.filter { step.isReplacement ? $0.verb == .replace : $0.isPresentation }
        guard candidates.indices.contains(step.number),
            candidates[step.number].module?.moduleName == step.module
        else {
            throw StoredTree.Failure.notPresented(
                step.module, by: Swift.type(of: module).moduleName, transition: "\(transition)",
                instead: all.isEmpty ? "nothing" : "\(all)")
        }
        return (candidates[step.number], SceneOrigin(transition: transition, number: step.number))
    }

    /// A stored scene cannot be loaded.
    private struct NotLoadable: Error, CustomStringConvertible {
        let module: String
        let reason: String
        var description: String { "The scene of \(module) cannot be loaded: \(reason)" }
    }

    // MARK: Changes

    /// Stores a new scene.
    func add(_ context: SceneContext, presenter: ID?, origin: SceneOrigin?) {
        guard isStored, let record = record(of: context, presenter, origin) else {
            return storage.ignore(context.core)
        }
        records[context.id] = record
        add(record, context)
    }

    private func add(_ record: SceneRecord, _ context: SceneContext) {
        guard let store = context.store else { return }
        storage.add(record, of: context.presentation.type, store, context.core)
    }

    /// Removes a scene.
    func remove(_ context: SceneContext) {
        records[context.id] = nil
        storage.remove(context.id.number, context.core)
    }

    /// Returns how a new scene is stored; `nil` if it is not: the application has presented it, or its presenter is not stored.
    private func record(of context: SceneContext, _ presenter: ID?, _ origin: SceneOrigin?) -> SceneRecord? {
        let type = context.presentation.type
        let isRoot = window.layout.root == context.id
        if isRoot ? false : presenter.flatMap({ records[$0] }) == nil { return nil }
        var problem = type.parts.state is any Codable.Type ? nil : (type.parts.state, FaultText("it is not Codable"))
        var steps: [Step] = []
        if isRoot {
            problem = problem ?? rootProblem
            steps = rootSteps ?? []
            if rootSteps == nil { problem = problem ?? (type, "the application has replaced the root by it") }
            rootProblem = nil
        } else if let presenter, let origin {
            switch step(origin.transition, origin.number, isReplacement: false, of: presenter, type) {
            case .success(let step): steps = [step]
            case .failure(let failure): problem = problem ?? (failure.type, failure.reason)
            }
        }
        if let problem { window.engine.report(.sceneNotDurable(type, problem.0, because: problem.1)) }
        return SceneRecord(
            id: context.id.number, module: type.moduleName, presenter: isRoot ? nil : presenter?.number, steps: steps,
            problem: problem.map { "\($0.0) cannot be stored: \($0.1)." })
    }

    /// A type that cannot be stored.
    private struct NotCodable: Error {
        let type: Any.Type
        let reason: FaultText
    }

    private func step(
        _ transition: Any, _ number: Int, isReplacement: Bool, of presenter: ID, _ module: any Module.Type
    ) -> Result<Step, NotCodable> {
        guard let coded = transition as? any Codable else {
            return .failure(NotCodable(type: Swift.type(of: transition), reason: "it is not Codable"))
        }
        do {
            let text = try storage.encode(coded)
            return .success(
                Step(transition: text, number: number, isReplacement: isReplacement, module: module.moduleName))
        } catch { return .failure(NotCodable(type: Swift.type(of: transition), reason: "\(text: "\(error)")")) }
    }

    // MARK: The root

    /// Notes that the route of a transition is about to replace the root.
    ///
    /// - Parameters:
    ///   - transition: The address of the transition.
    ///   - number: The index among the operations of the route that replace the root.
    func noteReplacement(
        by transition: UnsafeRawPointer, number: Int, of context: SceneContext, _ operation: RouteOperation
    ) {
        guard isStored, let module = operation.module else { return }
        let steps = steps(to: context.id)
        let transition = context.presentation.type.transition(at: transition)
        switch (steps, step(transition, number, isReplacement: true, of: context.id, module)) {
        case (let steps?, .success(let step)): rootSteps = shortened(steps + [step])
        case (nil, _): rootSteps = nil
        case (_, .failure(let failure)): rootProblem = (failure.type, failure.reason)
        }
    }

    /// Notes that the application replaces the root.
    func noteUnknownRoot() { rootSteps = nil }

    /// Returns the operations that lead from the first root to a scene; `nil` if it is not stored.
    private func steps(to id: ID) -> [Step]? {
        var steps: [Step] = []
        var next: ID? = id
        while let id = next {
            guard let record = records[id] else { return nil }
            steps = record.steps + steps
            next = record.presenter.map { ID($0) }
        }
        return steps
    }

    /// Returns the steps to the first module of the same type. All roots of one type have the same module.
    private func shortened(_ steps: [Step]) -> [Step] {
        guard let last = steps.last, first.module?.moduleName != last.module else { return [] }
        return Array(steps.prefix { $0.module != last.module }) + [steps.first { $0.module == last.module } ?? last]
    }
}
