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
    /// The handler writes a byte to this pipe. A signal handler may do that, and the other threads read it without a race.
    /// Both ends do not block.
    private static let requests = {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "No file descriptor is left for a pipe.")
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return (reading: ends[0], writing: ends[1])
    }()
    private static let lock = NSLock()
    // Safe: only used under the lock.
    private nonisolated(unsafe) static var count = 0
    private nonisolated(unsafe) static var previous: SignalAction?

    /// Whether the process received `SIGINT`, and a check has not ended yet.
    static var isRequested: Bool {
        var reading = pollfd(fd: requests.reading, events: Int16(POLLIN), revents: 0)
        return poll(&reading, 1, 0) > 0
    }

    /// A running check.
    @usableFromInline struct Check {
        /// Prints `exploration` if the check was interrupted. Ends the process if it was the last check.
        @usableFromInline func end<R>(with exploration: Exploration<R>) {
            if exploration.end?.kind == .interrupted {
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
            _ = requests
            if count == 1 { previous = SignalAction.install({ _, _, _ in Interrupt.request() }, for: SIGINT) }
        }
        return Check()
    }

    private static func end() {
        let isLast = lock.withLock {
            count -= 1
            if count > 0 { return false }
            previous?.restore(for: SIGINT)
            let isRequested = isRequested
            var byte: UInt8 = 0
            while read(requests.reading, &byte, 1) > 0 {}
            return isRequested
        }
        if isLast { raiseUnblocked() }
    }

    /// Called in the signal handler.
    private static func request() {
        let number = errno
        var byte: UInt8 = 1
        _ = write(requests.writing, &byte, 1)
        errno = number
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
