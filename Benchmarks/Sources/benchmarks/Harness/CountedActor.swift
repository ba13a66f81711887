import Dispatch
import Synchronization

/// An executor that counts its jobs.
final class CountingExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "counted")
    private let count = Atomic(0)

    var jobs: Int { count.load(ordering: .relaxed) }

    func enqueue(_ job: consuming ExecutorJob) {
        count.add(1, ordering: .relaxed)
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// An actor whose jobs are counted.
actor CountedActor {
    nonisolated let executor = CountingExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var answers = 0

    func answer() -> Int {
        answers += 1
        return 1
    }
}
