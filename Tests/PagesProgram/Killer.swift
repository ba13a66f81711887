#if Hummingbird && SQLite || App
    import Foundation
    import MillraceWeb
    import Synchronization

    /// Kills the process without warning, after a number of things that it has done.
    final class Killer: PagesObserver {
        private struct State {
            var rest: Int?
            var delay: UInt32 = 0
        }

        private let state = Mutex(State())

        /// - Parameter text: How many things to do before the kill, and the time between the last one and the kill in microseconds.
        func set(_ text: String) {
            let numbers = text.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 2 else { return }
            state.withLock { $0 = State(rest: numbers[0], delay: UInt32(numbers[1])) }
        }

        /// Reads when to kill the process, which also ends with the input.
        func readLines() {
            while let line = readLine() { set(line) }
            kill(getpid(), SIGKILL)
        }

        /// Notes that a thing is done, and kills the process if it is the last one: at once, or a little later, when other things happen.
        func reach() {
            let delay = state.withLock { state -> UInt32? in
                state.rest = state.rest.map { $0 - 1 }
                return state.rest == 0 ? state.delay : nil
            }
            guard let delay else { return }
            if delay == 0 { kill(getpid(), SIGKILL) }
            Thread.detachNewThread {
                usleep(delay)
                kill(getpid(), SIGKILL)
            }
        }

        func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

        func document(_ work: () async -> Void) async { await work() }

        func messages(_ count: Int, _ work: () async -> Void) async {
            reach()
            await work()
            reach()
        }

        func refused(because reason: String) {}

        /// A session may be killed while it is loaded.
        func counted(sessions: Int, liveConnections: Int) { reach() }
    }
#endif
