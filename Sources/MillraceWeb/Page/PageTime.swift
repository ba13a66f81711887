import Millrace

/// Adds up the time that a task works on pages.
final class PageTime: Sendable {
    /// The time of the current task, if it is measured.
    @TaskLocal static var current: PageTime?

    private let total = Lock(Duration.zero)

    func add(_ time: Duration) { total.withLock { $0 += time } }

    /// Runs work, and passes the time that its task works on pages from now on.
    static func measured<Result>(_ work: (PageTime) async -> Result) async -> Result {
        if let current {
            _ = current.take()
            return await work(current)
        }
        let time = PageTime()
        return await $current.withValue(time) { await work(time) }
    }

    /// Returns the time since the last call.
    func take() -> Duration {
        total.withLock { total in
            defer { total = .zero }
            return total
        }
    }
}
