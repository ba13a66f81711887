import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Describes a trap on the current thread before the process ends.
///
/// A trap is a signal. Its handler must not allocate memory or take a lock, so it only writes a byte to a pipe, and waits.
/// Another thread reads the byte, prints the description, and lets the handler continue. The process then ends as it
/// would have without the watch.
@usableFromInline final class TrapWatch {
    /// The pipes to the other thread and back, as (read, write).
    private let (request, answer): ((Int32, Int32), (Int32, Int32))
    private let slot: Int
    /// Released at the end of the watch. The other thread may end later.
    private let description: Description
    private let stack = UnsafeMutableRawPointer.allocate(byteCount: 65_536, alignment: 16)
    private var previousStack = stack_t()

    /// Begins to watch the current thread.
    ///
    /// Returns `nil` if that is not possible: if too many threads are watched, or if no pipe can be opened.
    ///
    /// - Parameter describe: Returns the description. Called on another thread while this one waits in the handler.
    init?(_ describe: @escaping () -> String) {
        TrapHandler.install()
        guard let request = Self.makePipe() else { return nil }
        guard let answer = Self.makePipe() else {
            Self.close(request)
            return nil
        }
        guard let slot = TrapHandler.watch(request: request.1, answer: answer.0) else {
            Self.close(request)
            Self.close(answer)
            return nil
        }
        let description = Description(describe)
        (self.request, self.answer, self.slot, self.description) = (request, answer, slot, description)
        // A stack overflow leaves no room for the handler on the thread's own stack.
        var stack = stack_t()
        (stack.ss_sp, stack.ss_size) = (self.stack, 65_536)
        sigaltstack(&stack, &previousStack)
        let thread = Thread {
            var byte: UInt8 = 0
            if read(request.0, &byte, 1) == 1 {
                print(toStandardError: description.describe?() ?? "")
                write(answer.1, &byte, 1)
            }
            _ = closeFile(request.0)
            _ = closeFile(answer.1)
        }
        // As large as that of a main thread: the reducer runs on it again.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Ends the watch, on the same thread.
    @usableFromInline func end() {
        TrapHandler.unwatch(slot)
        sigaltstack(&previousStack, nil)
        description.describe = nil
        // The other thread reads the end of the pipe, and ends.
        _ = closeFile(request.1)
        _ = closeFile(answer.0)
    }

    /// Safe: the other thread uses it only while the watched thread waits in the handler.
    private final class Description: @unchecked Sendable {
        var describe: (() -> String)?

        init(_ describe: @escaping () -> String) { self.describe = describe }
    }

    deinit { stack.deallocate() }

    private static func makePipe() -> (Int32, Int32)? {
        var ends: [Int32] = [0, 0]
        return pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
    }

    private static func close(_ pipe: (Int32, Int32)) {
        _ = closeFile(pipe.0)
        _ = closeFile(pipe.1)
    }
}

/// Closes a file descriptor. The method `close` hides the C function in the class.
private func closeFile(_ file: Int32) -> Int32 { close(file) }
