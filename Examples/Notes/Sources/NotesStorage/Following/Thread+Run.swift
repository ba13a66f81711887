import Foundation

extension Thread {
    /// Runs work on a new thread, and returns its result. Cancelling the task does not end the work.
    ///
    /// Use it for long work. The tasks of the program share as few threads as there are cores, so long work on one of them would
    /// delay all others. The caller limits the number of threads.
    ///
    /// - Parameters:
    ///   - isBackground: Whether the thread has the lowest priority. Other threads that need a core then get nearly all of its time.
    ///     Defaults to `false`.
    ///   - work: The work.
    /// - Throws: The error of `work`.
    static func run<Output: Sendable>(
        isBackground: Bool = false, _ work: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await withCheckedThrowingContinuation { continuation in
            detachNewThread {
                if isBackground { setLowestPriority() }
                continuation.resume(with: Result(catching: work))
            }
        }
    }

    /// Gives the current thread the lowest priority.
    private static func setLowestPriority() {
        #if canImport(Darwin)
            current.qualityOfService = .background
        #else
            // On Linux, 0 is the current thread, not its process.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
        #endif
    }
}
