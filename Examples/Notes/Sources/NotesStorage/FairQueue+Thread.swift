import Foundation
import MillraceWeb

extension FairQueue {
    /// Runs a computation on a thread of its own when it is the client's turn. The tasks of the program share as few threads as there are
    /// cores.
    ///
    /// - Throws: What `work` throws; a `CancellationError` if the task is cancelled while the computation waits.
    func runOnThread<Result: Sendable>(
        for client: WebClient, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await run(for: client) { try await Thread.run(work) }
    }
}

extension WebClient {
    /// The client of windows that are unknown.
    static let unknown = WebClient(browser: 0, address: "")
}
