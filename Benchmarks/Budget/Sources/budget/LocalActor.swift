#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An actor whose jobs, and those of the global executor, run on the thread that waits for them. With one thread, each run
/// executes the same instructions. Also, callgrind crashes with an asynchronous main function.
actor LocalActor {
    nonisolated var unownedExecutor: UnownedSerialExecutor { Jobs.shared.asUnownedSerialExecutor() }

    /// Runs `body` on a new actor, and returns after it has ended.
    static func run(_ body: @escaping @Sendable (isolated LocalActor) async -> Void) {
        let ended = Ended()
        Task {
            await LocalActor().work(body)
            ended.value = true
        }
        Jobs.shared.runAll()
        precondition(ended.value, "A job ran on another thread.")
    }

    /// Runs the jobs of the global executor on this thread, together with those of a `LocalActor`. Without such an actor they
    /// remain queued; an example is the job of a timer that is cancelled before it starts.
    nonisolated static func takeGlobalJobs() { Jobs.shared.takeGlobalJobs() }

    private func work(_ body: @Sendable (isolated LocalActor) async -> Void) async { await body(self) }

    /// Suspends until every other job has run.
    func pause() async { await withUnsafeContinuation(isolation: self) { Jobs.shared.pause($0) } }

    // Safe: everything runs on one thread.
    private final class Ended: @unchecked Sendable { var value = false }
}

/// The jobs of the actor and of the global executor, in order of arrival.
private final class Jobs: SerialExecutor, TaskExecutor {
    static let shared = Jobs()

    // Safe: everything runs on one thread.
    private nonisolated(unsafe) var waiting: [(job: UnownedJob, isGlobal: Bool)] = []
    private nonisolated(unsafe) var first = 0
    private nonisolated(unsafe) var paused: [UnsafeContinuation<Void, Never>] = []

    /// Redirects the jobs of the global executor. The concurrency library calls this hook for each job.
    func takeGlobalJobs() {
        typealias Hook = @convention(thin) (UnownedJob, @convention(thin) (UnownedJob) -> Void) -> Void
        guard let hook = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook") else {
            preconditionFailure("The concurrency library has no hook for global jobs.")
        }
        hook.assumingMemoryBound(to: Optional<Hook>.self).pointee = { job, _ in Jobs.shared.append(job, isGlobal: true)
        }
    }

    func enqueue(_ job: consuming ExecutorJob) { append(UnownedJob(job), isGlobal: false) }

    func pause(_ continuation: UnsafeContinuation<Void, Never>) { paused.append(continuation) }

    func runAll() {
        while let (job, isGlobal) = next() {
            if isGlobal {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else {
                job.runSynchronously(on: asUnownedSerialExecutor())
            }
        }
    }

    private func append(_ job: UnownedJob, isGlobal: Bool) { waiting.append((job, isGlobal)) }

    private func next() -> (UnownedJob, Bool)? {
        if waiting.isEmpty, !paused.isEmpty { paused.removeFirst().resume() }
        guard first < waiting.count else { return nil }
        let next = waiting[first]
        first += 1
        if first == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            first = 0
        }
        return next
    }
}
