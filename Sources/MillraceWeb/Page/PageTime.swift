import Millrace

/// Adds up the time that a task works on pages.
final class PageTime: Sendable {
    /// The time of the current task, if it is measured.
    @TaskLocal static var current: PageTime?

    private let total = Lock(Duration.zero)

    func add(_ time: Duration) { total.withLock { $0 += time } }

    /// Returns the time since the last call.
    func take() -> Duration {
        total.withLock { total in
            defer { total = .zero }
            return total
        }
    }
}
