import Foundation

/// Runs `body` on a thread of its own and returns when the thread has ended: so the test controls the order.
///
/// The thread has released `body` by then, and with it every reply that it captured.
public func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    let error = pthread_create(
        &thread, nil,
        { argument in
            // Optional on one platform and not on the other.
            let argument: UnsafeMutableRawPointer? = argument
            argument.map { Unmanaged<ThreadBody>.fromOpaque($0).takeRetainedValue() }?.run()
            return nil
        }, box)
    precondition(error == 0, "A thread could not be started: \(error).")
    pthread_join(thread, nil)
}

private final class ThreadBody: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() { body() }
}
