import Foundation
import Synchronization

/// A time that the test sets, and the derivations that run.
final class Derivations: Sendable {
    private let state = Mutex((time: ContinuousClock.now, running: 0, most: 0, count: 0))

    var now: ContinuousClock.Instant { state.withLock { $0.time } }
    var most: Int { state.withLock { $0.most } }
    var count: Int { state.withLock { $0.count } }

    func advance(by duration: Duration) { state.withLock { $0.time += duration } }

    /// Derives a key. Ends after `body`.
    func derive(_ key: UInt8, _ body: () -> Void = {}) -> Data {
        state.withLock {
            $0.running += 1
            $0.count += 1
            $0.most = max($0.most, $0.running)
        }
        body()
        state.withLock { $0.running -= 1 }
        return Data([key])
    }
}
