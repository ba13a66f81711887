import Foundation

extension Thread {
    /// The part of the time of a core that a thread gets while others need it.
    enum Priority: Int32, Sendable {
        /// The same part as the other threads.
        case ordinary = 0
        /// Nearly none.
        case lowest = 19
    }

    /// Runs work on a new thread, and returns its result. Cancelling the task does not end the work.
    ///
    /// Use it for long work. The tasks of the program share as few threads as there are cores, so long work on one of them would
    /// delay all others. The caller limits the number of threads.
    ///
    /// It is `@concurrent`, so that an actor that calls it returns to itself. In optimized programs, Swift 6.3 does not resume such a
    /// caller on its actor otherwise: https://github.com/swiftlang/swift/pull/88157.
    ///
    /// - Parameters:
    ///   - priority: The priority of the thread. Defaults to an ordinary one.
    ///   - work: The work.
    /// - Throws: The error of `work`.
    @concurrent static func run<Output: Sendable>(
        priority: Priority = .ordinary, _ work: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await withCheckedThrowingContinuation { continuation in
            detachNewThread {
                set(priority)
                continuation.resume(with: Result(catching: work))
            }
        }
    }

    /// Sets the priority of the current thread.
    private static func set(_ priority: Priority) {
        if priority == .ordinary { return }
        #if canImport(Darwin)
            current.qualityOfService = .background
        #else
            // On Linux, 0 is the current thread, not its process.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, priority.rawValue)
        #endif
    }
}
