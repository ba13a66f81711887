import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Stops the searches of all running checks when the process receives `SIGINT`, and ends the process after the last one
/// has reported its result.
///
/// The state is global, because the disposition of a signal is.
@usableFromInline enum Interrupt {
    /// Set by the signal handler. Safe: a search only reads it, and a store of an aligned word cannot be torn.
    private nonisolated(unsafe) static let flag = {
        let flag = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        flag.initialize(to: 0)
        return flag
    }()
    private static let lock = NSLock()
    // Safe: only used under the lock.
    private nonisolated(unsafe) static var count = 0
    private nonisolated(unsafe) static var previous: SignalAction?

    /// Whether the process received `SIGINT`, and a check has not ended yet.
    static var isRequested: Bool { flag.pointee != 0 }

    /// A running check.
    @usableFromInline struct Check {
        /// Prints `exploration` if the check was interrupted. Ends the process if it was the last check.
        @usableFromInline func end<R>(with exploration: Exploration<R>) {
            if exploration.reached == .interrupted {
                print(toStandardError: "\(exploration)\nCoverage:\n\(exploration.coverage)\n")
            }
            Interrupt.end()
        }
    }

    /// Begins a check.
    @usableFromInline static func begin() -> Check {
        lock.withLock {
            count += 1
            // Initialized here, because the handler must not do that.
            _ = flag
            if count == 1 { previous = SignalAction.install({ _, _, _ in Interrupt.flag.pointee = 1 }, for: SIGINT) }
        }
        return Check()
    }

    private static func end() {
        let isLast = lock.withLock {
            count -= 1
            if count > 0 { return false }
            previous?.restore(for: SIGINT)
            defer { flag.pointee = 0 }
            return isRequested
        }
        if isLast { raiseUnblocked() }
    }

    /// Sends `SIGINT` to the current thread. The threads of a concurrency runtime block the signal otherwise.
    private static func raiseUnblocked() {
        var (signals, blocked) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &signals, &blocked)
        raise(SIGINT)
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
    }
}

/// Prints to the standard error output, without a buffer.
func print(toStandardError text: String) { FileHandle.standardError.write(Data(text.utf8)) }
