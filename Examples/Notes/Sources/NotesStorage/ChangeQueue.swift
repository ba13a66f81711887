import GRDB
import Synchronization

/// Writes small changes of notes. Changes that wait at the same time share a transaction, because each transaction is flushed to the
/// disk.
///
/// At most one transaction of changes waits for the database, so other writes get their turn between two of them.
final class ChangeQueue: Sendable {
    /// The maximum number of changes in a transaction.
    static let limit = 250

    private struct Entry {
        /// Returns whether the note exists.
        let change: @Sendable (Database) throws -> Bool
        let completion: @Sendable (Result<Bool, any Error>) -> Void
    }

    private struct State {
        /// The changes that wait, in order.
        var waiting: [Entry] = []
        /// The changes of the current transaction.
        var current: [Entry] = []
        /// Whether a transaction runs or waits for the database.
        var isWriting = false
    }

    private let pool: DatabasePool
    /// How long changes are added to a transaction. A transaction contains at least one change.
    private let step: Duration
    private let state = Mutex(State())

    init(_ pool: DatabasePool, step: Duration) { (self.pool, self.step) = (pool, step) }

    /// Adds a change, and returns at once.
    ///
    /// - Parameters:
    ///   - change: Changes a note, and returns whether it exists.
    ///   - completion: Receives the result of the change after its transaction.
    func add(
        _ change: @escaping @Sendable (Database) throws -> Bool,
        then completion: @escaping @Sendable (Result<Bool, any Error>) -> Void
    ) {
        let isFirst = state.withLock { state in
            state.waiting.append(Entry(change: change, completion: completion))
            defer { state.isWriting = true }
            return !state.isWriting
        }
        // The transaction starts after the current turn of the engine, so it contains all changes of the turn.
        if isFirst { Task { @MainActor in write() } }
    }

    private func write() {
        pool.asyncWrite { [self] db in
            let end = ContinuousClock.now + step
            var results: [Bool] = []
            repeat {
                guard let entry = next() else { break }
                results.append(try entry.change(db))
            } while results.count < Self.limit && .now < end
            return results
        } completion: { [self] _, result in
            complete(result)
        }
    }

    /// Moves the next change to the current transaction.
    private func next() -> Entry? {
        state.withLock { state in
            guard !state.waiting.isEmpty else { return nil }
            state.current.append(state.waiting.removeFirst())
            return state.current.last
        }
    }

    /// Completes the changes of the current transaction, and starts the next one.
    private func complete(_ result: Result<[Bool], any Error>) {
        // A transaction that could not start contains no change. All that wait get its error.
        let (entries, isContinued) = state.withLock { state in
            let entries = state.current.isEmpty ? state.waiting : state.current
            if state.current.isEmpty { state.waiting = [] }
            state.current = []
            state.isWriting = !state.waiting.isEmpty
            return (entries, state.isWriting)
        }
        for (index, entry) in entries.enumerated() { entry.completion(result.map { $0[index] }) }
        if isContinued { write() }
    }
}
