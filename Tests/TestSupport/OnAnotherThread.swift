import Foundation

/// Runs `body` on its own thread, and returns when the thread has ended. The test thereby controls the order.
///
/// The thread has released `body` by then, with every reply that it captured.
public func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    let error = pthread_create(
        &thread, nil,
        { argument in
            // Optional on some platforms only.
            let argument: UnsafeMutableRawPointer? = argument
            argument.map { Unmanaged<ThreadBody>.fromOpaque($0).takeRetainedValue() }?.run()
            return nil
        }, box)
    precondition(error == 0, "pthread_create failed with error \(error).")
    pthread_join(thread, nil)
}

private final class ThreadBody: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() { body() }
}
