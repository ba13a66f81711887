#if PostgreSQL && App
    import Foundation
    import Millrace

    /// Stops the process within its next transaction, after SIGUSR1. It goes on with SIGCONT.
    ///
    /// What the library prints goes to the standard error, so that the output has the lines of this program alone.
    final class Stopper: Sendable {
        private let output: FileHandle

        init() {
            output = FileHandle(fileDescriptor: dup(1), closeOnDealloc: true)
            dup2(2, 1)
        }

        private let isAsked = Lock(false)

        /// Returns the source of the signals. Retain it.
        func signals() -> any DispatchSourceSignal {
            signal(SIGUSR1, SIG_IGN)
            let signals = DispatchSource.makeSignalSource(signal: SIGUSR1)
            signals.setEventHandler { self.isAsked.withLock { $0 = true } }
            signals.activate()
            return signals
        }

        /// Called between `BEGIN` and `COMMIT`.
        func stopIfAsked() {
            let isAsked = isAsked.withLock { isAsked in
                defer { isAsked = false }
                return isAsked
            }
            guard isAsked else { return }
            write("stopping")
            // It stops before this thread goes on.
            pthread_kill(pthread_self(), SIGSTOP)
        }

        /// Writes a line for the process that has started this one.
        func write(_ line: String) { output.write(Data((line + "\n").utf8)) }

        /// Waits for the end of the input, and ends the process with it.
        func endWithInput() {
            while readLine() != nil {}
            kill(getpid(), SIGKILL)
        }
    }
#endif
