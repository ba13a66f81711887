import Foundation

extension Thread {
    /// Runs work on a new thread, and returns its result. Cancelling the task does not end the work.
    ///
    /// Use it for long work. The tasks of the program share as few threads as there are cores, so long work on one of them would
    /// delay all others. The caller limits the number of threads.
    ///
    /// - Throws: The error of `work`.
    static func run<Output: Sendable>(_ work: @escaping @Sendable () throws -> Output) async throws -> Output {
        try await withCheckedThrowingContinuation { continuation in
            detachNewThread { continuation.resume(with: Result(catching: work)) }
        }
    }
}
