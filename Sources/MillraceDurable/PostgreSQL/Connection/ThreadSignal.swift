#if PostgreSQL
    import Foundation

    /// Lets a thread wait for others.
    ///
    /// Its time-outs do not depend on the time of the day, which can be set back. Those of `NSCondition` and of semaphores do, on Linux.
    final class ThreadSignal: Sendable {
        private let pipe = Pipe()

        init() {
            // A full pipe is a signal too.
            for file in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                _ = fcntl(file.fileDescriptor, F_SETFL, O_NONBLOCK)
            }
        }

        /// Ends the wait of the thread, or its next one.
        func set() {
            var byte: UInt8 = 0
            _ = write(pipe.fileHandleForWriting.fileDescriptor, &byte, 1)
        }

        /// Returns after ``set()``, and sooner now and then.
        ///
        /// - Parameter seconds: The maximum time; `nil` for no limit.
        func wait(atMost seconds: Double?) {
            let file = pipe.fileHandleForReading.fileDescriptor
            var entry = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            let milliseconds = seconds.map { min(max(0, $0 * 1_000), 1e9).rounded(.up) } ?? -1
            guard poll(&entry, 1, Int32(milliseconds)) > 0 else { return }
            var bytes = [UInt8](repeating: 0, count: 64)
            _ = read(file, &bytes, bytes.count)
        }
    }
#endif
