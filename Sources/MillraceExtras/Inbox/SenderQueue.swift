import Millrace

/// The senders that wait for space. Each has a number, so that a sender can be cancelled before it was added.
struct SenderQueue {
    private var members: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    private var cancelled: Set<Int> = []
    private var lastNumber = 0

    mutating func takeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Adds a sender that waits.
    ///
    /// - Returns: `false` if the sender was cancelled before.
    mutating func add(_ number: Int, _ continuation: CheckedContinuation<Void, any Error>) -> Bool {
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

    mutating func removeAll() -> [CheckedContinuation<Void, any Error>] {
        defer { members = [] }
        return members.map(\.continuation)
    }
}
