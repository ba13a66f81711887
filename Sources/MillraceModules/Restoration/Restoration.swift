import Millrace

/// A restoration in progress, scene by scene.
///
/// A scene without a stored state may present other scenes in its start flow. These are added before the scenes that are stored
/// for it. A scene that is in both is presented once. So the rest of the restoration is postponed until nothing else is queued.
final class Restoration {
    typealias ID = Navigator.Scene.ID

    private let window: SceneRuntime
    private var rest: ArraySlice<RestorationPlan.Step>
    /// The scenes that were presented, by their stored ids.
    private var placed: [Int: ID] = [:]
    /// The stored ids of the scenes that performed their start flow.
    private var started: Set<Int> = []

    init(_ plan: RestorationPlan, in window: SceneRuntime) { (self.window, rest) = (window, plan.steps[...]) }

    /// Presents the next scenes, until a scene must wait for messages that its presenter's start flow has queued.
    func proceed(scope: Int32) {
        while let (entry, operation) = rest.first {
            if let presenter = entry.presenter, started.contains(presenter), window.engine.queuedCount > 0 {
                return window.engine.effects.enqueue(scope: scope) { [self] in
                    proceed(scope: scope)
                    window.notifyObservers()
                }
            }
            rest.removeFirst()
            placed[entry.id] = present(entry, operation, scope: scope)
            if entry.state == nil { started.insert(entry.id) }
        }
    }

    private func present(_ entry: StoredTree.Entry, _ operation: RouteOperation, scope: Int32) -> ID? {
        let presenter = entry.presenter.map { placed[$0] ?? .init(UInt64($0)) }
        if let presenter, window.layout[presenter] == nil {
            // The presenter was removed while its start flow was performed.
            window.engine.effects.fail(scope, Navigator.RequestError(reason: .removed))
            return nil
        }
        if let found = scene(of: entry, presentedBy: presenter) {
            if entry.state == nil { return found }
            window.remove(found)
        }
        return window.present(operation, presenter: presenter, origin: entry.origin, state: entry.state, scope: scope)
    }

    /// The scene that the presenter's start flow has presented with the same operation.
    private func scene(of entry: StoredTree.Entry, presentedBy presenter: ID?) -> ID? {
        guard let origin = entry.origin, entry.presenter.map(started.contains) == true else { return nil }
        return presenter.flatMap { window.layout[$0] }?.children.sorted().first { child in
            guard let other = window.layout[child]?.origin, other.number == origin.number else { return false }
            return areSame(other.transition, origin.transition) && !placed.values.contains(child)
        }
    }
}
