import Millrace

/// An observation of a store of another engine. Any thread may cancel it.
package final class RemoteSubscription: Sendable {
    private enum State {
        case open
        /// The observer is registered. The closure ends the registration, on any thread.
        case started(@Sendable () -> Void)
        case cancelled
    }

    private let state = Lock(State.open)

    package init() {}

    /// Ends the observation. A second call does nothing.
    package func cancel() {
        let end = state.withLock { state -> (@Sendable () -> Void)? in
            defer { state = .cancelled }
            if case .started(let end) = state { return end }
            return nil
        }
        end?()
    }

    /// Ends the observation, because its store is closed. Returns `false` if it had ended before.
    package func end() -> Bool {
        state.withLock { state in
            if case .cancelled = state { return false }
            state = .cancelled
            return true
        }
    }

    package var isCancelled: Bool { state.withLock { if case .cancelled = $0 { true } else { false } } }

    /// Notes how to end the registration. Calls `end` at once if the observation was cancelled before.
    package func start(_ end: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if case .cancelled = state { return true }
            state = .started(end)
            return false
        }
        if isLate { end() }
    }
}
