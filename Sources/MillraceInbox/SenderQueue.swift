import Millrace

/// Those who wait for room, each under a number, so that one can be cancelled before it has come.
struct SenderQueue {
    private var members: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    private var cancelled: Set<Int> = []
    private var lastNumber = 0

    mutating func takeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// - Returns: whether one waits now; not when it was cancelled before it came.
    mutating func enter(_ number: Int, _ continuation: CheckedContinuation<Void, any Error>) -> Bool {
        if cancelled.remove(number) != nil { return false }
        members.append((number, continuation))
        return true
    }

    mutating func cancel(_ number: Int) -> CheckedContinuation<Void, any Error>? {
        guard let index = members.firstIndex(where: { $0.number == number }) else {
            cancelled.insert(number)
            return nil
        }
        return members.remove(at: index).continuation
    }

    mutating func leave() -> [CheckedContinuation<Void, any Error>] {
        defer { members = [] }
        return members.map(\.continuation)
    }
}
