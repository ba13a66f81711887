import Millrace

/// A question to the person that a caller of ``Navigator/ask(_:with:isolation:)`` waits for.
///
/// The handlers that could answer it retain it. When all of them are released, it ends without an answer.
final class NavigatorQuestion<Output> {
    let answer: NavigatorAnswer<Output>
    /// Unsafe continuations cost half as much as checked ones. Safe: taken out when it is resumed.
    private var continuation: UnsafeContinuation<Void, Never>?

    init(_ answer: NavigatorAnswer<Output>, _ continuation: UnsafeContinuation<Void, Never>) {
        (self.answer, self.continuation) = (answer, continuation)
        answer.question = self
    }

    deinit { continuation?.resume() }

    /// Resumes the caller with the first output, or with `nil` if the module was removed before.
    func end(with output: Output?) {
        guard let continuation = continuation.take() else { return }
        answer.output = output
        continuation.resume()
    }
}

/// What the caller waits for.
final class NavigatorAnswer<Output> {
    var output: Output?
    /// Removes the module, once it has been presented.
    private var close: (() -> Void)?
    private var isCancelled = false
    fileprivate(set) weak var question: NavigatorQuestion<Output>?

    /// The module was presented, perhaps when the caller has been cancelled: the request may have been held or queued.
    func canClose(_ close: @escaping () -> Void) {
        self.close = close
        if isCancelled { close() }
    }

    /// The caller was cancelled. It does not wait for middleware that holds the request either.
    func cancel() {
        isCancelled = true
        close?()
        question?.end(with: nil)
    }
}
