import Foundation

extension Thread {
    /// Runs work on a new thread, and returns its result.
    ///
    /// The tasks of the program share as few threads as there are cores. Long work on one of them would delay all others.
    static func run<Output: Sendable>(_ work: @escaping @Sendable () throws -> Output) async throws -> Output {
        try await withCheckedThrowingContinuation { continuation in
            detachNewThread { continuation.resume(with: Result(catching: work)) }
        }
    }
}
