import MillraceHistory
import MillraceInspection
import Millrace

/// Calls a function on the engine's actor from time to time.
///
/// The next call waits until the actor has performed the last one, so an actor that is busy does not count as waiting. The task
/// belongs to the test that created the store, so the test reports its failures.
final class WaitWatch {
    private let task: Task<Void, Never>

    init(every limit: Duration, on engine: Engine, _ check: @escaping @Sendable () -> Void) {
        let context = engine.actorContext
        task = Task {
            while true {
                try? await Task.sleep(for: max(limit, .milliseconds(1)))
                if Task.isCancelled { return }
                await context.run(check)
            }
        }
    }

    deinit { task.cancel() }
}

/// The progress of a test store. If it is equal at two times, nothing has happened between them.
struct TestProgress: Equatable {
    let messages: Record.ID
    let calls: Int
    let time: Duration
    let effects: Int
}

extension TestStore {
    /// Begins to watch for a wait that never ends, with the current limit.
    func watchWaits() {
        watch = nil
        guard let waitLimit, end == nil else { return }
        let reference = ActorBound(self)
        watch = WaitWatch(every: waitLimit, on: engine) { reference.open()?.checkProgress() }
    }

    /// Fails the test and shuts down the engine if nothing has happened since the last call, although effects are in
    /// flight.
    private func checkProgress() {
        guard end == nil, !engine.isShutDown else { return }
        let progress = TestProgress(
            messages: history.position, calls: callCount, time: clock.now, effects: engine.resources.effects)
        defer { lastProgress = progress }
        let effects = effectsInFlight
        guard progress == lastProgress, !effects.isEmpty, let waitLimit else { return }
        Failure.hangs(waitLimit, effects).report(at: lastCall)
        end = lastCall
        log.faults = Queue()
        engine.shutdown()
    }

    /// The effects that have not ended, one line each, with the reason and the line that requested them.
    private var effectsInFlight: [String] {
        let pending = requests.all
        let isPending = Set(pending.map(\.turn))
        var lines = pending.map {
            "\(shortDescription(of: $0.anyCommand)) is pending: only the test can answer it. (\(log.place(of: $0.turn)))"
        }
        lines += log.running.filter { !isPending.contains($0.record) }.map {
            "\(shortDescription(of: $0.value)) has not ended: its handler has not ended it, its retry is scheduled, it is "
                + "queued, or middleware holds it. (\(log.place(of: $0.record)))"
        }
        let others = engine.resources.runningEffects - lines.count
        if others == 1 { lines.append("A worker has not returned.") }
        if others > 1 { lines.append("\(others) workers have not returned.") }
        if let next = clock.next {
            lines.append("A timer is due in \(next) on the clock of the test store: only the test can advance it.")
        }
        return lines
    }
}
