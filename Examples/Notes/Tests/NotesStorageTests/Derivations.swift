import Foundation
import Synchronization

/// Counts derivations, and has a clock that the test advances.
final class Derivations: Sendable {
    private let state = Mutex((time: ContinuousClock.now, running: 0, mostAtOnce: 0, count: 0))

    var now: ContinuousClock.Instant { state.withLock { $0.time } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }
    var count: Int { state.withLock { $0.count } }

    func advance(by duration: Duration) { state.withLock { $0.time += duration } }

    /// Derives a key. The derivation counts as running while `body` runs.
    func derive(_ key: UInt8, _ body: () -> Void = {}) -> Data {
        state.withLock {
            $0.running += 1
            $0.count += 1
            $0.mostAtOnce = max($0.mostAtOnce, $0.running)
        }
        body()
        state.withLock { $0.running -= 1 }
        return Data([key])
    }
}
