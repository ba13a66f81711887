import Millrace

/// A restoration in progress, scene by scene.
///
/// If a scene starts anew, what it presents in its start comes before the scenes that the tree has for it. Both are the same
/// then, and none is presented twice. So the rest of the restoration waits until nothing else is queued.
final class Restoration {
    let window: SceneRuntime
    private var rest: ArraySlice<RestorationPlan.Step>
    /// The scenes that were presented, by their stored numbers.
    private var placed: [Int: Navigator.Scene.ID] = [:]
    private var matched: Set<Navigator.Scene.ID> = []
    /// The stored numbers of those that started anew.
    private var started: Set<Int> = []

    init(_ plan: RestorationPlan, in window: SceneRuntime) { (self.window, rest) = (window, plan.steps[...]) }

    /// Presents the scenes that need not wait.
    func proceed(in turn: SceneTurn) {
        while let step = rest.first {
            if let presenter = step.presenter, started.contains(presenter), turn.isFollowed {
                return turn.enqueue { [self] turn in
                    proceed(in: turn)
                    window.notifyObservers()
                }
            }
            rest.removeFirst()
            if let id = present(step, in: turn) {
                placed[step.id] = id
                matched.insert(id)
            }
            if step.state == nil { started.insert(step.id) }
        }
    }

    private func present(_ step: RestorationPlan.Step, in turn: SceneTurn) -> Navigator.Scene.ID? {
        guard let stored = step.presenter else {
            return window.present(step.presentation, by: step.verb, state: step.state, in: turn)
        }
        let presenter = placed[stored] ?? .init(UInt64(stored))
        guard window.layout.contains(presenter) else {
            // The presenter went elsewhere as it started.
            turn.fail(with: Navigator.Refusal(reason: .gone))
            return nil
        }
        if let found = scene(of: step, presentedBy: presenter) {
            if step.state == nil { return found }
            window.remove(found)
        }
        return window.present(
            step.presentation, by: step.verb, presenter: presenter, origin: step.origin, state: step.state, in: turn)
    }

    /// The scene that the presenter has presented in its start by the same operation.
    private func scene(
        of step: RestorationPlan.Step, presentedBy presenter: Navigator.Scene.ID
    ) -> Navigator.Scene.ID? {
        guard let origin = step.origin, step.presenter.map(started.contains) == true else { return nil }
        return window.layout[presenter]?.children.sorted().first { child in
            guard let other = window.layout[child]?.origin, other.number == origin.number else { return false }
            return areSame(other.transition, origin.transition) && !matched.contains(child)
        }
    }
}
