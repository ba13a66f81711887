/// A tree that is put back, scene after scene.
///
/// Where a scene begins anew, what it presents in its start is there before the scenes that the tree says it presented: they
/// are the same then, and none is presented twice. So the rest waits until nothing else does.
final class RestoringTurn: TurnTaker {
    private let scenes: Scenes
    private var rest: ArraySlice<RestoringPlan.Step>
    private var placed: [Int: SceneNode] = [:]
    /// Those of them that began anew.
    private var begun: Set<Int> = []

    init(_ plan: RestoringPlan, of scenes: Scenes) { (self.scenes, rest) = (scenes, plan.steps[...]) }

    var label: String { "restore" }

    func takeTurn(_ entry: Entry) {
        goOn(job: entry.job)
        scenes.tell()
    }

    /// Puts back what need not wait.
    func goOn(job: Job?) {
        while let step = rest.first {
            if let presenter = step.presenter, begun.contains(presenter), !scenes.engine.queue.isEmpty {
                return scenes.engine.enqueue(self, job: job)
            }
            rest.removeFirst()
            let isNew = step.state == nil
            placed[step.id] = step.presenter == nil ? root(step, job) : following(step, job)
            if isNew { begun.insert(step.id) }
        }
    }

    private func root(_ step: RestoringPlan.Step, _ job: Job?) -> SceneNode {
        scenes.replace(by: step.presentation, stored: step.state, job: job)
    }

    private func following(_ step: RestoringPlan.Step, _ job: Job?) -> SceneNode? {
        guard let presenter = step.presenter.flatMap({ placed[$0] ?? scenes.nodes[UInt64($0)] }), !presenter.isLeaving
        else {
            // Its presenter, as it began, went elsewhere.
            scenes.engine.requireJob(job).fail(with: Navigator.Refusal(reason: .gone))
            return nil
        }
        if let found = presented(step, by: presenter) {
            if step.state == nil { return found }
            scenes.leave(found)
        }
        return scenes.place(
            step.presentation, by: step.verb, presenter: presenter, step.origin, stored: step.state, job: job)
    }

    /// The scene that the presenter has presented by itself already, by the same transition.
    private func presented(_ step: RestoringPlan.Step, by presenter: SceneNode) -> SceneNode? {
        guard let origin = step.origin, step.presenter.map(begun.contains) == true else { return nil }
        return presenter.children.values.first { child in
            guard let other = child.origin, other.number == origin.number else { return false }
            return areSame(other.transition, origin.transition) && !placed.values.contains { $0 === child }
        }
    }

    func proceed(with payload: Any, job: Job?) -> Bool { false }
    func drop(because reason: (any Error)?) {}
}
