import Dispatch
import Millrace

/// Lets a thread wait until a test goes on. While the gate is closed, the first thread that passes waits.
public final class ThreadGate: Sendable {
    private let (reached, opened) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private let isClosed: Lock<Bool>

    /// - Parameter isClosed: Whether the first thread that passes waits.
    public init(isClosed: Bool) { self.isClosed = Lock(isClosed) }

    /// Lets the next thread wait.
    public func close() { isClosed.withLock { $0 = true } }

    /// Waits if the gate is closed. Later calls do not.
    public func pass() {
        let waits = isClosed.withLock { isClosed in
            defer { isClosed = false }
            return isClosed
        }
        guard waits else { return }
        reached.signal()
        opened.wait()
    }

    /// Returns when a thread waits.
    public func waitForThread() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [reached] in
                reached.wait()
                continuation.resume()
            }
        }
    }

    /// Lets the thread that waits go on.
    public func open() { opened.signal() }
}
