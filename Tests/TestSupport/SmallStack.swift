import MillraceHistory
import Foundation
public import Millrace

/// Runs code on an actor whose thread has a stack of 512 KB.
public actor SmallStack {
    private final class Executor: SerialExecutor, @unchecked Sendable {
        // Safe: jobs are added under the condition's lock, and one thread removes them.
        private let condition = NSCondition()
        private var jobs: [UnownedJob] = []

        init() {
            let thread = Thread { [self] in
                while true {
                    condition.lock()
                    while jobs.isEmpty { condition.wait() }
                    let job = jobs.removeFirst()
                    condition.unlock()
                    job.runSynchronously(on: asUnownedSerialExecutor())
                }
            }
            thread.stackSize = 512 * 1_024
            thread.start()
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            condition.lock()
            jobs.append(job)
            condition.signal()
            condition.unlock()
        }
    }

    private static let executor = Executor()
    /// The thread with the small stack.
    nonisolated public var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }

    /// Returns the result of `body`, called with an engine on the small stack. The engine must have no resources left
    /// afterwards.
    public static func run<Result: Sendable>(_ body: @Sendable (Engine) -> Result) async -> Result {
        await SmallStack().run(body)
    }

    private func run<Result: Sendable>(_ body: @Sendable (Engine) -> Result) -> Result {
        let engine = Engine()
        let result = body(engine)
        precondition(engine.resources.isEmpty)
        return result
    }
}
