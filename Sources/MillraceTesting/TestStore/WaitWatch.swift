import MillraceHistory
import Millrace

/// Reports a hang when nothing has changed for a time.
///
/// The watch divides the time into 50 parts, and waits for a turn of the engine's actor after each. So time in which the actor is
/// busy counts as one part. A part has at least 0.1 milliseconds. The task belongs to the test that created the store, so the test
/// reports its failures.
final class WaitWatch {
    static let parts = 50

    private let task: Task<Void, Never>

    /// - Parameters:
    ///   - limit: The time without progress.
    ///   - isUnchanged: Returns whether nothing has happened since its last call.
    ///   - report: Called after each time in which nothing has happened.
    init(
        after limit: Duration, on engine: Engine, isUnchanged: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable () -> Void
    ) {
        let context = engine.actorContext
        let pause = max(limit / Self.parts, .microseconds(100))
        task = Task {
            while !Task.isCancelled { await waitForHang(in: context, pause: pause, isUnchanged, report) }
        }
    }

    deinit { task.cancel() }
}

/// Calls `report` after as many equal parts as make the limit, unless the task is cancelled before.
private func waitForHang(
    in context: ActorContext, pause: Duration, _ isUnchanged: @Sendable () -> Bool, _ report: @Sendable () -> Void
) async {
    var part = 0
    while part < WaitWatch.parts {
        // On a real clock, because a test that hangs does not advance its own. A cancelled sleep throws.
        try? await Task.sleep(for: pause)
        if Task.isCancelled { return }
        var hasProgress = false
        await context.run { hasProgress = !isUnchanged() }
        part = hasProgress ? 0 : part + 1
    }
    await context.run(report)
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
        watch = WaitWatch(
            after: waitLimit, on: engine, isUnchanged: { reference.open()?.noteProgress() == false },
            report: { reference.open()?.endWaits() })
    }

    /// Stores the progress. Returns `false` if effects are in flight and nothing has happened since the last call.
    private func noteProgress() -> Bool {
        let progress = TestProgress(
            messages: history.position, calls: callCount, time: clock.now, effects: engine.resources.effects)
        defer { lastProgress = progress }
        return progress != lastProgress || progress.effects == 0
    }

    /// Fails the test with the effects in flight, and shuts down the engine, which ends the waits.
    private func endWaits() {
        let effects = effectsInFlight
        guard end == nil, !engine.isShutDown, !effects.isEmpty, let waitLimit else { return }
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
