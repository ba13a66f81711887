public import MillraceInbox
import MillraceInspection
public import Millrace
public import Testing

// The waits of tests, each with a deadline that names it and its line.

extension Receipt {
    /// Waits as `finished()` does, and fails the test when the work does not end.
    public func finishedInTime(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await withDeadline("the end of a receipt", sourceLocation: sourceLocation) { try await self.finished() }
    }
}

extension Inbox {
    /// Waits as `settled()` does, and fails the test when the inbox is not settled.
    public func settledInTime(sourceLocation: SourceLocation = #_sourceLocation) async {
        await withDeadline("an inbox to be settled", sourceLocation: sourceLocation) { await self.settled() }
    }

    /// Waits as `send(_:)` does, and fails the test when there is no room.
    public func sendInTime(_ action: Action, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await withDeadline("room in an inbox", sourceLocation: sourceLocation) { try await self.send(action) }
    }
}

extension Task {
    /// The result of the task; fails the test when the task does not end.
    public func valueInTime(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Success {
        try await withDeadline("the end of a task", sourceLocation: sourceLocation) { try await self.value }
    }
}

extension Engine {
    /// Waits as `waitUntilIdle(where:)` does, and fails the test when `isReached` is never true.
    public func restInTime(
        sourceLocation: SourceLocation = #_sourceLocation, until isReached: @escaping () -> Bool
    ) async {
        await withDeadline("the engine to come to rest", sourceLocation: sourceLocation) {
            await self.waitUntilIdle(where: isReached)
        }
    }
}
