public import MillraceExtras
import MillraceHistory
public import Millrace
public import Testing

// Waits with a deadline. A failure names the awaited event and the line of the test.

extension Receipt {
    /// Waits as `finished()` does, and fails the test if the work does not end.
    public func finishedInTime(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await withDeadline("the end of a receipt", sourceLocation: sourceLocation) { try await self.finished() }
    }
}

extension Inbox {
    /// Waits as `send(_:)` does, and fails the test if the inbox has no room.
    public func sendInTime(_ action: Action, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await withDeadline("room in an inbox", sourceLocation: sourceLocation) { try await self.send(action) }
    }
}

extension Task {
    /// Returns the result of the task, and fails the test if the task does not end.
    public func valueInTime(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Success {
        try await withDeadline("the end of a task", sourceLocation: sourceLocation) { try await self.value }
    }
}

extension Engine {
    /// Waits as `waitUntilIdle(where:)` does, and fails the test if `isReached` never returns `true`.
    public func restInTime(
        sourceLocation: SourceLocation = #_sourceLocation, until isReached: @escaping () -> Bool
    ) async {
        await withDeadline("the engine to become idle", sourceLocation: sourceLocation) {
            await self.waitUntilIdle(where: isReached)
        }
    }
}
