import Millrace

/// Counts the tasks that were resumed to make a frame, and have not run yet.
///
/// A change of a shared state resumes the tasks of many pages at once. If all of them drew their pages at once, the input of other
/// clients would wait for all of these. So most of them must wait for their turn.
final class Wakeups: Sendable {
    /// The count for the pages that are being created. The server sets one for all pages that share an actor. A page without one
    /// counts for itself.
    @TaskLocal static var current: Wakeups?

    /// How many resumed tasks may be left for a task that draws at once.
    private static let limit = 2

    private let count = Lock(0)

    /// Counts a task that is being resumed.
    func didResume() { count.withLock { $0 += 1 } }

    /// Counts a task that runs. Returns whether it may draw its page at once.
    func didStart() -> Bool {
        count.withLock { count in
            count -= 1
            return count <= Self.limit
        }
    }
}
