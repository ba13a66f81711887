import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The handler for the signals of traps, and the threads that are watched.
///
/// The state is global, because a signal handler has no context. The handler uses only functions that POSIX allows in a
/// signal handler, and plain memory that was allocated before.
enum TrapHandler {
    private struct Slot {
        /// The watched thread. 0 if the slot is free.
        var thread: UInt = 0
        var request: Int32 = -1
        var answer: Int32 = -1
    }

    private static let count = 64
    // Safe: a thread changes only slots that are free or its own, under the lock. The handler uses only the slot of its
    // thread; a concurrent change of another slot never gives it this thread's id.
    private nonisolated(unsafe) static let slots = {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
        slots.initialize(repeating: Slot(), count: count)
        return slots
    }()
    private static let lock = NSLock()
    /// The signals of traps.
    private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE]
    /// The previous dispositions, by signal. Safe: written once, before the handler is installed.
    private nonisolated(unsafe) static let previous = {
        let previous = UnsafeMutablePointer<SignalAction?>.allocate(capacity: 64)
        previous.initialize(repeating: nil, count: 64)
        return previous
    }()
    /// Installs the handler once. It stays, and passes the signals of other threads to the previous handlers.
    private static let isInstalled = {
        _ = (slots, previous)
        for signal in signals {
            previous[Int(signal)] = SignalAction()
            let install = SignalAction.install
            previous[Int(signal)] = install({ signal, info, _ in TrapHandler.handle(signal, info) }, signal)
        }
        return true
    }()

    private static var thread: UInt {
        // Safe: the thread's name is an integer or a pointer, depending on the system.
        func word<Name>(_ name: Name) -> UInt { unsafeBitCast(name, to: UInt.self) }
        return word(pthread_self())
    }

    static func install() { _ = isInstalled }

    /// Watches the current thread. Returns the number of its slot, or `nil` if none is free.
    static func watch(request: Int32, answer: Int32) -> Int? {
        lock.withLock {
            let own = thread
            if (0..<count).contains(where: { slots[$0].thread == own }) { return nil }
            guard let free = (0..<count).first(where: { slots[$0].thread == 0 }) else { return nil }
            (slots[free].request, slots[free].answer) = (request, answer)
            slots[free].thread = own
            return free
        }
    }

    static func unwatch(_ slot: Int) { lock.withLock { slots[slot].thread = 0 } }

    /// Handles a signal. Runs in a signal handler.
    private static func handle(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
        let own = thread
        var index = 0
        while index < 64 {
            if slots[index].thread == own { awaitDescription(index) }
            index += 1
        }
        if let action = previous[Int(signal)] { action.restore(for: signal) }
        // A trap repeats when the handler returns. A signal that was sent does not, so it is sent again.
        let code = info?.pointee.si_code ?? 0
        if code <= 0 || code == SI_USER { raise(signal) }
    }

    private static func awaitDescription(_ index: Int) {
        // A second trap on this thread has no description.
        slots[index].thread = 0
        var byte: UInt8 = 1
        write(slots[index].request, &byte, 1)
        // The other thread may wait for a lock that this thread holds. Then the process ends without a description.
        var file = pollfd(fd: slots[index].answer, events: Int16(POLLIN), revents: 0)
        poll(&file, 1, 30_000)
    }
}
